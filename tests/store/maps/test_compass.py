"""A compass: made for a repository, and read back in whatever shape people give it."""

from __future__ import annotations

import pytest

from kb.store.errors import KbError
from kb.store.maps.compass import NoCompassError, make_compass, read_compass
from kb.store.maps.parts import PARTS, names_in

PURPOSE = "## What it is for\n\nPrices parcels.\n"


def read(root, text):
    root.mkdir(exist_ok=True)
    (root / "AGENTS.md").write_bytes(text.encode() if isinstance(text, str) else text)
    return dict(read_compass("rate-quoter", root).parts)


def test_a_new_compass_has_all_headings_and_is_not_filled_in(tmp_path):
    root = tmp_path / "rate-quoter"
    root.mkdir()

    assert make_compass(root) == (root, "AGENTS.md", PARTS)

    text = (root / "AGENTS.md").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("#")] == [
        "# rate-quoter",
        *(f"## {part}" for part in PARTS),
    ]
    with pytest.raises(NoCompassError, match="is not filled in"):
        read_compass("rate-quoter", root)
    filled = text.replace("\n\n## Commands", "\n\nPrices parcels.\n\n## Commands")
    assert read(root, filled) == {"What it is for": "Prices parcels."}


@pytest.mark.parametrize("there", ["a file", "an empty file", "a folder", "a dead link"])
def test_an_agents_file_that_is_there_is_never_overwritten(tmp_path, there):
    path = tmp_path / "AGENTS.md"
    if there == "a folder":
        path.mkdir()
    elif there == "a dead link":
        try:
            path.symlink_to(tmp_path / "nowhere")
        except OSError:
            pytest.skip("links cannot be made here")
    else:
        path.write_bytes(b"ours" if there == "a file" else b"")
    before = path.read_bytes() if path.is_file() else None

    with pytest.raises(KbError) as caught:
        make_compass(tmp_path)

    assert (caught.value.kind, caught.value.code) == ("refused", "not-empty")
    assert (path.read_bytes() if path.is_file() else None) == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_gets_no_compass(tmp_path):
    with pytest.raises(KbError) as caught:
        make_compass(tmp_path / "typo")

    assert caught.value.kind == "missing"
    assert not (tmp_path / "typo").exists()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        pytest.param(PURPOSE, {"What it is for": "Prices parcels."}, id="one part"),
        pytest.param(
            "# Traps\n\nNone.\n\n# WHAT IT IS FOR:\n\nX.\n\n# Setup\n\nY.\n",
            {"Traps": "None.", "What it is for": "X."},
            id="any order, case and level, and other headings between",
        ),
        pytest.param(PURPOSE.replace("\n", "\r\n"), {"What it is for": "Prices parcels."}, id="line ends of Windows"),
        pytest.param(
            "\ufeff---\na: b\n---\n" + PURPOSE, {"What it is for": "Prices parcels."}, id="a mark and frontmatter"
        ),
        pytest.param(
            PURPOSE + "\n### Why\n\nTraps\n-----\n\nT.\n",
            {"What it is for": "Prices parcels.\n\n#### Why", "Traps": "T."},
            id="a heading of its own level ends a part, however it is written",
        ),
        pytest.param(
            "# What it is for\n\nX.\n\n## Why\n\nY.\n\n###### Deep\n",
            {"What it is for": "X.\n\n#### Why\n\nY.\n\n###### Deep"},
            id="headings in a part are moved below it",
        ),
        pytest.param(
            PURPOSE + "\n## Commands that matter\n\n```sh\n## Traps\n```\n",
            {"What it is for": "Prices parcels.", "Commands that matter": "```sh\n## Traps\n```"},
            id="code has no headings",
        ),
        pytest.param(
            PURPOSE + "\n## Traps\n\n<!-- later -->\n",
            {"What it is for": "Prices parcels."},
            id="a comment says nothing",
        ),
        pytest.param(
            PURPOSE + "\n## Traps\n\nA.\n\n## Traps\n\nB.\n",
            {"What it is for": "Prices parcels.", "Traps": "A."},
            id="the first of two counts",
        ),
        pytest.param(
            "## What it is for\n\nSee [how](docs/a.md), [`b.md`](b.md), [up](#traps), ![x](i.png 'T'), "
            "`[c](d.md)` and [net](https://x.example/a).\n",
            {
                "What it is for": "See how (`docs/a.md`), `b.md`, up, x (`i.png`), "
                "`[c](d.md)` and [net](https://x.example/a)."
            },
            id="links to its own files become text",
        ),
    ],
)
def test_the_parts_of_a_compass_are_read(tmp_path, text, parts):
    assert read(tmp_path, text) == parts


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param("", "is not filled in", id="empty"),
        pytest.param("# Repository guidelines\n\nBe nice.\n", "is not filled in", id="of another shape"),
        pytest.param("## What it is for\n\n<!-- soon -->\n", "is not filled in", id="only a comment"),
        pytest.param(b"## What it is for\n\nCaf\xfc\n", r"cannot be read: not UTF-8 \(byte 0xfc", id="not UTF-8"),
        pytest.param(PURPOSE.encode("utf-16"), "cannot be read: UTF-16", id="UTF-16"),
        pytest.param(PURPOSE + "```sh\nmake\n", "leaves code or a comment open below 'What it", id="open code"),
        pytest.param(PURPOSE + "\n<!-- soon\n", "leaves code or a comment open below 'What it", id="open comment"),
        pytest.param(
            PURPOSE + "\n## Traps\n\nUse ghp_" + "a1B2" * 9 + "\n", "like a secret below 'Traps': GitHub", id="a secret"
        ),
    ],
)
def test_a_compass_that_cannot_be_used_says_why(tmp_path, text, why):
    with pytest.raises(NoCompassError, match=why):
        read(tmp_path, text)


