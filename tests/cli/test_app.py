"""The command line as a whole: verbs, errors, streams."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from kb import __version__
from kb.cli.app import EXIT_CODES, VERBS
from kb.store.errors import Kind


def test_the_version_is_printed(run_kb):
    ran = run_kb("--version")

    assert (ran.code, ran.out) == (0, f"kb {__version__}\n")


def test_without_words_kb_shows_its_help(run_kb):
    ran = run_kb()

    assert ran.code == 0
    assert all(f"  {verb} " in ran.out for verb in VERBS)


def test_every_kind_of_error_has_an_exit_code():
    assert set(EXIT_CODES) == set(get_args(Kind))
    assert EXIT_CODES == {"usage": 2, "missing": 3, "refused": 4, "outside": 5, "bug": 70}


GROUPS = {
    "alias": ("add", "list", "find"),
    "review": ("show", "push", "prune"),
    "compass": ("init", "build"),
    "hook": ("stop",),
    "hooks": ("install", "uninstall"),
}
COMMANDS = [
    *((verb,) for verb in VERBS if verb not in {"alias", "compass", "hook", "hooks"}),
    *((verb, name) for verb, names in GROUPS.items() for name in names),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_verb_has_help_with_an_example_and_takes_the_shared_options(run_kb, command):
    ran = run_kb(*command, "--help")

    assert ran.code == 0
    assert f"Example: kb {' '.join(command)}" in ran.out
    assert all(option in ran.out for option in ("--kb PATH", "--json", "--no-color"))


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        pytest.param(("serch", "x"), "No such command 'serch'", "did you mean: kb search", id="verb-mistyped"),
        pytest.param(("frobnicate",), "No such command 'frobnicate'", "the verbs are: search, ", id="verb-unknown"),
        pytest.param(("search", "--limt", "3"), "No such option: --limt", "kb search --help", id="option-mistyped"),
        pytest.param(("search", "-n", "many"), "'many' is not a valid", "kb search --help", id="number-mistyped"),
        pytest.param(("show",), "Missing argument 'TARGET'", "kb show --help", id="argument-missing"),
    ],
)
def test_wrong_usage_is_one_sentence_and_a_next_step(run_kb, words, message, hint):
    ran = run_kb(*words)

    assert ran.code == 2
    assert ran.out == ""
    assert message in ran.err
    assert hint in ran.err
    assert len(ran.err.splitlines()) == 2


def test_wrong_usage_under_json_is_one_error_document(run_kb):
    ran = run_kb("search", "--limt", "3", "--json")

    assert ran.code == 2
    assert (ran.document["schema"], ran.document["kind"], ran.document["exit_code"]) == ("kb/error/1", "usage", 2)
    assert ran.err == ""


def test_a_word_behind_two_dashes_is_no_option(run_kb, example):
    ran = run_kb("search", "--kb", example, "--", "--json")

    assert ran.code == 0
    assert not ran.out.startswith("{")


def _start(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "kb", *words],
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("words", "read"),
    [
        (("search", "the rollout", "-n", "0"), 10),
        (("search", "the rollout", "-n", "0", "--json"), 10),
        (("search", "rollout", "-n", "1"), 0),
        (("search", "--help"), 0),
        (("--help",), 0),
    ],
    ids=["text", "json", "before-the-first-byte", "help-of-a-verb", "help"],
)
def test_a_reader_that_stops_early_ends_kb_quietly(example, words, read):
    command = [sys.executable, "-u", "-m", "kb", *words]
    environment = {**os.environ, "KB_HOME": str(example)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.read(read)
        process.stdout.close()
        err = process.stderr.read()

        assert process.wait(60) == 0
    assert b"Traceback" not in err
    assert b"Broken" not in err


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp950", "utf-8"])
def test_a_stream_that_lacks_a_character_gets_a_replacement(make_folder, encoding):
    root = make_folder({"a.md": "# Pfeil → 🚀 部\n\nrollout → 🚀 部署\n"})

    ran = _start("search", "rollout", "--kb", str(root), PYTHONIOENCODING=encoding)

    assert ran.returncode == 0
    assert b"Traceback" not in ran.stderr
    assert b"a.md:" in ran.stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_json_is_utf_8_whatever_the_locale(make_folder, encoding):
    root = make_folder({"a.md": "# Pfeil → 🚀 部\n\nrollout\n"})

    ran = _start("search", "rollout", "--json", "--kb", str(root), PYTHONIOENCODING=encoding)

    assert json.loads(ran.stdout.decode("utf-8"))["results"][0]["title"] == "Pfeil → 🚀 部"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such file names")
def test_a_file_name_that_is_no_unicode_comes_back_whole_from_json(tmp_path):
    name = os.fsdecode(b"caf\xe9.md")
    (tmp_path / name).write_text("rollout\n", encoding="utf-8")

    ran = _start("search", "rollout", "--json", "--kb", str(tmp_path))

    assert ran.returncode == 0
    assert json.loads(ran.stdout)["results"][0]["path"] == name


def test_json_loads_none_of_the_heavy_libraries(example):
    script = (
        "import sys\n"
        "from kb.cli.app import run\n"
        f"code = run(['search', 'rollout', '--json', '--kb', {str(example)!r}])\n"
        "print(code, sorted({'rich', 'git', 'jsonschema', 'yaml', 'pathspec'} & set(sys.modules)), file=sys.stderr)\n"
    )

    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)

    assert ran.stderr.splitlines()[-1] == "0 ['yaml']"  # the broken page alone asks for it


def test_the_same_search_gives_the_same_bytes_under_any_hash_seed(example):
    words = (
        "search",
        "stuck rollout",
        "--also",
        "roll back",
        "--passages",
        "--json",
        "--explain",
        "--kb",
        str(example),
    )

    outputs = {_start(*words, PYTHONHASHSEED=seed).stdout for seed in ("0", "1", "2", "3")}

    assert len(outputs) == 1
    assert outputs.pop().startswith(b'{"schema":"kb/search/1"')


@pytest.fixture
def broken_verb(monkeypatch):
    def fail(*_arguments):
        raise ZeroDivisionError("seven")

    monkeypatch.setattr("kb.cli.search.search_folder", fail)


def test_a_bug_is_said_in_one_sentence_and_exits_with_70(run_kb, example, broken_verb):
    as_text = run_kb("search", "x", "--kb", example)
    as_json = run_kb("search", "x", "--kb", example, "--json")

    assert (as_text.code, as_json.code) == (70, 70)
    assert "a bug in kb: ZeroDivisionError: seven" in as_text.err
    assert as_json.document["kind"] == "bug"


def test_a_bug_shows_where_it_is_when_asked(run_kb, example, broken_verb, monkeypatch):
    monkeypatch.setenv("KB_DEBUG", "1")

    with pytest.raises(ZeroDivisionError):
        run_kb("search", "x", "--kb", example)


def test_an_interruption_ends_with_130(run_kb, example, monkeypatch):
    def interrupt(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("kb.cli.search.search_folder", interrupt)

    assert run_kb("search", "x", "--kb", example) == (130, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.parametrize("words", [("search", "rollout"), ("search", "rollout", "--json"), ("--help",)])
def test_output_that_cannot_be_written_is_an_outside_failure(example, words):
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "kb", *words],
            env={**os.environ, "KB_HOME": str(example)},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            text=True,
        )

    assert ran.returncode == 5
    assert "kb: the output cannot be written: no space left on device" in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of its own closes differently there")
def test_a_closed_output_is_an_outside_failure(example):
    command = f"{shlex.quote(sys.executable)} -m kb search rollout --kb {shlex.quote(str(example))} >&-"

    ran = subprocess.run(["sh", "-c", command], capture_output=True, check=False, text=True)

    assert (ran.returncode, ran.stderr) == (5, "kb: the output is closed\n")


NOTES = {"closed": "2>&-", "full": "2>/dev/full", "unread": "2> >(true)"}


@pytest.mark.skipif(sys.platform != "linux", reason="a shell and devices of Linux")
@pytest.mark.parametrize("stderr", NOTES.values(), ids=NOTES)
@pytest.mark.parametrize("base", ["example", "missing"])
@pytest.mark.parametrize("option", ["", "--json"], ids=["text", "json"])
def test_notes_that_cannot_be_written_change_neither_the_output_nor_the_exit_code(example, stderr, base, option):
    root = example if base == "example" else example / "missing"
    command = f"{shlex.quote(sys.executable)} -m kb search rollout -n 1 {option} --kb {shlex.quote(str(root))}"
    usual = subprocess.run(["bash", "-c", command], capture_output=True, check=False)

    ran = subprocess.run(["bash", "-c", f"exec {stderr}; sleep 0.1; {command}"], capture_output=True, check=False)

    assert (ran.returncode, ran.stdout) == (usual.returncode, usual.stdout)
    assert ran.stderr == b""


@pytest.mark.skipif(sys.platform == "win32", reason="a working directory cannot be removed there")
def test_without_a_working_directory_an_absolute_base_is_searched(run_kb, example, tmp_path, monkeypatch):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()

    assert run_kb("search", "rollout", "--kb", example).code == 0
    assert run_kb("search", "rollout", "--kb", "x", "--json").document["code"] == "no-working-directory"
    gone = run_kb("search", "rollout", "--json").document
    assert (gone["code"], gone["message"]) == ("no-base", "the working directory is gone")
