"""A page held to the contract of its kind."""

from __future__ import annotations

import json

import pytest

from kb.store.config import BUILT_IN_FOLDERS, read_config
from kb.store.errors import KbError
from kb.store.pages.contract import check_fields
from kb.store.pages.kinds import read_contracts
from kb.store.pages.page import make_page

FINDING = {
    "id": "F-2026-01-31-001",
    "type": "finding",
    "status": "fixed",
    "severity": "low",
    "repos": "[]",
    "systems": "[shop]",
    "summary": "One sentence",
    "symptom": "x",
    "root_cause": "x",
    "fix": "x",
    "evidence": "x",
    "author": "x",
    "confidence": "verified",
    "updated": "2026-01-31",
    "expires": "2027-01-31",
}
DECISION = {name: FINDING[name] for name in ("repos", "summary", "author", "updated")} | {
    "id": "D-2026-01-31-001",
    "type": "decision",
    "status": "accepted",
    "context": "x",
    "decision": "x",
    "rejected": "x",
}
INCIDENT = {
    name: FINDING[name] for name in ("severity", "systems", "summary", "root_cause", "fix", "author", "updated")
} | {
    "id": "I-2026-01-31-001",
    "type": "incident",
    "status": "closed",
    "impact": "x",
}
WIKI = {"summary": "x", "owner": "x", "updated": "2026-01-31"}
NOTE = {"summary": "x"}
KINDS = {"finding": FINDING, "decision": DECISION, "incident": INCIDENT, "wiki": WIKI, "note": NOTE}


@pytest.fixture
def broken(make_folder):
    """Say where fields break the contract of a kind: line, code, field and message."""
    contracts = read_contracts(read_config(make_folder({})))

    def check(kind, fields):
        return _check(contracts[kind], fields)

    return check


def _check(contract, fields):
    block = "\n".join(f"{name}: {value}" for name, value in fields.items())
    page = make_page("a.md", f"---\n{block}\n---\n", BUILT_IN_FOLDERS)
    return [(problem.line, problem.code, problem.field, problem.message) for problem in check_fields(page, contract)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_record_breaks_nothing(broken, kind):
    assert broken(kind, KINDS[kind]) == []


@pytest.mark.parametrize("kind", KINDS)
def test_other_fields_are_free(broken, kind):
    optional = {"aliases": "[a, b]", "tags": "lone", "links": "[]", "other": "{a: [b]}"}
    assert broken(kind, KINDS[kind] | optional) == []


@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, name) for kind, fields in KINDS.items() for name in fields if (kind, name) != ("finding", "evidence")],
)
def test_a_required_field_may_not_be_missing(broken, kind, name):
    fields = {other: value for other, value in KINDS[kind].items() if other != name}
    assert broken(kind, fields) == [(1, "missing-field", name, f"{name} is missing")]


@pytest.mark.parametrize("value", ["", "''", "'  '", '"\\t"', "|\n\n"])
def test_a_required_field_without_a_value_is_missing_on_its_line(broken, value):
    assert broken("wiki", WIKI | {"owner": value}) == [(3, "missing-field", "owner", "owner has no value")]


def test_a_field_that_is_not_required_may_be_blank(broken):
    assert broken("finding", FINDING | {"evidence": "'  '", "tags": "'  '"}) == []


@pytest.mark.parametrize(("kind", "names"), [("finding", ["fix"]), ("incident", ["fix", "root_cause"])])
def test_what_is_open_may_have_no_fix_yet(broken, kind, names):
    fields = {name: value for name, value in KINDS[kind].items() if name not in names}
    assert broken(kind, fields | {"status": "open"}) == []
    assert [name for _, _, name, _ in broken(kind, fields)] == names


def test_a_finding_may_have_no_evidence_as_far_as_its_fields_go(broken):
    assert broken("finding", {name: value for name, value in FINDING.items() if name != "evidence"}) == []


