"""The catalogue: what its page says, and that it comes back from the page as it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.store.maps.catalogue import HEAD, MARK, Catalogue, read_catalogue, write_catalogue
from kb.store.maps.compass import Compass
from kb.store.maps.parts import CONSUMES, PARTS, PROVIDES, PURPOSE, read_parts

ONE = Compass("rate-quoter", {PURPOSE: "Prices.", PROVIDES: "- `quotes`: prices\n- `a|b`", CONSUMES: "- Rates"})
OTHER = Compass("Checkout", {PURPOSE: "Baskets.", PROVIDES: "- `pages`", CONSUMES: "- `Quotes`\n- `rates`"})

EXPECTED = f"""\
{MARK}

## Who provides what to whom

| what | provided by | consumed by |
| --- | --- | --- |
| a\\|b | rate-quoter | \u2013 |
| pages | Checkout | \u2013 |
| quotes | rate-quoter | Checkout |
| rates | \u2013 | Checkout, rate-quoter |

## Checkout

### What it is for

Baskets.

### Provides

- `pages`

### Consumes

- `Quotes`
- `rates`

## rate-quoter

### What it is for

Prices.

### Provides

- `quotes`: prices
- `a|b`

### Consumes

- Rates
"""


def catalogue(*compasses):
    return Catalogue(HEAD, {compass.name: compass for compass in compasses})


def test_the_page_has_a_table_and_a_section_a_repository_whatever_the_order():
    page = write_catalogue(catalogue(ONE, OTHER))

    assert page == write_catalogue(catalogue(OTHER, ONE))
    assert page == HEAD + EXPECTED


def test_without_provides_and_consumes_there_is_no_table():
    assert "|" not in write_catalogue(catalogue(ONE._replace(parts={PURPOSE: "Prices."})))


def test_a_page_without_the_mark_is_no_catalogue():
    assert read_catalogue("# Repositories\n\n## rate-quoter\n\n### Traps\n\nNone.\n") is None


@pytest.mark.parametrize(
    ("item", "cell"),
    [
        ("`a*b*`", "a\\*b\\*"),
        ("`_x_ y_z`", "\\_x\\_ y_z"),
        ("`<b>`", "\\<b\\>"),
        ("`[[a]]`", "\\[\\[a\\]\\]"),
        ("[[rates]]", "rates"),
        ("[[wiki/rates|the rates]]: x", "wiki/rates"),
    ],
)
def test_a_name_stands_in_the_table_as_it_is(item, cell):
    page = write_catalogue(catalogue(ONE._replace(parts={PURPOSE: "Prices.", PROVIDES: f"- {item}"})))

    assert f"\n| {cell} | rate-quoter | \u2013 |\n" in page


@pytest.mark.parametrize("opening", ["```", "<!--"])
def test_a_page_on_which_a_section_swallows_the_next_is_not_read(opening):
    page = write_catalogue(catalogue(ONE, OTHER)).replace("Baskets.", f"{opening}\nBaskets.")

    with pytest.raises(ValueError):  # noqa: PT011 - it is said by who calls
        read_catalogue(page)


LINES = st.lists(
    st.sampled_from(
        ["", "text", "# One", "## Traps", "#### Two", "- `item`: x", "  - below", "```", "---", "===", "<!-- a", "-->"]
    ),
    max_size=12,
)


@given(st.dictionaries(st.sampled_from(["a", "b-c", "D.e", "9"]), LINES, max_size=3))
def test_what_is_read_of_a_compass_comes_back_from_the_page(texts):
    compasses = []
    for name, lines in texts.items():
        blocks = [line for part in PARTS for line in (f"## {part}", "", *lines, "")]
        try:
            compasses.append(Compass(name, read_parts(blocks)))
        except ValueError:
            continue  # it leaves something open, and is not taken
    made = catalogue(*compasses)
    page = write_catalogue(made)

    assert read_catalogue(page) == made
    assert write_catalogue(made._replace(compasses=dict(reversed(made.compasses.items())))) == page
