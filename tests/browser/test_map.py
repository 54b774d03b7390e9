"""The map of the architecture, as a person sees it who opens it."""

from __future__ import annotations

from pathlib import Path

import pytest

MAP = Path(__file__).parent.parent.parent / "docs" / "map.html"
LOOKS = [(width, scheme) for width in (1280, 400) for scheme in ("light", "dark")]
TEXTS = "h1, h2, h3, h4, h5 a, p, li > a, code, kbd, button, nav a, .count"

# Choose each part, and say what it holds, what is shown of it, and what is said to those who do not see it.
PICK_EACH = """(parts) => parts.map((part) => {
  const texts = (root, ...selectors) => selectors.map((selector) => root.querySelector(selector)?.textContent);
  part.querySelector("h5 a").click();
  return {
    part: [part.dataset.name, ...texts(part, ".path", ".what")],
    about: texts(document.getElementById("about"), "h3", ".path", ".what"),
    said: document.getElementById("said").textContent,
  };
})"""


@pytest.fixture
def open_map(open_page):
    return lambda width=1280, scheme="light", **options: open_page(
        MAP, width, scheme, reduced_motion="reduce", **options
    )


def _said_nothing(opened):
    assert opened.complaints == []
    assert [url.partition("#")[0] for url in opened.requests] == [MAP.as_uri()]


def _focus(page, name):
    """Press Tab until the focus is on what has this name, as one does without a mouse."""
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == name:
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
            return
    pytest.fail(f"Tab does not lead to {name}")


def test_every_flow_is_walked_with_the_keyboard_alone(open_map):
    opened = open_map()
    page = opened.page
    flows = page.locator("nav a").all_inner_texts()

    assert len(flows) == 6
    for flow in flows:
        _focus(page, flow)
        page.keyboard.press("Enter")
        steps = page.locator(".flow.chosen li").count()
        for number in range(1, steps + 1):
            step = page.locator(".flow.chosen li.now")
            part = page.locator(f"{step.locator('a').get_attribute('href')}.now")
            assert page.locator("#count").inner_text() == f"Step {number} of {steps}"
            assert step.locator("p").first.is_visible()
            assert page.locator(".part.now").count() == part.count() == 1
            assert page.locator("#about h3").inner_text() == part.get_attribute("data-name")
            assert page.locator("#said").inner_text().startswith(f"{flow}, step {number} of {steps}: ")
            page.keyboard.press("ArrowRight")
        assert page.locator("#count").inner_text() == f"Step {steps} of {steps}"
        page.keyboard.press("ArrowLeft")
        assert page.locator("#count").inner_text() == f"Step {steps - 1} of {steps}"
    _said_nothing(opened)


def test_the_buttons_walk_too_and_stop_at_both_ends(open_map):
    opened = open_map()
    page, count = opened.page, opened.page.locator("#count")

    assert page.locator("#back").get_attribute("aria-disabled") == "true"
    _focus(page, "Next")
    page.keyboard.press("Enter")
    assert count.inner_text() == "Step 2 of 8"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert count.inner_text() == "Step 1 of 8"


def test_a_part_says_what_it_does_and_leads_to_its_steps(open_map):
    opened = open_map()
    page, about = opened.page, opened.page.locator("#about")

    shown = page.locator(".part").evaluate_all(PICK_EACH)
    page.locator("#git-push h5 a").click()
    places = about.locator("li a").all_inner_texts()
    about.locator("li a").last.click()

    assert len(shown) > 50
    assert [part for part in shown if part["about"] != part["part"] or part["part"][-1] not in part["said"]] == []
    assert [place.partition(",")[0] for place in places] == ["Capture", "Onboard a repository", "Monthly review"]
    assert page.locator("#count").inner_text().startswith(places[-1].partition(", ")[2].capitalize())
    assert page.locator("#git-push.now").count() == 1
    _said_nothing(opened)


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_map_is_readable_at_every_width_in_light_and_dark(open_map, contrast, width, scheme):
    opened = open_map(width, scheme)
    page = opened.page
    backgrounds = page.evaluate("getComputedStyle(document.body).backgroundColor")

    for flow in page.locator("nav a").all():
        flow.click()
        page.locator("#search-table h5 a").click()
        assert contrast(page, TEXTS) >= 4.5
        assert page.evaluate("document.documentElement.scrollWidth") == width
    assert (backgrounds == "rgb(20, 24, 27)") == (scheme == "dark")
    _said_nothing(opened)


@pytest.mark.parametrize("width", [1280, 400])
def test_what_a_part_does_is_shown_where_one_looks_and_its_step_gets_the_focus(open_map, width):
    opened = open_map(width)
    page, about = opened.page, opened.page.locator("#about")

    page.locator("#search-table h5 a").click()
    box = about.bounding_box()
    about.locator("li a").click()
    step = page.locator("#look-up li.now > a")

    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 900
    assert step.inner_text() == page.evaluate("document.activeElement.textContent")
    assert 0 <= step.bounding_box()["y"] < 900
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.closest('li').className") == "now"


def test_on_a_small_screen_the_step_that_one_walks_to_is_in_sight(open_map):
    opened = open_map(400)
    opened.page.set_viewport_size({"width": 400, "height": 640})

    for link in opened.page.locator("nav a").all():
        link.press("Enter")
        for _ in range(12):
            opened.page.keyboard.press("ArrowRight")
        opened.page.wait_for_timeout(300)
        box = opened.page.locator("li.now:visible").first.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 641


@pytest.mark.parametrize("width", [1280, 400])
def test_all_flows_and_parts_are_read_without_javascript(open_map, contrast, width):
    opened = open_map(width, java_script_enabled=False)
    page = opened.page

    hidden = [text for text in page.locator(".flow p, .flow .command, .part .what").all() if not text.is_visible()]
    page.locator(".flow li > a").last.click()

    assert hidden == []
    assert page.locator("button").first.is_hidden()
    assert page.locator(".part:target .what").is_visible()
    assert contrast(page, TEXTS) >= 4.5
    assert page.evaluate("document.documentElement.scrollWidth") == width