@pytest.mark.parametrize("kind", ["wiki", "note"])
def test_a_page_without_a_life_cycle_may_leave_its_type_to_its_folder(broken, kind):
    assert broken(kind, KINDS[kind] | {"type": kind}) == []
    assert broken(kind, KINDS[kind] | {"type": "finding"}) == [
        (len(KINDS[kind]) + 2, "bad-value", "type", f'type is "finding"; allowed: {kind}')
    ]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("status", "done", 'status is "done"; allowed: open, fixed, accepted-risk, superseded'),
        ("status", "[open]", "status is a list; allowed: open, fixed, accepted-risk, superseded"),
        ("severity", "High", 'severity is "High"; allowed: low, medium, high'),
        ("confidence", "sure", 'confidence is "sure"; allowed: verified, assumed'),
        ("type", "wiki", 'type is "wiki"; allowed: finding'),
        ("id", "F-1", 'id is "F-1"; allowed: such as F-2026-01-31-001'),
        ("updated", "yesterday", 'updated is "yesterday"; allowed: a date such as 2026-01-31'),
        ("updated", "2026-02-30", 'updated is "2026-02-30"; allowed: a date such as 2026-01-31'),
        ("expires", "20270131", 'expires is "20270131"; allowed: a date such as 2026-01-31'),
        ("summary", "x" * 241, "summary has 241 characters; at most 240 are allowed"),
        ("summary", "[a, b]", "summary is a list; one text is allowed"),
        ("evidence", "[a, b]", "evidence is a list; one text is allowed"),
        ("repos", "[a, '']", "an item of repos is empty"),
        ("repos", "[a, '  ']", "an item of repos is empty"),
        ("tags", "[a, b, a]", 'tags has "a" twice'),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(broken, name, value, message):
    found = broken("finding", FINDING | {name: value})
    line = [*FINDING, "tags"].index(name) + 2
    assert found == [(line, "bad-value", name, message)]


def test_a_long_value_is_shown_cut(broken):
    ((_, _, _, message),) = broken("finding", FINDING | {"status": "x" * 500})
    assert len(message) < 150


def test_problems_come_by_line_and_each_once(broken):
    found = broken("finding", {"status": "x", "severity": "y"})
    assert [line for line, *_ in found] == sorted(line for line, *_ in found)
    assert len(found) == len(set(found)) == 14


