"""Made bases for the benchmarks: finding records with 15 fields, the same bytes for the same size on every machine."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

SEED = 20_260_101
VOCABULARY = 12_000
DAYS = (1, 28)
SYSTEMS = ("gateway", "ledger", "mailer", "queue", "registry", "scheduler", "search", "storage", "tracing", "vault")
REPOSITORIES = ("platform", "shop", "billing", "infra", "data")
ONSETS = tuple("b c d f g h j k l m n p r s t v w br cl dr pr st tr".split())  # noqa: SIM905 - one line
VOWELS = ("a", "e", "i", "o", "u", "ea")
CODAS = ["", "", "n", "r", "s", "t", "l", "m", "nd", "rk", "st"]


class Shape(NamedTuple):
    """How long a record's body is, each as the least and the most."""

    sections: tuple[int, int]
    paragraphs: tuple[int, int]
    words: tuple[int, int]


# With its frontmatter, of about 550 bytes, a record has 1.5 to 3 KB.
RECORD = Shape(sections=(3, 4), paragraphs=(1, 2), words=(30, 60))
# The same record with shorter paragraphs: about 1 KB.
SHORT = Shape(sections=(3, 4), paragraphs=(1, 1), words=(12, 26))


def vocabulary(random_source: random.Random) -> list[str]:
    """Return `VOCABULARY` distinct pronounceable words, most frequent first (short words tend to come first)."""
    words: dict[str, None] = {}
    while len(words) < VOCABULARY:
        syllables = random_source.randint(1, 2) if len(words) < 1_000 else random_source.randint(2, 3)
        word = "".join(random_source.choice(ONSETS) + random_source.choice(VOWELS) for _ in range(syllables))
        words[word + random_source.choice(CODAS)] = None
    return list(words)


class Writer:
    """Draws words by Zipf's law (frequency of rank r is proportional to 1 / r) and sets them into records."""

    def __init__(self, seed: int = SEED, shape: Shape = RECORD) -> None:
        self.random = random.Random(seed)
        self.shape = shape
        self.words = vocabulary(self.random)
        self.weights = list(itertools.accumulate(1 / (rank + 2) for rank in range(len(self.words))))

    def phrase(self, least: int, most: int) -> str:
        """Return `least` to `most` words."""
        count = self.random.randint(least, most)
        return " ".join(self.random.choices(self.words, cum_weights=self.weights, k=count))

    def sentence(self, least: int, most: int) -> str:
        """Return a phrase with a capital and a full stop."""
        return self.phrase(least, most).capitalize() + "."

    def body(self) -> str:
        """Return a title and sections of wrapped paragraphs."""
        parts = [f"# {self.phrase(3, 6).capitalize()}"]
        for _ in range(self.random.randint(*self.shape.sections)):
            parts.append(f"## {self.phrase(1, 4).capitalize()}")
            for _ in range(self.random.randint(*self.shape.paragraphs)):
                words = self.phrase(*self.shape.words).split()
                parts.append("\n".join(" ".join(words[i : i + 12]) for i in range(0, len(words), 12)) + ".")
        return "\n\n".join(parts) + "\n"

    def finding(self, number: int) -> tuple[str, str]:
        """Return the path below the base and the text of the record with this number (0-based)."""
        month, day = 1 + number // 84 % 12, self.random.randint(*DAYS)
        identity = f"F-2025-{month:02}-{day:02}-{number:05}"
        choice, sample = self.random.choice, self.random.sample
        lines = [
            "---",
            f"id: {identity}",
            "type: finding",
            f"status: {choice(['open', 'fixed', 'accepted-risk', 'superseded'])}",
            f"severity: {choice(['low', 'medium', 'high'])}",
            f"repos: [{', '.join(sample(REPOSITORIES, 2))}]",
            f"systems: [{', '.join(sample(SYSTEMS, 2))}]",
            f'summary: "{self.sentence(8, 16)}"',
            f"symptom: {self.sentence(6, 14)}",
            f"root_cause: {self.sentence(8, 18)}",
            f"fix: {self.sentence(6, 12)}",
            f"evidence: commit {self.random.getrandbits(28):07x} in {choice(REPOSITORIES)}",
            f"author: {choice(['ana', 'bo', 'chen', 'dara', 'eli'])}",
            f"confidence: {choice(['verified', 'assumed'])}",
            f"updated: 2025-{month:02}-{day:02}",
            f"expires: 2026-{month:02}-{day:02}",
            "---",
        ]
        return f"memory/findings/{identity}.md", "\n".join(lines) + "\n" + self.body()


def make_base(root: Path, pages: int, shape: Shape = RECORD) -> int:
    """Write `pages` records below `root`, unless they are there already; return how many bytes they hold."""
    folder = root / "memory" / "findings"
    if not (root / "kb.toml").exists():
        folder.mkdir(parents=True, exist_ok=True)
        writer = Writer(shape=shape)
        for number in range(pages):
            path, text = writer.finding(number)
            (root / path).write_text(text, encoding="utf-8", newline="\n")
        # Written last: a base that was cut off half-way is made again.
        (root / "kb.toml").write_text("format = 1\n", encoding="utf-8")
    return sum(page.stat().st_size for page in folder.glob("*.md"))
