"""The sections of a page."""

from __future__ import annotations

from kb.store.pages.page import make_page
from kb.store.pages.sections import Section, find_sections

HEAD = "---\ntitle: T\ntags: [a]\n---\n"


def page_of(text):
    return make_page("page.md", text, {})


class TestSections:
    def test_a_section_ends_before_the_next_heading_of_its_level_or_a_higher_one(self):
        page = page_of(f"{HEAD}intro\n# A\n## B\ntext\n### C\n## D\n\n# E\nend\n")
        assert find_sections(page) == (
            Section("a", 6, 11),
            Section("b", 7, 9),
            Section("c", 9, 9),
            Section("d", 10, 11),
            Section("e", 12, 13),
        )

    def test_the_last_section_ends_with_the_file(self):
        assert find_sections(page_of("## A\n# B\n## C\n\n"))[1:] == (Section("b", 2, 4), Section("c", 3, 4))

    def test_an_underlined_heading_begins_its_section_with_its_text(self):
        assert find_sections(page_of("A\n===\nx\n\nB\n===\n")) == (Section("a", 1, 4), Section("b", 5, 6))

    def test_the_closing_fence_of_the_frontmatter_underlines_nothing(self):
        page = page_of("\ufeff---\r\ntitle: T\r\ntags:\r\n  - a\r\n---\r\n# A\r\n\r\ntext\r\n")
        assert find_sections(page) == (Section("a", 6, 8),)

    def test_a_page_without_headings_has_no_sections(self):
        assert find_sections(page_of("text\n")) == ()
