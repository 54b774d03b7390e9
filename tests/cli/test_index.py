"""`kb index`, as people and programs see it."""

from __future__ import annotations

import json

from jsonschema import Draft202012Validator

from kb.schema import read


def test_the_index_is_written_said_and_of_its_published_schema(run_kb, ana):
    ana.write({"wiki/latin.md": b"caf\xfc\n"})

    first = run_kb("index", "--kb", ana.base)
    second = run_kb("index", "--json", "--kb", ana.base)

    size = (ana.base / "index.md").stat().st_size
    assert (first.code, second.code) == (0, 0)
    assert first.out.startswith(f"index.md  {size} bytes\nindex-full.md  ")
    assert first.err == "kb: wiki/latin.md could not be read: not UTF-8 (byte 0xfc at offset 3); the index says so\n"
    assert list(Draft202012Validator(json.loads(read("index-1"))).iter_errors(second.document)) == []
    assert second.document["files"][0] == {"path": "index.md", "bytes": size, "changed": False}
    assert [each["path"] for each in second.document["skipped"]] == ["wiki/latin.md"]
    assert "index.md  " in run_kb("index", "--kb", ana.base).out
    assert ", as before\n" in run_kb("index", "--kb", ana.base).out


def test_a_search_of_all_pages_does_not_change_by_the_index(run_kb, ana):
    before = run_kb("search", "rollback", "edge", "--json", "--kb", ana.base)

    run_kb("index", "--kb", ana.base)

    assert run_kb("search", "rollback", "edge", "--json", "--kb", ana.base).document == before.document


def test_an_index_of_the_users_own_is_refused_with_what_to_do(run_kb, ana):
    ana.write({"index.md": "# Ours\n"})

    ran = run_kb("index", "--kb", ana.base)

    assert (ran.code, ran.out) == (4, "")
    assert "index.md is there and was not written by kb index" in ran.err
    assert "rename it" in ran.err
