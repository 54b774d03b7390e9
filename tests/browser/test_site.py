"""The exported site, as a person sees it who opens its folder."""

from __future__ import annotations

import os

import pytest

from kb.store.bases.create import create_example
from kb.store.config import read_config
from kb.store.exports.export import ExportRequest, export_base

QUESTION = "how do we roll back a stuck deployment"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    root = create_example(folder / "harbor", os.environ).root
    (root / "wiki" / "table.md").write_text("# Table\n\n| n | v |\n|:-:|--:|\n| a | 1 |\n", encoding="utf-8")
    (root / "wiki" / "café.md").write_text("# Ｃａｆé\n\nThe crème brûlée of Zürich & <b>部署</b>.\n", encoding="utf-8")
    export_base(read_config(root), ExportRequest(folder / "out", "site"))
    return folder / "out"


def _search(opened, question):
    opened.page.fill("#searchInput", question)
    return opened.page.locator("#found > li")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 400])
def test_a_search_finds_a_page_and_shows_the_passage_with_its_terms_set_off(open_page, contrast, site, width, scheme):
    opened = open_page(site / "index.html", width, scheme)
    page = opened.page

    first = _search(opened, QUESTION).first
    marked = first.locator(".passage mark")

    assert first.locator("a").inner_text() == "How to run a rollback"
    assert marked.first.is_visible()
    assert {"stuck", "deployment", "back"} <= set(marked.all_inner_texts())
    assert page.locator("#index").is_hidden()
    assert contrast(page, "#found a, #found p, #found mark, #status, label, button, #searchInput") >= 4.5
    assert page.evaluate("document.documentElement.scrollWidth") == width
    first.locator("a").click()
    assert page.locator("#when-a-rollout-is-stuck").is_visible()
    assert contrast(page, "h1, h2, p, a, dt, dd, li, td, th, code, button") >= 4.5
    assert page.evaluate("document.documentElement.scrollWidth") == width
    _nothing_asked(opened)


def _nothing_asked(opened):
    assert opened.complaints == []
    assert [url for url in opened.requests if not url.startswith(("file:", "data:"))] == []


def test_every_page_fits_a_small_screen_and_nothing_complains(open_page, site):
    opened = open_page(site / "index.html", 400, java_script_enabled=True)

    too_wide = []
    for path in sorted(site.rglob("*.html")):
        opened.page.goto(path.as_uri())
        if opened.page.evaluate("document.documentElement.scrollWidth") > 400:
            too_wide.append(path.name)

    assert too_wide == []
    _nothing_asked(opened)


def test_the_cells_of_a_table_are_aligned_as_the_page_says(open_page, site):
    opened = open_page(site / "pages" / "wiki" / "table.html", 1280)

    aligned = opened.page.locator("td").evaluate_all("cells => cells.map(cell => getComputedStyle(cell).textAlign)")

    assert aligned == ["center", "right"]
    _nothing_asked(opened)


def test_the_colours_follow_the_system(open_page, site):
    background = "getComputedStyle(document.body).backgroundColor"
    light = open_page(site / "index.html", scheme="light").page.evaluate(background)

    assert light != open_page(site / "index.html", scheme="dark").page.evaluate(background)


def test_the_search_is_worked_by_keyboard_alone(open_page, site):
    opened = open_page(site / "index.html")
    press = opened.page.keyboard.press
    focused = "document.activeElement.textContent || document.activeElement.id"

    press("/")
    opened.page.keyboard.type("rollback")
    press("ArrowDown")
    assert opened.page.evaluate(focused) == "How to run a rollback"
    press("ArrowDown")
    press("ArrowUp")
    press("ArrowUp")
    assert opened.page.evaluate(focused) == "searchInput"
    press("Escape")
    assert opened.page.locator("#index").is_visible()
    opened.page.keyboard.type("rollback")
    press("Tab")
    press("Tab")
    press("Enter")
    opened.page.wait_for_url("**/rollback.html*")
    _nothing_asked(opened)


def test_the_search_has_a_name_and_says_how_much_it_found(open_page, site):
    opened = open_page(site / "index.html")

    assert opened.page.get_by_role("search").count() == 1
    opened.page.get_by_label("Search the pages").fill("rollback")
    assert "with every term" in opened.page.get_by_role("status").inner_text()