class TestOwnSchemas:
    @pytest.fixture
    def check_whole(self, make_folder):
        """Say where fields break a schema of the base's own, by line."""

        def check(schema, fields):
            files = {"kb.toml": '[kinds.book]\nschema = "b.json"\n', "b.json": json.dumps(schema)}
            return _check(read_contracts(read_config(make_folder(files)))["book"], fields)

        return check

    @pytest.fixture
    def check(self, check_whole):
        """Say where fields break a schema of the base's own."""
        return lambda schema, fields: [found[1:] for found in check_whole(schema, fields)]

    @pytest.mark.parametrize(
        ("part", "value", "message"),
        [
            ({"pattern": "^[0-9]+$"}, "x", 'a is "x"; allowed: what matches ^[0-9]+$'),
            ({"type": "array"}, "x", None),
            ({"type": "array", "items": {"enum": ["x"]}}, "y", 'an item of a is "y"; allowed: x'),
            ({"type": "array", "minItems": 2}, "x", "a has fewer items than 2"),
            ({"type": "array", "maxItems": 1}, "[x, y]", "a has more items than 1"),
            ({"minLength": 3}, "ab", "a has 2 characters; at least 3 are needed"),
            ({"format": "ipv4"}, "x", 'a is "x"; allowed: what has the format ipv4'),
            ({"format": "postcode"}, "x", None),
            (
                {"type": "integer"},
                "1",
                "a has a type that the schema does not allow; kb reads texts and lists of texts",
            ),
            ({"not": {"const": "x"}}, "x", 'a is "x"; forbidden: what matches {"const": "x"}'),
            ({"not": {"type": "array"}}, "[x, y]", 'a is a list; forbidden: what matches {"type": "array"}'),
            ({"not": {"const": "x"}}, "y", None),
            (False, "x", "a is not allowed"),
            ({"$ref": "#/$defs/none"}, "x", "a is not allowed"),
            ({"enum": [1, 2.5, True, None]}, "1", None),
            ({"enum": [1, 2.5, True, None]}, "2.5", None),
            ({"enum": [1, 2.5, True, None]}, "True", None),
            ({"enum": [1, 2.5, True, None]}, "3", 'a is "3"; allowed: 1, 2.5, true, null'),
            ({"const": 1}, "1", None),
            ({"const": 1}, "1.0", 'a is "1.0"; allowed: 1'),
            ({"const": False}, "no", 'a is "no"; allowed: false'),
            ({"const": ["x", 1]}, "[x, 1]", None),
            ({"const": ["x", 1]}, "[x]", "a is a list; allowed: "),
            ({"anyOf": [{"enum": ["x"]}, {"pattern": "^[0-9]+$"}]}, "7", None),
            (
                {"anyOf": [{"enum": ["x"]}, {"pattern": "^[0-9]+$"}]},
                "y",
                'a fits nothing of what is allowed: a is "y"; allowed: x; or a is "y"; allowed: what matches ^[0-9]+$',
            ),
            ({"oneOf": [{"minLength": 1}, {"pattern": "^y"}]}, "y", "a fits more than one of what is allowed"),
            ({"contains": {"const": "x"}, "type": "array"}, "y", "a breaks the contract of the kind book: "),
        ],
    )
    def test_what_they_refuse_is_said_in_a_sentence(self, check, part, value, message):
        found = check({"properties": {"a": part}, "$defs": {"none": False}}, {"a": value})
        assert [problem[:2] for problem in found] == ([("bad-value", "a")] if message else [])
        assert all(problem[2].startswith(message) for problem in found)

    @pytest.mark.parametrize(
        "part",
        [
            {"type": "array"},
            {"type": ["array", "null"]},
            {"type": ["array", "string"]},
            {"$ref": "#/$defs/list"},
            {"$ref": "#/properties/b"},
            {"$ref": "#/allOf/0/properties/c"},
            {"allOf": [{"minItems": 1}, {"$ref": "#/$defs/list"}]},
            {"anyOf": [{"type": "array", "items": {"enum": ["x"]}}, {"const": ["y"]}]},
            {"oneOf": [{"type": "null"}, {"type": "array"}]},
            {"anyOf": [{"pattern": "^x$", "type": "string"}, {"type": "array", "minItems": 2}]},
            {"anyOf": [{"enum": ["x"]}, {"type": "array", "minItems": 2}]},
        ],
    )
    def test_a_lone_text_is_a_list_of_one_where_only_a_list_may_be(self, check, part):
        schema = {
            "properties": {"a": part, "b": {"$ref": "#/$defs/list"}},
            "allOf": [{"properties": {"c": {"type": "array"}}}],
            "$defs": {"list": {"type": "array"}},
        }
        assert check(schema, {"a": "x", "b": "x", "c": "x"}) == []

    @pytest.mark.parametrize(
        "schema",
        [
            {"patternProperties": {"^a": {"type": "array"}}},
            {"additionalProperties": {"type": "array"}},
            {"oneOf": [{"properties": {"a": {"type": "array"}}}]},
            {"if": True, "then": {"properties": {"a": {"type": "array"}}}},
            {"$ref": "#/$defs/all", "$defs": {"all": {"properties": {"a": {"type": "array"}}}}},
        ],
    )
    def test_a_list_field_may_be_anywhere_in_the_schema(self, check, schema):
        assert check(schema, {"a": "x"}) == []

    @pytest.mark.parametrize(
        ("schema", "fields", "expected"),
        [
            pytest.param(
                {"properties": {"a": {}}, "additionalProperties": False},
                {"a": "x", "c": "x", "b": "x", "type": "book"},
                [
                    (3, "bad-value", "c", "c is no field of the kind book; its fields are: a"),
                    (4, "bad-value", "b", "b is no field of the kind book; its fields are: a"),
                ],
                id="additionalProperties",
            ),
            pytest.param(
                {"patternProperties": {"^x-": {}}, "additionalProperties": False},
                {"x-a": "x", "b": "x"},
                [(3, "bad-value", "b", "b is no field of the kind book; its fields are: those that match ^x-")],
                id="patternProperties",
            ),
            pytest.param(
                {"additionalProperties": False},
                {"type": "book", "a": "x"},
                [(3, "bad-value", "a", "a is no field of the kind book; its fields are: none")],
                id="no properties",
            ),
            pytest.param(
                {"properties": {"a": {}, "type": {"const": "tome"}}, "additionalProperties": False},
                {"a": "x", "type": "book"},
                [(3, "bad-value", "type", 'type is "book"; allowed: tome')],
                id="a type that is named",
            ),
            pytest.param(
                {"additionalProperties": {"pattern": "^x"}},
                {"type": "book", "a": "y"},
                [(3, "bad-value", "a", 'a is "y"; allowed: what matches ^x')],
                id="a schema for all others",
            ),
            pytest.param(
                {"anyOf": [{"required": ["a"]}, {"required": ["b", "c"]}]},
                {"d": "x", "c": ""},
                [(3, "missing-field", "", "a or b and c is needed")],
                id="anyOf",
            ),
            pytest.param(
                {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
                {"d": "x"},
                [(1, "missing-field", "", "a or b is needed")],
                id="oneOf, none",
            ),
            pytest.param(
                {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
                {"a": "x", "b": "x"},
                [(3, "bad-value", "b", "only one of these may be there: a or b")],
                id="oneOf, both",
            ),
            pytest.param(
                {"anyOf": [{"required": ["a"]}, {"properties": {"d": {"const": "y"}}}]},
                {"d": "x"},
                [
                    (
                        1,
                        "bad-value",
                        "",
                        'the frontmatter fits nothing of what is allowed: a is missing; or d is "x"; allowed: y',
                    )
                ],
                id="anyOf, mixed",
            ),
            pytest.param(
                {"dependentRequired": {"a": ["b", "c"], "d": ["e"]}},
                {"a": "x", "b": "x", "c": ""},
                [(4, "missing-field", "c", "c has no value; a needs it")],
                id="dependentRequired, without a value",
            ),
            pytest.param(
                {"dependentRequired": {"a": ["b"]}},
                {"c": "x", "a": "x"},
                [(3, "missing-field", "b", "b is missing; a needs it")],
                id="dependentRequired",
            ),
            pytest.param(
                {"properties": {"b": False}},
                {"a": "x", "b": "x"},
                [(3, "bad-value", "b", "b is not allowed")],
                id="false",
            ),
            pytest.param(
                {"patternProperties": {"^b": False}},
                {"a": "x", "bc": "x"},
                [(3, "bad-value", "bc", "bc is not allowed")],
                id="false by a pattern",
            ),
            pytest.param(
                {"propertyNames": False},
                {"a": "x"},
                [(2, "bad-value", "a", "the name of a field is not allowed")],
                id="no name",
            ),
            pytest.param(
                {"allOf": [False]},
                {"a": "x"},
                [(1, "bad-value", "", "the frontmatter is not allowed")],
                id="false for all",
            ),
            pytest.param(
                {"propertyNames": {"pattern": "^[a-z]+$"}},
                {"a": "x", "B": "x", "type": "book"},
                [(3, "bad-value", "B", 'the name of a field is "B"; allowed: what matches ^[a-z]+$')],
                id="propertyNames",
            ),
            pytest.param(
                {"not": {"required": ["b"]}},
                {"a": "x", "b": "x"},
                [(3, "bad-value", "b", "b may not be there")],
                id="not",
            ),
            pytest.param(
                {"not": {"required": ["a", "b"]}},
                {"a": "x", "b": "x"},
                [(3, "bad-value", "b", "a and b may not be there together")],
                id="not together",
            ),
            pytest.param(
                {"not": {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}},
                {"c": "x", "b": "x"},
                [(3, "bad-value", "b", "b may not be there")],
                id="not any",
            ),
        ],
    )
    def test_a_rule_on_several_fields_is_said_on_the_line_of_the_one_it_is_about(
        self, check_whole, schema, fields, expected
    ):
        assert check_whole(schema, fields) == expected

    def test_a_rule_on_the_whole_frontmatter_has_no_field(self, check):
        ((code, field, message),) = check({"minProperties": 2}, {"a": "x"})
        assert (code, field) == ("bad-value", "")
        assert message.startswith("the frontmatter breaks the contract of the kind book: ")

    def test_a_reference_inside_the_schema_is_followed(self, check):
        schema = {"properties": {"a": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"enum": ["y"]}}}
        assert check(schema, {"a": "z"}) == [("bad-value", "a", 'a is "z"; allowed: y')]

    @pytest.mark.parametrize("reference", ["https://example.com/x.json", "#/$defs/none", "x.json", "#"])
    def test_a_reference_that_leads_nowhere_is_refused_and_never_fetched(self, check, reference):
        with pytest.raises(KbError) as caught:
            check({"$ref": reference}, {"a": "x"})
        assert (caught.value.kind, caught.value.code) == ("usage", "bad-config")
        assert caught.value.message == "kinds.book: b.json has a reference that leads nowhere, or to itself"
