"""Which page a name stands for."""

from __future__ import annotations

import pytest

from kb.store.config import read_config
from kb.store.errors import KbError
from kb.store.records.aliases import find_alias, list_aliases


@pytest.fixture
def config(make_folder):
    pages = {"wiki/a.md": "[Zeta, Édge]", "wiki/b.md": "[edge proxy, k8s]"}
    files = {path: f"---\ntype: wiki\naliases: {names}\n---\n\n# {path[5].upper()}\n" for path, names in pages.items()}
    return read_config(make_folder(files))


def _names(aliases):
    return [(alias.name, alias.path) for alias in aliases]


def test_names_are_listed_in_order_of_all_pages_or_of_one(config):
    assert [alias.name for alias in list_aliases(config)] == ["edge proxy", "k8s", "Zeta", "Édge"]
    assert _names(list_aliases(config, "wiki/a.md")) == [("Zeta", "wiki/a.md"), ("Édge", "wiki/a.md")]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("K8S", [("k8s", "wiki/b.md")]),
        ("E\u0301DGE", [("Édge", "wiki/a.md")]),
        ("proxy", [("edge proxy", "wiki/b.md")]),
        ("nothing", []),
    ],
)
def test_a_name_is_found_whatever_its_case_and_else_as_a_part(config, asked, found):
    assert _names(find_alias(config, asked)) == found


def test_an_empty_name_is_a_usage_error(config):
    with pytest.raises(KbError) as caught:
        find_alias(config, " ")

    assert caught.value.kind == "usage"
