"""What looks like a secret in a text: its line and its kind, never the secret itself."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

# Between a name and its value, in prose, settings, code and JSON.
_GIVEN = r"""["'*_`]{0,3}[ \t]*+(?:[:=]=?>?)[*_]{0,2}[ \t]*+"""
# Tokens by what their vendors' documentation says of them: kind, what they begin with, the random part. Where words
# could be read as the beginning, it stands behind no letter and no digit, but for an escaped line end or tab.
_START = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))"
_TOKENS = (
    ("GitHub token", r"(?:gh[pousr]_|github_pat_)", r"[A-Za-z0-9_]{20,}"),
    ("GitLab token", r"gl(?:pat|ptt|dt|rt)-", r"[A-Za-z0-9_-]{16,}"),
    ("AWS access key id", r"A(?:KIA|SIA)", r"[A-Z0-9]{16}(?![A-Za-z0-9])"),
    (
        "AWS secret access key",
        rf"(?i:secret[_ ]?access[_ ]?key){_GIVEN}[\"'`]?",
        r"[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])",
    ),
    ("OpenAI or Anthropic key", _START + r"sk-(?:ant|proj|svcacct|admin|or)-", r"[A-Za-z0-9_-]{20,}"),
    ("OpenAI or Anthropic key", _START + r"sk-", r"[A-Za-z0-9]{20,}"),
    ("Slack token", r"(?:xox[abceoprs](?:\.xox[bp])?|xapp)-", r"(?=[A-Za-z-]{0,20}[0-9])[A-Za-z0-9-]{10,}"),
    ("Slack hook address", r"hooks\.slack\.com/[a-z]{1,20}/", r"[A-Za-z0-9/_-]{20,}"),
    ("Google API key", r"AIza", r"[A-Za-z0-9_-]{35}"),
    ("Stripe key", r"[rs]k_live_", r"[A-Za-z0-9]{16,}"),
    ("Vault token", r"hv[bsr]\.", r"[A-Za-z0-9_-]{20,}"),
    ("Vault token", r"(?<![._-])" + _START + r"s\.", r"(?=[A-Za-z]{0,23}[0-9])[A-Za-z0-9]{24}"),
    ("npm token", r"npm_", r"[A-Za-z0-9]{30,}"),
    ("PyPI token", r"pypi-", r"(?:AgE[A-Za-z0-9_-]{13,}|[A-Za-z0-9]{32,})"),
    ("RubyGems key", r"rubygems_", r"[A-Za-z0-9]{32,}"),
)
_TOKEN = re.compile("|".join(f"{beginning}({body})" for _, beginning, body in _TOKENS))
# RFC 7519; the header is JSON, so that its first letters are those of `{"`, also behind an installation's number.
_WEB_TOKEN = re.compile(r"(?<![\w-])([\w-]{10,}+)(?=\.[\w-]{2,}+\.)", re.ASCII)
_WEB_TOKEN_START = re.compile(r"eyJ[\w-]{7}", re.ASCII)
# RFC 7468 and RFC 9580: the line that begins a block, when the block or its headers follow.
_PRIVATE_KEY = re.compile(
    r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----[ \t\"'+]*+(?:\n|\r|\\[nr])"
    r"(?:[\s>|#*\"'+]|\\[nrt])*+([A-Za-z0-9+/]{8,}|[A-Za-z-]{4,20}:)"
)
# RFC 3986, section 3.2.1: user and password before the host.
_ADDRESS = re.compile(r"://[^\s/?#:@\"'`<>]{0,100}:([^\s/@\"'`]{4,})@")
_SHORTEST = 6
_VALUE = rf"""["'`]?([^\s"'`,;&]{{{_SHORTEST},}})"""
_PARAMETERS = r"(?:[a-z]{1,20}[_-])?token|api_?key|(?:client_)?secret|password|sig|signature"
_NAMES = r"passw(?:or)?d|passphrase|secret|token|credentials?|(?:api|access|secret|private|auth|encryption)[_ -]?key"
# Values behind a telling name: kind, and the pattern of both.
_NAMED = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("authorization header", rf"authorization{_GIVEN}[\"']?(?:basic|bearer|token)[ \t]++{_VALUE}"),
        ("key header", rf"(?:x-api-key|private-token|x-(?:vault|auth|gitlab)-token){_GIVEN}{_VALUE}"),
        ("token in an address", rf"[?&](?:{_PARAMETERS})=([^\s\"'`<>&#)\]]{{{_SHORTEST},}})"),
        ("password or key", rf"(?:{_NAMES}){_GIVEN}{_VALUE}"),
    )
)