def test_a_page_hands_its_search_to_the_index(open_page, site):
    opened = open_page(site / "pages" / "wiki" / "systems" / "checkout-api.html")

    opened.page.fill("#searchInput", "stuck rollout")
    opened.page.keyboard.press("Enter")
    opened.page.wait_for_url("**/index.html?q=stuck+rollout")

    assert opened.page.locator("#found mark").first.is_visible()
    _nothing_asked(opened)


@pytest.mark.parametrize(
    ("question", "marked"),
    [
        ("CAFE", "Ｃａｆé"),
        ("creme brulee", "crème"),
        ("ZURICH", "Zürich"),
        ("部署", "部署"),
        ('"creme brulee"', "crème brûlée"),
    ],
)
def test_case_accents_and_width_make_no_difference_and_the_text_is_marked_as_written(open_page, site, question, marked):
    found = _search(open_page(site / "index.html"), question)

    assert marked in found.filter(has_text="café.md").locator("mark").all_inner_texts()


@pytest.mark.parametrize("question", ["zzzabsent", "the zzzabsent", "!!!", "$&", '"'])
def test_a_question_without_an_answer_says_so(open_page, site, question):
    opened = open_page(site / "index.html")

    assert _search(opened, question).count() == 0
    assert opened.page.locator("#status").inner_text() in {
        "No page holds any of these terms.",
        "Type a word to search for.",
    }
    _nothing_asked(opened)


def test_pages_with_every_term_come_first_and_others_name_what_they_lack(open_page, site):
    found = _search(open_page(site / "index.html"), "rollback zzzabsent")

    assert found.first.locator(".missing").inner_text() == "without zzzabsent"
    full = _search(open_page(site / "index.html"), "readiness canary").evaluate_all(
        "items => items.map((item) => !item.querySelector('.missing'))"
    )
    assert full == sorted(full, reverse=True)
    assert set(full) == {True, False}


def test_the_index_is_whole_without_scripts(open_page, site):
    opened = open_page(site / "index.html", java_script_enabled=False)

    assert opened.page.locator("#index a", has_text="How to run a rollback").first.is_visible()
    assert opened.page.locator("noscript").inner_text().startswith("The search needs JavaScript")


def test_going_back_brings_the_question_and_what_it_found_back(open_page, site):
    opened = open_page(site / "index.html")
    _search(opened, "stuck rollout").first.locator("a").click()
    opened.page.wait_for_url("**/pages/**")
    opened.page.go_back()

    assert opened.page.url.endswith("index.html?q=stuck+rollout")
    assert opened.page.input_value("#searchInput") == "stuck rollout"
    assert opened.page.locator("#found mark").first.is_visible()
    opened.page.keyboard.press("Escape")
    assert opened.page.url.endswith("index.html")
    _nothing_asked(opened)


@pytest.fixture(scope="module")
def words(tmp_path_factory):
    folder = tmp_path_factory.mktemp("words")
    (folder / "base").mkdir()
    texts = {"inside": "A multicart.", "start": "A cartwheel.", "whole": "A cart, x.", "q": "## Q\n\nAn axe"}
    for name, text in texts.items():
        (folder / "base" / f"{name}.md").write_text(f"# Page {name}\n\n{text}\n", encoding="utf-8")
    export_base(read_config(folder / "base"), ExportRequest(folder / "out", "site"))
    return folder / "out"


def test_whole_words_come_before_their_beginnings_and_these_before_what_is_inside(open_page, words):
    found = _search(open_page(words / "index.html"), "cart")

    assert found.locator("a").all_inner_texts() == ["Page whole", "Page start", "Page inside"]


def test_a_letter_finds_and_marks_whole_words_only(open_page, words):
    found = _search(open_page(words / "index.html"), "x")

    assert found.locator("a").all_inner_texts() == ["Page whole"]
    assert found.locator("mark").all_inner_texts() == ["x"]


def test_a_heading_has_no_address_of_the_search(open_page, words):
    opened = open_page(words / "pages" / "q.html")

    assert opened.page.locator("#q").inner_text() == "Q"
