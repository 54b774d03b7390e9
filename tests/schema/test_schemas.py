"""The contracts, from both sides: what they take and what they refuse."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from kb.schema import names, read
from kb.store.config import read_config
from kb.store.errors import KbError

SAMPLES = Path(__file__).parent.parent / "samples" / "schema"
REGISTRY = Registry().with_resources(
    (json.loads(read(name))["$id"], Resource.from_contents(json.loads(read(name)))) for name in names()
)


def _samples(verdict: str) -> list[Path]:
    return sorted((SAMPLES / verdict).glob("*.json"))


def _errors(sample: Path) -> list[str]:
    schema = json.loads(read(sample.name.partition(".")[0]))
    found = Draft202012Validator(schema, registry=REGISTRY).iter_errors(json.loads(sample.read_text(encoding="utf-8")))
    return [error.message for error in found]


@pytest.mark.parametrize("name", names())
def test_every_contract_is_a_schema_that_has_its_version(name):
    schema = json.loads(read(name))

    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert re.fullmatch(r"urn:kb:[a-z-]+:[1-9]\d*", schema["$id"])
    # The frontmatter of records has the version of the record format, which kb.toml states.
    assert name.startswith("record-") or name.rpartition("-")[2] == schema["$id"].rpartition(":")[2]
    assert schema["properties"].get("schema", {"const": None})["const"] in {None, schema["$id"][4:].replace(":", "/")}


@pytest.mark.parametrize("name", names())
def test_every_contract_has_samples_that_it_takes_and_that_it_refuses(name):
    for verdict in ("valid", "invalid"):
        assert [sample for sample in _samples(verdict) if sample.name.startswith(f"{name}.")]


@pytest.mark.parametrize("sample", _samples("valid"), ids=lambda sample: sample.stem)
def test_a_valid_sample_is_taken(sample):
    assert _errors(sample) == []


@pytest.mark.parametrize("sample", _samples("invalid"), ids=lambda sample: sample.stem)
def test_an_invalid_sample_is_refused_for_its_one_fault(sample):
    assert len(_errors(sample)) == 1


def _as_toml(settings: dict[str, object]) -> str:
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items() if key not in {"kinds", "review", "log"}]
    for table in ("review", "log"):
        lines += [f"{table}.{key} = {json.dumps(value)}" for key, value in settings.get(table, {}).items()]
    for kind, rules in settings.get("kinds", {}).items():
        if isinstance(rules, list):
            lines.append(f"kinds.{kind} = {json.dumps(rules)}")
        else:
            lines += [f"[kinds.{kind}]", *(f"{key} = {json.dumps(value)}" for key, value in rules.items())]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "sample", [path for path in _samples("valid") if path.name.startswith("kb-toml")], ids=lambda path: path.stem
)
def test_what_the_contract_of_kb_toml_takes_is_read(sample, make_folder):
    root = make_folder({"kb.toml": _as_toml(json.loads(sample.read_text(encoding="utf-8")))})

    assert read_config(root).root == root


@pytest.mark.parametrize(
    "sample", [path for path in _samples("invalid") if path.name.startswith("kb-toml")], ids=lambda path: path.stem
)
def test_what_the_contract_of_kb_toml_refuses_is_refused(sample, make_folder):
    root = make_folder({"kb.toml": _as_toml(json.loads(sample.read_text(encoding="utf-8")))})

    with pytest.raises(KbError) as caught:
        read_config(root)

    assert caught.value.kind == "usage"
