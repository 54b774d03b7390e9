"""What a synchronization brought, by kind."""

from __future__ import annotations

from kb.store.records.news import NewsItem, sync


def test_new_changed_and_removed_pages_are_told_by_kind_and_others_left_out(make_world):
    world = make_world("base")
    ana, other = world.clone("ana", "base"), world.clone("ben", "base")
    other.draft()
    other.write({"wiki/rollback.md": "---\ntype: wiki\nsummary: Else.\n---\n", "wiki/new.md": "# New\n", "x.txt": "x"})
    (other.base / "README.md").unlink()
    (other.root / "tool.md").write_text("# Outside\n", encoding="utf-8")
    other.commit()
    other.git("push", "--quiet")

    news = sync(ana.config, ana.runner)

    assert news.synced.moved
    assert news.pages == (
        NewsItem(
            "memory/findings/F-2026-11-30-001.md", "finding", "added", "F-2026-11-30-001", "Retries double the load"
        ),
        NewsItem("README.md", "note", "removed", None, "README"),
        NewsItem("wiki/new.md", "wiki", "added", None, "New"),
        NewsItem("wiki/rollback.md", "wiki", "changed", None, "Else."),
    )


def test_where_the_history_is_cut_off_nothing_is_claimed(world, ana):
    lone = ana.git("commit-tree", "main^{tree}", "-m", "Lone")
    ana.git("switch", "--quiet", "--detach", lone)

    assert sync(ana.config, ana.runner).pages is None