# What stands in for a secret: variables, brackets, stars, words that say so, names of words with hyphens.
_STAND_IN = re.compile(r"[$<{\[(%*]|.*(?:\$[{(]|<|\{\{)", re.DOTALL)
_FILLER = re.compile(r"[xX*.#_-]+|[a-z]+[0-9]{0,2}(?:[._-][a-z]*[0-9]{0,2})+|[A-Z]+(?:[-_][A-Z]*[0-9]{0,2})+")
_WORDS = re.compile(r"x{8}|\*{3}|\.{3}|example|change[_-]?me|placeholder|redacted|your|dummy|1password", re.IGNORECASE)
# The names of what is to be filled in; `secret` is not here: it is a bad password, but people have it.
_FIELDS = frozenset({"pass", "passwd", "password", "passphrase", "token", "port"})
# A call or an item in code; a path or the address of where the secret is kept; a checksum that says what it is.
_ELSEWHERE = re.compile(
    r"[A-Za-z_][\w.:]*[(\[]|(?:[A-Za-z]:)?[/\\]|\.{1,2}/|~|(?-i:[a-z0-9_.:#-]+(?:/[a-z0-9_.:#-]+)+$)|[a-z+]+://|@"
    r"|(?:sha-?[0-9]+|md5)[:-]",
    re.IGNORECASE,
)


class Secret(NamedTuple):
    """Something that looks like a secret.

    Attributes:
        line: the line that it is on or begins on, 1-based.
        kind: what sort of secret it is, in words.
    """

    line: int
    kind: str


def find_secrets(text: str) -> tuple[Secret, ...]:
    """Find what looks like a secret, in order, at most one a line; time grows with the text's length only.

    A token in a vendor's own form counts, also one from that vendor's documentation, unless it is filled with `x` or
    made of words. Behind a name such as `password` or `API_KEY` and in headers and parameters, a value counts when it
    has six signs or more that mix letters with digits, with signs or with capitals inside, and is no placeholder
    (`<token>`, `$TOKEN`, `changeme`, `example`), call, path or named checksum. A password in an address counts unless
    it is a placeholder. Hashes, UUIDs and checksums by themselves do not count.
    """
    ends = [match.start() for match in re.finditer("\n", text)]
    kinds: dict[int, str] = {}
    for kind, position in chain(_own_forms(text), _named_values(text)):
        kinds.setdefault(bisect_left(ends, position) + 1, kind)
    return tuple(Secret(line, kinds[line]) for line in sorted(kinds))


def _own_forms(text: str) -> Iterator[tuple[str, int]]:
    """Yield kinds and positions of what is known by its form, the surest kinds first."""
    for match in _TOKEN.finditer(text):
        number = match.lastindex or 1
        if not _is_filled_in(match[number]):
            yield _TOKENS[number - 1][0], match.start()
    for match in _WEB_TOKEN.finditer(text):
        if _WEB_TOKEN_START.search(match[1]) and not _is_filled_in(match[1]):
            yield "JSON Web Token", match.start()
    for match in _PRIVATE_KEY.finditer(text):
        if not _is_filled_in(match[1]):
            yield "private key", match.start()


def _named_values(text: str) -> Iterator[tuple[str, int]]:
    """Yield kinds and positions of what is known by where it stands."""
    for match in _ADDRESS.finditer(text):
        if not _is_placeholder(match[1]):
            yield "password in an address", match.start()
    for kind, pattern in _NAMED:
        for match in pattern.finditer(text):
            if _is_real(match[1].rstrip(".,;:!?)]}*_|\\")):
                yield kind, match.start(1)


def _is_filled_in(body: str) -> bool:
    """Say whether the random part of a token is `x` over and over, or words."""
    return "x" * 8 in body.lower() or _FILLER.fullmatch(body) is not None


def _is_placeholder(value: str) -> bool:
    if value.lower() in _FIELDS or _STAND_IN.match(value) or _is_filled_in(value):
        return True
    return _WORDS.search(value) is not None


def _is_real(value: str) -> bool:
    """Say whether a value behind a telling name looks like a secret and not like a word, a name or code."""
    if len(value) < _SHORTEST or _is_placeholder(value) or _ELSEWHERE.match(value):
        return False
    has_letter = re.search(r"[^\W\d_]", value) is not None
    return has_letter and re.search(r"[0-9!$%^]|[a-z][A-Z]{2}|[A-Z]{2}[a-z].*[A-Z]|=$", value) is not None
