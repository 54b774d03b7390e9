"""What looks like a secret in a text: where it is and of which kind, never the secret itself."""

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
_REST_OF_WEB_TOKEN = re.compile(r"(?:\.[\w-]*)*", re.ASCII)
# RFC 7468 and RFC 9580: the line that begins a block, when the block or its headers follow.
_PRIVATE_KEY = re.compile(
    r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:[ \t\"'+]*+(?:\n|\r|\\[nr])(?:[\s>|#*\"'+]|\\[nrt])*+|[ \t]++(?=[A-Za-z0-9+/]{24}))"
    r"([A-Za-z0-9+/]{8,}|[A-Za-z-]{4,20}:)"
)
_EDGE_OF_KEY = re.compile(r"-----(?:BEGIN|(END)) [A-Z0-9 ]{1,60}-----")
_BLANK_LINE = re.compile(r"\n[ \t>]*+\r?\n")
# RFC 5322 in its everyday form.
_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
# RFC 3986, section 3.2.1: user and password before the host; signs that should have been escaped may be in it.
_ADDRESS = re.compile(r"://[^\s/?#:@\"'`<>]{0,100}:(?![0-9]{1,5}[?#,;)\]])([^\s/\"'`]{4,})@")
_SHORTEST = 6
_VALUE = rf"""["'`]?([^\s"'`,;&]{{{_SHORTEST},}})"""
_PARAMETERS = r"(?:[a-z]{1,20}[_-])?token|api_?key|(?:client_)?secret|password|sig|signature"
_NAMES = (
    r"passw(?:or)?d|passphrase|(?<![a-z])pass|pwd|secret|token|credentials?"
    r"|(?:api|app|access|account|auth|encryption|master|private|secret|shared|signing)[_ -]?key"
)
# A command may go on on the next line; the next command is another one.
_UP_TO_USER = r"(?:(?!curl|\s(?:-u|--user)\b)(?:[^\n]|(?<=\\)\n)){0,500}+\s(?:-u|--user)"
# Values behind a telling name: kind, and the pattern of both.
_NAMED = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("authorization header", rf"authorization{_GIVEN}[\"']?(?:basic|bearer|token)[ \t]++{_VALUE}"),
        ("key header", rf"(?:x-api-key|private-token|x-(?:vault|auth|gitlab)-token){_GIVEN}{_VALUE}"),
        ("token in an address", rf"[?&](?:{_PARAMETERS})=([^\s\"'`<>&#)\]]{{{_SHORTEST},}})"),
        ("token in an address", r"://((?=(?:[a-z_-]*[0-9]){3})[a-z0-9_-]{20,})@"),
        ("password in a command", rf"\bcurl{_UP_TO_USER}[ =][\"']?[^\s:\"'`]{{1,64}}:{_VALUE}"),
        ("password or key", rf"(?:{_NAMES})(?:{_GIVEN}{_VALUE}|>[ \t]*+([^\s<>]{{{_SHORTEST},}})</)"),
        ("password or key", r"""["']auth["'][ \t]*+:[ \t]*+["']([a-z0-9+/]{16,}={0,2})["']"""),
    )
)

# What stands in for a secret: variables, brackets, stars, words that say so, names of words with hyphens.
_STAND_IN = re.compile(r"[$<{\[(%*]|.*(?:\$[{(]|<|\{\{|\*{3}|\.{3})", re.DOTALL)
_FILLER = re.compile(
    r"[xX*.#_-]+|[a-z]+[0-9]{0,2}(?:[._-][a-z]*[0-9]{0,2})+|[A-Z]+(?:[-_][A-Z]*[0-9]{0,2})+|[0-9]{1,3}(?:-[a-z]+)+"
)
_WORDS = re.compile(
    r"(?:example|change[_-]?me|placeholder|redacted|dummy|1password|your(?=[-_.]))[0-9]{0,4}(?:[-_.][a-z]*[0-9]{0,4})*",
    re.IGNORECASE,
)
# The names of what is to be filled in; `secret` is not here: it is a bad password, but people have it.
_FIELDS = frozenset({"pass", "passwd", "password", "passphrase", "token", "port"})
# A call or an item in code; a path or the address of where the secret is kept; a checksum that says what it is.
_ELSEWHERE = re.compile(
    r"[A-Za-z_][\w.:]*[(\[]|(?:[A-Za-z]:)?(?!/[a-z0-9+/]{20,}=)[/\\]|\.{1,2}/|~|(?-i:[a-z0-9_.:#-]+(?:/[a-z0-9_.:#-]+)+$)|[a-z+]+://|@"
    r"|(?:sha-?[0-9]+|md5)[:-]",
    re.IGNORECASE,
)
# Whole values that say how or where: an algorithm or protocol, a record or ticket, a setting in code, a tag of YAML,
# an account.
_NAMED_THING = re.compile(
    r"(?:id_)?(?:3?des|aes|argon|aws|bcrypt|blowfish|chacha|curve|ec|ecdh|ecdsa|ed|dsa|fido|[hrep]s(?=[0-9]{3})|hmac|jw[est]"
    r"|md|oauth|oidc|pbkdf|pkcs|rsa|saml|scrypt|secp|sha|ssl|tls|totp|x(?=[0-9]))v?[0-9]{0,5}(?:[-_./+][a-z]*[0-9]{0,5})*"
    r"|(?-i:[A-Z]{1,10}(?:-[0-9]{1,6})+)"
    r"|(?-i:[a-z_]+(?:\.[a-z_]+)*)\.[a-z_]+[0-9]{0,2}"
    r"|!{1,2}[a-z/:_-]+"
    r"|[\w.+-]++@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}\.[a-z]{2,24}",
    re.IGNORECASE,
)


