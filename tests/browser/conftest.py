"""A browser for what is made for browsers; where there is none, the tests are skipped with the reason."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

ARGUMENTS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--no-first-run"),
)


class Opened(NamedTuple):
    """A page that is open, and what it has said and asked for meanwhile."""

    page: Page
    complaints: list[str]
    requests: list[str]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium of this machine, headless."""
    path = shutil.which("chromium") or ("/usr/bin/chromium" if Path("/usr/bin/chromium").exists() else None)
    if path is None:
        pytest.skip("no chromium is installed: apt-get install chromium")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install '.[dev]'")
    with playwright.sync_playwright() as started:
        launched = started.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield launched
        launched.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Opened]]:
    """Open a file as a person does, at a width, in light or dark; all that it complains of or asks for is kept."""
    contexts = []

    def run(path: Path, width: int = 1280, scheme: Literal["light", "dark"] = "light", **options) -> Opened:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, **options)
        contexts.append(context)
        page = context.new_page()
        opened = Opened(page, [], [])
        page.on("console", lambda message: opened.complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: opened.complaints.append(str(error)))
        page.on("request", lambda request: opened.requests.append(request.url))
        page.goto(path.as_uri())
        return opened

    yield run
    for context in contexts:
        context.close()


@pytest.fixture
def contrast() -> Callable[[Page, str], float]:
    """Return the least contrast of the texts of a selector with what is behind them, as WCAG 2.2 measures it."""

    def measure(page: Page, selector: str) -> float:
        return page.evaluate(CONTRAST, selector)

    return measure


# Relative luminance and contrast ratio: WCAG 2.2, section "Definitions".
CONTRAST = """(selector) => {
  const parse = (color) => color.match(/[0-9.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = (element) => {
    for (; element; element = element.parentElement) {
      const color = parse(getComputedStyle(element).backgroundColor);
      if (color.length < 4 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  return Math.min(...[...document.querySelectorAll(selector)].map((element) => {
    const pair = [light(parse(getComputedStyle(element).color)), light(behind(element))].sort((a, b) => b - a);
    return (pair[0] + 0.05) / (pair[1] + 0.05);
  }));
}"""
