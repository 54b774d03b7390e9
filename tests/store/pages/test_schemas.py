"""What a JSON Schema says of one field."""

from __future__ import annotations

import pytest

from kb.store.pages.schemas import names, types_of

LIST = {"type": "array"}


@pytest.mark.parametrize(
    ("schema", "types"),
    [
        pytest.param({"properties": {"a": LIST}}, {"array"}, id="a type"),
        pytest.param({"properties": {"a": {"type": ["array", "null"]}}}, {"array", "null"}, id="types"),
        pytest.param({"properties": {"a": {"enum": ["x", ["y"]]}}}, {"string", "array"}, id="values"),
        pytest.param({"properties": {"a": {"const": []}}}, {"array"}, id="a value"),
        pytest.param({"properties": {"a": {"type": "array", "enum": ["x"]}}}, {"array"}, id="a type above values"),
        pytest.param({"properties": {"a": {"items": {"type": "string"}}}}, set(), id="a type of items"),
        pytest.param({"properties": {"a": {"not": LIST}}}, set(), id="a type that is forbidden"),
        pytest.param({"properties": {"a": True, "b": LIST}}, set(), id="anything"),
        pytest.param({"patternProperties": {"^a": LIST, "b": {"type": "string"}}}, {"array"}, id="a pattern"),
        pytest.param({"additionalProperties": LIST}, {"array"}, id="all others"),
        pytest.param({"properties": {"a": {}}, "additionalProperties": LIST}, set(), id="all others but this"),
        pytest.param(
            {"$ref": "#/$defs/a~1b%20c", "$defs": {"a/b c": {"properties": {"a": LIST}}}}, {"array"}, id="ref"
        ),
        pytest.param({"properties": {"a": {"$ref": "#/properties/a"}}}, set(), id="a reference to itself"),
        pytest.param({"properties": {"a": {"$ref": "#/allOf/9"}}, "allOf": [LIST]}, set(), id="a reference to nothing"),
        pytest.param({"properties": {"a": {"$ref": "x.json#/a"}}}, set(), id="a reference to elsewhere"),
        pytest.param({"properties": {"a": {"$ref": "#name"}}}, set(), id="a reference by a name"),
    ],
)
def test_the_types_of_a_field_are_those_that_some_part_allows(schema, types):
    assert types_of(schema, "a") == types


@pytest.mark.parametrize(
    ("schema", "is_named"),
    [
        ({"properties": {"a": {}}}, True),
        ({"required": ["a"]}, True),
        ({"allOf": [{"if": {"properties": {"a": {}}}}]}, True),
        ({"properties": {"b": {"enum": ["a"]}}, "description": "a"}, False),
        ({"additionalProperties": False, "patternProperties": {"^a": {}}}, False),
    ],
)
def test_a_field_is_named_by_its_properties_or_where_it_is_required(schema, is_named):
    assert names(schema, "a") is is_named