# What `redact` puts in the place of what it takes out, in brackets.
KINDS = (
    *dict.fromkeys(kind for kind, _, _ in _TOKENS),
    *dict.fromkeys(kind for kind, *_ in _NAMED),
    "JSON Web Token",
    "private key",
    "password in an address",
    "mail address",
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
    made of words. Behind a name such as `password` or `API_KEY` and in headers, parameters and commands, a value counts
    when it has six signs or more that mix letters with digits, with signs or with capitals inside, and is no
    placeholder (`<token>`, `$TOKEN`, `changeme`, `example`), call, path, named checksum, algorithm, record or account.
    A password in an address counts unless it is a placeholder. Hashes, UUIDs and checksums by themselves do not count.
    """
    ends = [match.start() for match in re.finditer("\n", text)]
    kinds: dict[int, str] = {}
    for kind, position, _ in chain(_own_forms(text), _named_values(text)):
        kinds.setdefault(bisect_left(ends, position) + 1, kind)
    return tuple(Secret(line, kinds[line]) for line in sorted(kinds))


def redact(text: str) -> str:
    """Return a text with what looks like a secret, as in `find_secrets`, or is a mail address replaced by its kind.

    A private key that is never ended goes up to the next blank line. Time grows with the text's length only.
    """
    addresses = (("mail address", match.start(), match.end()) for match in _MAIL.finditer(text))
    found = sorted(chain(_own_forms(text), _named_values(text), addresses), key=lambda span: (span[1], -span[2]))
    parts: list[str] = []
    end = 0
    for kind, first, last in found:
        if first >= end:
            parts += [text[end:first], f"[{kind}]"]
        end = max(end, last)
    return "".join((*parts, text[end:]))


def _own_forms(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield kinds, starts and ends of what is known by its form, the surest kinds first."""
    for match in _TOKEN.finditer(text):
        number = match.lastindex or 1
        if not _is_filled_in(match[number]):
            yield _TOKENS[number - 1][0], match.start(), match.end()
    yield from _web_tokens(text)
    for match in _PRIVATE_KEY.finditer(text):
        if not _is_filled_in(match[1]):
            yield "private key", match.start(), _end_of_key(text, match)


def _web_tokens(text: str) -> Iterator[tuple[str, int, int]]:
    end = 0
    for match in _WEB_TOKEN.finditer(text):
        # What is behind a token's point belongs to it: many in one run must not each be followed to its end.
        if match.start() >= end and _WEB_TOKEN_START.search(match[1]) and not _is_filled_in(match[1]):
            rest = _REST_OF_WEB_TOKEN.match(text, match.end())
            end = rest.end() if rest else match.end()
            yield "JSON Web Token", match.start(), end


def _end_of_key(text: str, start: re.Match[str]) -> int:
    """Return where a private key ends: behind its last line, or else before the next blank line or block."""
    edge = _EDGE_OF_KEY.search(text, start.end())
    if edge and edge[1]:
        return edge.end()
    last = edge.start() if edge else len(text)
    blank = _BLANK_LINE.search(text, start.end(), last)
    if blank and start[1].endswith(":"):
        blank = _BLANK_LINE.search(text, blank.end(), last)  # the first one parts the headers from the key
    return blank.start() if blank else last


def _named_values(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield kinds, starts and ends of what is known by where it stands."""
    for match in _ADDRESS.finditer(text):
        if not _is_placeholder(match[1]):
            yield "password in an address", match.start(), match.end(1)
    for kind, pattern in _NAMED:
        for match in pattern.finditer(text):
            number = match.lastindex or 1
            if _is_real(match[number].rstrip(".,;:!?)]}*_|\\")):
                yield kind, match.start(number), match.end(number)


def _is_filled_in(body: str) -> bool:
    """Say whether the random part of a token is `x` over and over, or words."""
    return "x" * 8 in body.lower() or _FILLER.fullmatch(body) is not None


def _is_placeholder(value: str) -> bool:
    if value.lower() in _FIELDS or _STAND_IN.match(value) or _is_filled_in(value):
        return True
    return _WORDS.fullmatch(value) is not None


def _is_real(value: str) -> bool:
    """Say whether a value behind a telling name looks like a secret and not like a word, a name or code."""
    if len(value) < _SHORTEST or _is_placeholder(value) or _ELSEWHERE.match(value) or _NAMED_THING.fullmatch(value):
        return False
    has_letter = re.search(r"[^\W\d_]", value) is not None
    return has_letter and re.search(r"[0-9!$%^]|[a-z][A-Z]{2}|[A-Z]{2}[a-z].*[A-Z]|=$", value) is not None
