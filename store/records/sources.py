"""The address of a web page -> its one form, a stable id, and a readable subject."""

import re
from hashlib import sha256
from ipaddress import IPv6Address
from typing import NamedTuple
from unicodedata import category, normalize
from urllib.parse import parse_qs, quote, unquote, urlsplit

from ..errors import KbError

ID_DIGITS = 16
# Parameters that say how a reader came and never what the page shows, as their vendors' documentation has them.
# fmt: off
TRACKING_PARAMETERS = frozenset({
    # Google Ads, Merchant Center and Analytics; Microsoft, Meta, X, TikTok, LinkedIn, Pinterest; Yandex
    "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "srsltid", "_ga", "_gl", "msclkid", "fbclid", "igshid", "igsh",
    "twclid", "ref_src", "ref_url", "ttclid", "li_fat_id", "epik", "yclid", "ysclid", "_openstat",
    # Adobe, Mailchimp, HubSpot, Marketo, Vero, Drip, Omeda, Wicked Reports, Matomo
    "s_kwcid", "ef_id", "mc_cid", "mc_eid", "_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp", "hsctatracking",
    "mkt_tok", "vero_id", "vero_conv", "__s", "oly_anon_id", "oly_enc_id", "wickedid", "pk_campaign", "pk_kwd",
    "pk_keyword",
})
# fmt: on
# Campaigns: Google Analytics, Matomo, HubSpot Ads.
TRACKING_PREFIXES = ("utm_", "mtm_", "hsa_")

_MOST_HOST = 253  # RFC 1035, section 2.3.4, without the root's dot
_DEFAULT_PORTS = {"http": 80, "https": 443}
_ADDRESS = re.compile(r"https?://[^\s\0-\x20\x7f-\x9f\ud800-\udfff]+", re.IGNORECASE)
_HOST = re.compile(r"[a-z0-9_][a-z0-9._-]*")
# An escape, or a sign that RFC 3986 has escaped outside of a path, a query and a fragment.
_ESCAPED = re.compile(r"%([0-9A-Fa-f]{2})|[^A-Za-z0-9._~!$&'()*+,;=:@/?-]")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")  # RFC 3986, section 2.3

_VIDEO_HOSTS = frozenset(
    {f"{start}youtube.com" for start in ("", "www.", "m.", "music.", "gaming.")}
    | {"youtube-nocookie.com", "www.youtube-nocookie.com"}
)
_VIDEO = re.compile(r"[A-Za-z0-9_-]{11}")
_VIDEO_PATH = re.compile(r"/(?:shorts|live|embed|watch|v|e)/([^/]+)/?")
# Paths of the player that have the length of an id: a list's and a channel's.
_NOT_VIDEOS = frozenset({"videoseries", "live_stream"})

_ENDING = re.compile(r"\.(?:x?html?|php|aspx?|jsp|md|pdf|txt)$", re.IGNORECASE)
_NOT_TELLING = re.compile(r"index|default|(?=[a-f]*[0-9])[0-9a-f]{12,}", re.IGNORECASE)
_ENOUGH_WORDS = 3
_MOST_WORDS = 8


class _Address(NamedTuple):
    scheme: str
    host: str
    port: int | None
    path: str
    query: str
    fragment: str


# RFC 3986, section 3.2.1: what stands before the host.
_USER = re.compile(r"(?<=://)[^\s/?#]*@")


def is_url(text: str) -> bool:
    """Say whether a text is one web address: http or https, a host, no blanks."""
    return _read(text) is not None


def normalize_url(url: str) -> str:
    """Return the one form of a web address that its variants share.

    Scheme and host are in small letters, the host in punycode (RFC 3492); user, password, default port, tracking
    parameters and the fragment are dropped, but not a fragment that is a route (`#/`, `#!`). Parameters are sorted
    by name, those of one name stay in their order. Escapes and the dots in a path are as RFC 3986, section 6.2.2, has
    them.

    Raises:
        KbError: `usage` when `is_url` says no.
    """
    address = _address(url)
    return f"{address.scheme}://{_without_scheme(address)}"


def without_user(url: str) -> str:
    """Return an address without the user and the password in it, otherwise as it is."""
    return _USER.sub("", url, count=1)


def source_id(url: str) -> str:
    """Return the stable id of what is behind a web address.

    Returns:
        `youtube:` and the video's id; else `web:` and 16 hexadecimal digits of the SHA-256 of the normalized address
        without its scheme, so that http and https are one.

    Raises:
        KbError: `usage` when `is_url` says no.
    """
    address = _address(url)
    if video := _video(address):
        return f"youtube:{video}"
    return "web:" + sha256(_without_scheme(address).encode()).hexdigest()[:ID_DIGITS]


