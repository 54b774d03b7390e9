"""`kb export` as people and programs see it, and its page of the documentation."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from kb.schema import read

PAGE = Path(__file__).parent.parent.parent / "docs" / "export.md"
FORMATS = ("jsonl", "llms-txt", "site", "bulk")


def _faults(document):
    name = document["schema"].removeprefix("kb/").replace("/", "-")
    return [error.message for error in Draft202012Validator(json.loads(read(name))).iter_errors(document)]


@pytest.mark.parametrize("wanted", FORMATS)
def test_the_result_is_of_its_schema_and_names_the_files_that_are_there(run_kb, example, tmp_path, wanted):
    ran = run_kb("export", tmp_path / "out", "--format", wanted, "--kb", example, "--json")

    assert (ran.code, ran.err, _faults(ran.document)) == (0, "", [])
    found = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    assert found == {*ran.document["files"], ".kb-export"}


def test_a_person_is_told_what_was_written_and_where_to_begin(run_kb, example, tmp_path):
    ran = run_kb("export", tmp_path / "out", "--format", "site", "--kb", example)

    assert re.fullmatch(r"wrote \S+out: \d+ pages in \d+ files\nbegin with \S+index\.html\n", ran.out)
    assert run_kb("export", tmp_path / "out", "--format", "site", "--kb", example).out.startswith("replaced ")


def test_a_page_that_cannot_be_read_is_a_warning_and_stands_in_the_document(run_kb, make_folder, tmp_path):
    root = make_folder({"a.md": "# A\n", "b.md": b"\xfc"})

    ran = run_kb("export", tmp_path / "out", "--format", "jsonl", "--kb", root, "--json")

    assert ran.code == 0
    assert ran.err == "kb: not exported: b.md: not UTF-8 (byte 0xfc at offset 0)\n"
    assert (ran.document["complete"], [item["path"] for item in ran.document["skipped"]]) == (False, ["b.md"])
    assert _faults(ran.document) == []


def test_nothing_that_is_printed_tells_of_a_private_page_or_the_inbox(run_kb, make_folder, tmp_path):
    pages = {"a.md": "# A\n\n[[Nightjar]]\n", "n.md": "---\nprivate: true\n---\n# Nightjar\n"}
    files = {**pages, "inbox/nightjar.md": b"\xfc"}

    for more in ((), ("--json",)):
        ran = run_kb("export", tmp_path / "out", "--format", "site", "--kb", make_folder(files), *more)
        assert "ightjar" not in ran.out + ran.err
        assert "1 page" in ran.out or ran.document["pages"] == 1


def test_a_folder_that_is_in_use_is_refused_in_a_sentence(run_kb, example, tmp_path):
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")

    ran = run_kb("export", tmp_path, "--format", "site", "--kb", example, "--json")

    assert (ran.code, ran.document["code"]) == (4, "foreign-folder")
    assert "mine.txt" in ran.document["message"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.txt"]


@pytest.mark.parametrize("words", [("out",), ("out", "--format", "pdf"), ("", "--format", "site")])
def test_a_missing_or_unknown_format_and_an_empty_folder_are_usage(run_kb, example, words):
    assert run_kb("export", *words, "--kb", example).code == 2


def test_every_command_of_the_page_does_what_the_page_says(run_kb, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run_kb("init", "harbor", "--example").code == 0
    blocks = re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    commands = [shlex.split(line, comments=True) for block in blocks for line in block.splitlines()]

    for program, *words in commands:
        assert program == "kb"
        ran = run_kb(*words)
        assert ran.code == 0, (words, ran.err)

    assert {words[words.index("--format") + 1] for words in commands if "--format" in words} == set(FORMATS)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["harbor", "lines", "server", "site", "texts"]


def test_only_a_site_loads_the_parser_of_markdown(example, tmp_path):
    script = "import sys; from kb.cli.app import run; run(sys.argv[1:]); sys.exit('markdown_it' in sys.modules)"
    codes = [
        subprocess.run(
            [sys.executable, "-c", script, "export", tmp_path / wanted, "--format", wanted, "--json", "--kb", example],
            check=False,
            stdout=subprocess.DEVNULL,
        ).returncode
        for wanted in ("jsonl", "site")
    ]

    assert codes == [0, 1]