@pytest.mark.parametrize(("there", "why"), [("nothing", "it has no AGENTS.md"), ("a folder", "is no file")])
def test_a_repository_without_one_says_so(tmp_path, there, why):
    if there == "a folder":
        (tmp_path / "AGENTS.md").mkdir()

    with pytest.raises(NoCompassError, match=why):
        read_compass("x", tmp_path)
    with pytest.raises(NoCompassError, match="is no folder"):
        read_compass("x", tmp_path / "typo")


@pytest.mark.parametrize(
    ("item", "name"),
    [
        ("`quotes-api`: prices", "quotes-api"),
        ("**`quotes-api`** over HTTP", "quotes-api"),
        ("quotes-api: prices", "quotes-api"),
        ("**price events**: on the bus", "price events"),
        ("price events \u2013 on the bus", "price events"),
        ("price events (on the bus)", "price events"),
        ("[carrier-rates](https://x.example)", "carrier-rates"),
        ("v1.2 of the schema. Old.", "v1.2 of the schema"),
        ("alone", "alone"),
        ("[ ] `quotes-api`: soon", "quotes-api"),
        ("[x] quotes-api: done", "quotes-api"),
        ("[[carrier-rates]]: wiki", "carrier-rates"),
        (r"price\_events: escaped", "price_events"),
    ],
)
def test_an_item_begins_with_a_name(item, name):
    text = f"Some words.\n\n- {item}\n  - below\n\n```\n- code\n```"

    assert names_in({"Provides": text}, "Provides") == (name,)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("1. `a`: x\n2) b", ("a", "b")),
        ("  - a\n  - b", ("a", "b")),
        ("+ a\n\n  more\n  - below\n+ b", ("a", "b")),
        ("- a\n    - below\n\nText.\n\n   * b", ("a", "b")),
        ("-\ta\n\t- below", ("a",)),
    ],
)
def test_items_of_every_list_count_but_for_those_below_others(text, names):
    assert names_in({"Provides": text}, "Provides") == names