def subject_of(url: str) -> str:
    """Return a readable subject for a web address: its host and the last telling words of its path.

    Of a YouTube video it is `youtube` and the video's id.

    Raises:
        KbError: `usage` when `is_url` says no.
    """
    address = _address(url)
    if video := _video(address):
        return f"youtube {video}"
    host = ".".join(map(_readable, address.host.removeprefix("www.").split(".")))
    words: list[str] = []
    for segment in reversed(f"{address.path}/{address.fragment}".split("/")):
        words = _telling_words(segment)[:_MOST_WORDS] + words
        if sum(any(map(str.isalpha, word)) for word in words) >= _ENOUGH_WORDS:
            break
    return " ".join([host, *words[:_MOST_WORDS]])


def _address(url: str) -> _Address:
    address = _read(url)
    if address is None:
        trouble = "this is not the address of a web page"
        raise KbError("usage", "not-a-url", trouble, "give one that has http:// or https:// and a host")
    return address


def _read(text: str) -> _Address | None:
    """Return the parts of a web address, each in its one form, or nothing when it is none."""
    if not _ADDRESS.fullmatch(text):
        return None
    try:
        parts = urlsplit(text)
        host = _read_host(parts.hostname or "")
        port = parts.port
    except ValueError:
        return None
    if not host:
        return None
    is_route = parts.fragment.startswith(("/", "!"))
    return _Address(
        parts.scheme,
        host,
        None if port == _DEFAULT_PORTS[parts.scheme] else port,
        _without_dots(_escaped(parts.path)) or "/",
        _read_query(parts.query),
        _escaped(parts.fragment) if is_route else "",
    )


def _read_host(name: str) -> str:
    """Return a host in small letters of ASCII, or an empty text when it can be none.

    Raises:
        ValueError: when it is a malformed address of version 6.
    """
    if ":" in name:
        return "" if "%" in name else f"[{IPv6Address(name).compressed}]"
    plain = normalize("NFKC", name[: _MOST_HOST + 1].lower()).lower().replace("\u3002", ".").rstrip(".")
    host = ".".join(
        label if label.isascii() else "xn--" + label.encode("punycode").decode("ascii") for label in plain.split(".")
    )
    return host if len(name) <= _MOST_HOST >= len(host) and _HOST.fullmatch(host) else ""


def _read_query(query: str) -> str:
    pairs = [_escaped(pair) for pair in query.split("&") if pair]
    return "&".join(sorted((pair for pair in pairs if not _is_tracking(_name(pair))), key=_name))


def _name(pair: str) -> str:
    return pair.partition("=")[0]


def _is_tracking(name: str) -> bool:
    return name.lower() in TRACKING_PARAMETERS or name.lower().startswith(TRACKING_PREFIXES)


def _escaped(part: str) -> str:
    """Return a part with its escapes in capitals, where they are needed and only there."""
    return _ESCAPED.sub(_escape, part)


def _escape(match: re.Match[str]) -> str:
    if match[1] is None:
        return quote(match[0], safe="")
    sign = chr(int(match[1], 16))
    return sign if _UNRESERVED.fullmatch(sign) else match[0].upper()


def _without_dots(path: str) -> str:
    """Return a path without the segments `.` and `..` (RFC 3986, section 6.2.2.3)."""
    segments = path.split("/")
    kept: list[str] = []
    for segment in segments:
        if segment == "..":
            del kept[max(1, len(kept) - 1) :]  # the empty one before the first slash stays
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in {".", ".."}:
        kept.append("")
    return "/".join(kept)


def _without_scheme(address: _Address) -> str:
    port = "" if address.port is None else f":{address.port}"
    query = address.query and f"?{address.query}"
    fragment = address.fragment and f"#{address.fragment}"
    return f"{address.host}{port}{address.path}{query}{fragment}"


def _video(address: _Address) -> str:
    """Return the id of the YouTube video that an address shows, or an empty text."""
    video = ""
    if address.host in {"youtu.be", "www.youtu.be"}:
        video = address.path.strip("/")
    elif address.host in _VIDEO_HOSTS:
        if address.path.rstrip("/") == "/watch":
            video = parse_qs(address.query).get("v", [""])[0]
        elif match := _VIDEO_PATH.fullmatch(address.path):
            video = match[1]
    return video if _VIDEO.fullmatch(video) and video not in _NOT_VIDEOS else ""


def _telling_words(segment: str) -> list[str]:
    """Return the words of one part of a path, without its ending, hashes and the names of start pages."""
    text = _ENDING.sub("", unquote(segment))
    words = "".join(sign if sign.isalnum() or category(sign).startswith("M") else " " for sign in text).split()
    return [word for word in words if not _NOT_TELLING.fullmatch(word)]


def _readable(label: str) -> str:
    """Return a part of a host as its owner wrote it, where it is punycode."""
    try:
        plain = label[4:].encode("ascii").decode("punycode") if label.startswith("xn--") else label
    except UnicodeError:
        return label
    return plain if plain and plain.isprintable() else label
