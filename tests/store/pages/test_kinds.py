"""Kinds as contracts."""

from __future__ import annotations

import json
import re

import pytest

from kb.store.config import read_config
from kb.store.errors import KbError
from kb.store.pages.kinds import BUILT_IN_KINDS, read_contracts

BOOK = {
    "type": "object",
    "properties": {
        "summary": {"type": "string"},
        "readers": {"type": ["array", "null"]},
        "tags": {"type": "array"},
        "any": True,
    },
    "required": ["summary"],
}


@pytest.fixture
def contracts(make_folder):
    """Read the contracts of a base with these files."""
    return lambda files: read_contracts(read_config(make_folder(files)))


def own(schema, kind="book"):
    return {
        "kb.toml": f'[kinds.{kind}]\nfolders = ["books", "novels"]\nschema = "schemas/x.json"\n',
        "schemas/x.json": schema,
    }


def test_a_base_without_settings_has_the_built_in_kinds(contracts):
    assert set(contracts({})) == set(BUILT_IN_KINDS) == {"wiki", "finding", "decision", "incident", "note"}


@pytest.mark.parametrize(
    ("kind", "folder", "prefix"),
    [
        ("wiki", "wiki", ""),
        ("note", "inbox", ""),
        ("finding", "memory/findings", "F"),
        ("decision", "memory/decisions", "D"),
        ("incident", "memory/incidents", "I"),
    ],
)
def test_a_built_in_kind_has_a_folder_and_a_record_a_prefix(contracts, kind, folder, prefix):
    contract = contracts({})[kind]
    assert (contract.kind, contract.folder, contract.prefix, contract.source) == (kind, folder, prefix, "")


@pytest.mark.parametrize(
    ("kind", "moves"),
    [
        (
            "finding",
            {
                "open": ("fixed", "accepted-risk", "superseded"),
                "fixed": ("open", "superseded"),
                "accepted-risk": ("open", "fixed", "superseded"),
                "superseded": (),
            },
        ),
        ("decision", {"accepted": ("superseded",), "superseded": ()}),
        ("incident", {"open": ("closed",), "closed": ("open",)}),
        ("wiki", {}),
        ("note", {}),
    ],
)
def test_a_record_has_a_life_cycle_over_all_its_statuses(contracts, kind, moves):
    contract = contracts({})[kind]
    assert contract.moves == moves
    assert set(contract.fields.get("status", {}).get("enum", ())) == set(moves)


def test_pages_about_systems_have_required_sections(contracts):
    assert contracts({})["wiki"].sections == {"systems": ("What it is", "How we run it", "Traps")}


@pytest.mark.parametrize("kind", BUILT_IN_KINDS)
def test_every_kind_may_have_aliases_tags_and_links(contracts, kind):
    contract = contracts({})[kind]
    assert all(contract.is_list(field) for field in ("aliases", "tags", "links"))
    assert not {"aliases", "tags", "links"} & set(contract.schema["required"])


@pytest.mark.parametrize("kind", ["finding", "decision", "incident"])
def test_an_id_has_its_prefix_a_day_and_a_number(contracts, kind):
    contract = contracts({})[kind]
    pattern = contract.fields["id"]["pattern"]
    assert re.search(pattern, f"{contract.prefix}-2026-01-31-001")
    assert re.search(pattern, f"{contract.prefix}-2026-01-31-1000")
    for wrong in (f"{contract.prefix}-2026-01-31-01", "X-2026-01-31-001", f"{contract.prefix}-2026-1-31-001", "001"):
        assert not re.search(pattern, wrong)


def test_a_kind_of_the_base_has_the_contract_that_its_schema_gives(contracts):
    contract = contracts(own(json.dumps(BOOK)))["book"]
    assert (contract.schema, contract.folder, contract.prefix) == (BOOK, "books", "")
    assert (contract.moves, contract.sections, contract.source) == ({}, {}, "schemas/x.json")
    assert [field for field in (*BOOK["properties"], "other") if contract.is_list(field)] == ["readers", "tags"]


def test_a_schema_may_say_what_json_schema_has_no_word_for(contracts):
    extra = {
        "folder": "shelf/books",
        "prefix": "B",
        "moves": {"new": ["read"], "read": []},
        "sections": {"novels": ["Plot"]},
    }
    contract = contracts(own(json.dumps(BOOK | {"x-kb": extra})))["book"]
    assert (contract.folder, contract.prefix) == ("shelf/books", "B")
    assert (contract.moves, contract.sections) == ({"new": ("read",), "read": ()}, {"novels": ("Plot",)})


