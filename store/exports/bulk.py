"""NDJSON for the bulk interface of OpenSearch and Elasticsearch, and the mapping of its documents.

Formats: "Bulk API" in both references. Only what both have in common is used.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from .content import File, address
from .jsonl import fields_of, to_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..pages.page import Page
    from ..pages.passages import Passage
    from .content import Content

MAPPING = "mapping.json"
# Both references advise some 5 to 15 megabytes a request; a server refuses 100 by default.
MOST_BYTES = 10_000_000

_KEYWORD = {"type": "keyword", "ignore_above": 1024}
_TEXT = {"type": "text", "analyzer": "kb"}
_NUMBER = {"type": "integer"}
_MAPPING: dict[str, Any] = {
    "settings": {
        "analysis": {
            "analyzer": {
                "kb": {
                    "type": "custom",
                    "tokenizer": "standard",
                    "filter": ["lowercase", "asciifolding", "porter_stem"],
                }
            }
        }
    },
    "mappings": {
        "dynamic": False,
        "properties": {
            **dict.fromkeys(("address", "path", "anchor", "kind", "id", "status"), _KEYWORD),
            **dict.fromkeys(("systems", "repos", "tags"), _KEYWORD),
            **dict.fromkeys(("title", "summary", "aliases", "headings", "text"), _TEXT),
            "updated": {"type": "date", "format": "strict_date", "ignore_malformed": True},
            "start_line": _NUMBER,
            "end_line": _NUMBER,
            "fields": {"type": "object", "enabled": False},
        },
    },
}


def bulk_files(content: Content) -> Iterator[File]:
    """Yield the mapping, and the passages with what their pages say of themselves, in files of one request each."""
    yield File(MAPPING, (json.dumps(_MAPPING, indent=2) + "\n").encode())
    parts: list[bytes] = []
    size = number = 0
    for each in content.pages:
        for passage in each.passages:
            document = _document(each.page, passage)
            action = {"index": {"_id": sha256(to_lines([{"_": document["address"]}])).hexdigest()}}
            lines = to_lines([action, document])
            if parts and size + len(lines) > MOST_BYTES:
                number += 1
                yield File(_name(number), b"".join(parts))
                parts, size = [], 0
            parts.append(lines)
            size += len(lines)
    yield File(_name(number + 1), b"".join(parts))


def _name(number: int) -> str:
    return f"bulk-{number:05}.ndjson"


def _document(page: Page, passage: Passage) -> dict[str, Any]:
    return {
        "address": address(page, passage),
        "path": page.path,
        "anchor": passage.anchor,
        "start_line": passage.start_line,
        "end_line": passage.end_line,
        "kind": page.kind,
        "id": page.id,
        "status": page.one("status"),
        "updated": page.updated,
        **{name: list(page.many(name)) for name in ("systems", "repos", "tags", "aliases")},
        "title": page.title,
        "summary": page.one("summary"),
        "headings": list(passage.trail),
        "text": passage.text,
        "fields": fields_of(page),
    }