def test_a_schema_with_a_byte_order_mark_is_read(contracts):
    assert contracts(own(b"\xef\xbb\xbf" + json.dumps(BOOK).encode()))["book"].schema == BOOK


def test_a_kind_without_a_schema_has_no_contract(contracts):
    assert "book" not in contracts({"kb.toml": '[kinds.book]\nfolders = ["books"]\n'})


@pytest.mark.parametrize(
    ("settings", "extra", "folders"),
    [
        ('[kinds.book]\nfolders = ["books", "novels"]\nschema = "b.json"\n', {}, ("books", "novels")),
        (
            '[kinds.book]\nfolders = ["books", "novels"]\nschema = "b.json"\n',
            {"folder": "shelf"},
            ("shelf", "books", "novels"),
        ),
        ('[kinds.book]\nschema = "b.json"\n', {}, ("book",)),
    ],
)
def test_records_may_be_in_any_folder_of_their_kind(contracts, settings, extra, folders):
    assert contracts({"kb.toml": settings, "b.json": json.dumps({"x-kb": extra})})["book"].folders == folders


def test_a_base_may_give_a_built_in_kind_further_folders(contracts):
    assert contracts({})["finding"].folders == ("memory/findings",)
    found = contracts({"kb.toml": '[kinds.finding]\nfolders = ["bugs"]\n'})["finding"]
    assert (found.folder, found.folders) == ("memory/findings", ("memory/findings", "bugs"))


def test_a_kind_without_folders_is_in_the_folder_of_its_name(contracts):
    files = {"kb.toml": '[kinds.book]\nschema = "b.json"\n', "b.json": "{}"}
    assert contracts(files)["book"].folder == "book"


def test_a_base_may_give_a_built_in_kind_another_contract(contracts):
    contract = contracts(own(json.dumps(BOOK), "finding"))["finding"]
    assert (contract.schema, contract.prefix, contract.folder) == (BOOK, "F", "memory/findings")
    contract = contracts(own(json.dumps(BOOK | {"x-kb": {"prefix": "X", "moves": {}}}), "finding"))["finding"]
    assert (contract.prefix, contract.folder, contract.moves) == ("X", "memory/findings", {})


@pytest.mark.parametrize(
    ("schema", "trouble"),
    [
        ("{", "is no JSON: "),
        (b"\xff", "is no JSON: "),
        ("[" * 100_000, "is no JSON: "),
        ("[]", "is no JSON object"),
        ("true", "is no JSON object"),
        ('{"type": "texts"}', "is no JSON Schema: $.type: "),
        ('{"properties": {"a": {"pattern": "("}}}', "is no JSON Schema: $.properties.a.pattern: "),
        ('{"x-kb": []}', "x-kb is wrong: $: "),
        ('{"x-kb": {"prefix": "b"}}', "x-kb is wrong: $.prefix: "),
        ('{"x-kb": {"prefx": "B"}}', "x-kb is wrong: $: "),
        ('{"x-kb": {"moves": {"a": "b"}}}', "x-kb is wrong: $.moves.a: "),
        ('{"x-kb": {"folder": ""}}', "x-kb is wrong: $.folder: '' is no path of a folder below the base"),
        ('{"x-kb": {"folder": "/books"}}', "x-kb is wrong: $.folder: "),
        ('{"x-kb": {"folder": "books/"}}', "x-kb is wrong: $.folder: "),
        ('{"x-kb": {"folder": "a//b"}}', "x-kb is wrong: $.folder: "),
        ('{"x-kb": {"folder": "a/../b"}}', "x-kb is wrong: $.folder: "),
        ('{"x-kb": {"folder": "."}}', "x-kb is wrong: $.folder: "),
        ('{"x-kb": {"folder": "a\\\\b"}}', "x-kb is wrong: $.folder: "),
    ],
)
def test_a_schema_that_is_wrong_is_refused_by_the_names_of_kind_and_file(contracts, schema, trouble):
    with pytest.raises(KbError) as caught:
        contracts(own(schema))
    assert (caught.value.kind, caught.value.code) == ("usage", "bad-config")
    assert caught.value.message.startswith(f"kinds.book: schemas/x.json {trouble}")


def test_a_schema_that_is_not_there_is_refused(contracts):
    with pytest.raises(KbError) as caught:
        contracts({"kb.toml": '[kinds.book]\nschema = "no.json"\n'})
    assert caught.value.message == "kinds.book: no.json cannot be read: no such file or directory"
