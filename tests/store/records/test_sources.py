"""A web address has one form, a stable id, and a readable subject."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kb.store.errors import KbError
from kb.store.records.sources import TRACKING_PARAMETERS, is_url, normalize_url, source_id, subject_of

VIDEO = "aB3_-xY9zQ0"

ANY_URL = st.builds(
    "{}://{}{}".format,
    st.sampled_from(["http", "HTTPS"]),
    st.one_of(st.sampled_from(["example.org", "youtu.be/", "www.youtube.com/watch"]), st.text(st.characters())),
    st.text(st.one_of(st.sampled_from(list("/?#&=%25aA:@!.~+;v")), st.characters())),
)


@pytest.mark.parametrize(
    "text",
    [
        "http://example.org",
        "HTTPS://EXAMPLE.org/a?b#c",
        "https://localhost:8000/",
        "http://192.0.2.7/",
        "http://[2001:db8::1]:80/",
        "https://b\u00fccher.example/\u90e8\u7f72",
        "https://alice:" + "word@example.org/",
        "https://my_host.example./",
    ],
)
def test_an_address_of_the_web_is_a_url(text):
    assert is_url(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "example.org", "//example.org", "ftp://example.org", "mailto:alice@example.org", "file:///etc/hosts"),
        *("http://", "http:///path", "https://?q", "http://.", "http://-", "http://:80/", "http://alice@/"),
        *("http://example.org/a b", " http://example.org", "http://example.org\n", "http://example.org/\u3000"),
        *("http://exa\0mple.org", "http://example.org/\ud800", "http://a\\b/", "http://a%20b/", "http://<host>/"),
        *(
            "http://[::1",
            "http://[x]/",
            "http://[fe80::1%25eth0]/",
            "http://example.org:x/",
            "http://example.org:99999/",
        ),
        *("http://a\uff03b/", "http://a\u00a8b/", "http://" + "a" * 254 + "/", "http://" + "\u00fc" * 250 + "/"),
    ],
)
def test_anything_else_is_no_url_and_a_usage_error(text):
    assert not is_url(text)
    for function in (normalize_url, source_id, subject_of):
        with pytest.raises(KbError) as caught:
            function(text)
        assert (caught.value.kind, caught.value.code) == ("usage", "not-a-url")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        pytest.param("HTTP://EXAMPLE.Org/Path", "http://example.org/Path", id="case"),
        pytest.param("https://example.org", "https://example.org/", id="empty-path"),
        pytest.param("https://example.org?a=1", "https://example.org/?a=1", id="empty-path-before-parameters"),
        pytest.param("https://example.org/a/", "https://example.org/a/", id="last-slash-stays"),
        pytest.param("http://example.org:80/", "http://example.org/", id="default-port"),
        pytest.param("https://example.org:443/", "https://example.org/", id="default-port-of-https"),
        pytest.param("https://example.org:/", "https://example.org/", id="no-port"),
        pytest.param("http://example.org:443/", "http://example.org:443/", id="port-of-the-other"),
        pytest.param("http://example.org:0/", "http://example.org:0/", id="port-zero"),
        pytest.param("https://alice:" + "word@example.org/", "https://example.org/", id="user"),
        pytest.param("https://example.org./", "https://example.org/", id="root-of-hosts"),
        pytest.param("https://B\u00dcCHER.example/", "https://xn--bcher-kva.example/", id="umlaut"),
        pytest.param("https://bu\u0308cher.example/", "https://xn--bcher-kva.example/", id="umlaut-apart"),
        pytest.param("https://stra\u00dfe.example/", "https://xn--strae-oqa.example/", id="sharp-s"),
        pytest.param("https://\u4f8b\u3048\u3002\u30c6\u30b9\u30c8/", "https://xn--r8jz45g.xn--zckzah/", id="japanese"),
        pytest.param("http://[2001:DB8:0:0::1]:80/", "http://[2001:db8::1]/", id="version-6"),
        pytest.param("https://example.org/%7ea%2fb%e9", "https://example.org/~a%2Fb%E9", id="escapes"),
        pytest.param("https://example.org/100%/\u90e8|", "https://example.org/100%25/%E9%83%A8%7C", id="no-escapes"),
        pytest.param("https://example.org/?q=a+b%20c%26d", "https://example.org/?q=a+b%20c%26d", id="meaning-stays"),
        pytest.param("https://example.org/a/./b/../c", "https://example.org/a/c", id="dots"),
        pytest.param("https://example.org/a/b/..", "https://example.org/a/", id="dots-at-the-end"),
        pytest.param("https://example.org/a/.", "https://example.org/a/", id="dot-at-the-end"),
        pytest.param("https://example.org/../../a", "https://example.org/a", id="dots-beyond-the-root"),
        pytest.param("https://example.org/a/%2e%2E/b", "https://example.org/b", id="dots-escaped"),
        pytest.param("https://example.org/a//../b", "https://example.org/a/b", id="dots-behind-two-slashes"),
        pytest.param("https://example.org/..", "https://example.org/", id="nothing-but-dots"),
        pytest.param("https://example.org/a../.b/...", "https://example.org/a../.b/...", id="dots-in-names"),
        pytest.param("https://example.org/?", "https://example.org/", id="no-parameters"),
        pytest.param("https://example.org/?b=2&&a=1&", "https://example.org/?a=1&b=2", id="sorted"),
        pytest.param("https://example.org/?b&a=2&a=1", "https://example.org/?a=2&a=1&b", id="order-of-one-name"),
        pytest.param("https://example.org/a#part", "https://example.org/a", id="fragment"),
        pytest.param("https://example.org/a#:~:text=x", "https://example.org/a", id="text-fragment"),
        pytest.param("https://example.org/#/a/b", "https://example.org/#/a/b", id="route"),
        pytest.param("https://example.org/#!a", "https://example.org/#!a", id="old-route"),
        pytest.param("https://example.org/a?utm_source=x#part", "https://example.org/a", id="nothing-left"),
    ],
)
def test_variants_of_an_address_have_one_form(url, expected):
    assert normalize_url(url) == expected


@pytest.mark.parametrize(
    "name",
    [
        *sorted(TRACKING_PARAMETERS),
        "utm_source",
        "utm_anything",
        "UTM_Medium",
        "utm%5Fterm",
        "mtm_kwd",
        "hsa_ad",
        "GCLID",
    ],
)
def test_tracking_parameters_are_dropped(name):
    assert normalize_url(f"https://example.org/?b=2&{name}=x&a=1") == "https://example.org/?a=1&b=2"


@pytest.mark.parametrize(
    "name", ["id", "ref", "source", "page", "v", "t", "s", "q", "utm", "tag", "si", "lang", "list"]
)
def test_parameters_with_a_meaning_stay(name):
    assert normalize_url(f"https://example.org/?{name}=x&gclid=y") == f"https://example.org/?{name}=x"


@pytest.mark.parametrize(
    "url",
    [
        f"https://www.youtube.com/watch?v={VIDEO}",
        f"http://youtube.com/watch?v={VIDEO}&t=42s",
        f"https://m.youtube.com/watch?app=desktop&v={VIDEO}",
        f"https://music.youtube.com/watch?v={VIDEO}&list=RDAMVM",
        f"https://www.youtube.com/watch/?list=PL1&index=2&v={VIDEO}#comments",
        f"https://youtu.be/{VIDEO}",
        f"https://youtu.be/{VIDEO}?si=abc&t=3",
        f"https://www.youtube.com/shorts/{VIDEO}",
        f"https://youtube.com/live/{VIDEO}?feature=share",
        f"https://www.youtube.com/embed/{VIDEO}?rel=0",
        f"https://www.youtube.com/v/{VIDEO}/",
        f"https://www.youtube.com/e/{VIDEO}",
        f"https://www.youtube.com/watch/{VIDEO}?t=3",
        f"https://gaming.youtube.com/watch?v={VIDEO}",
        f"https://www.youtube.com/a/../embed/./{VIDEO}",
        f"https://www.youtube-nocookie.com/embed/{VIDEO}",
        f"HTTPS://YOUTU.BE:443/{VIDEO}?utm_source=x",
    ],
)
def test_the_variants_of_a_video_are_one_source(url):
    assert source_id(url) == f"youtube:{VIDEO}"
    assert subject_of(url) == f"youtube {VIDEO}"


@pytest.mark.parametrize(
    "url",
    [
        "https://www.youtube.com/",
        "https://www.youtube.com/watch",
        "https://www.youtube.com/watch?v=short",
        "https://www.youtube.com/playlist?list=PL1",
        "https://www.youtube.com/@channel",
        "https://www.youtube.com/embed/videoseries?list=PL1",
        "https://www.youtube.com/embed/live_stream?channel=UC1",
        "https://youtu.be/",
        f"https://example.org/watch?v={VIDEO}",
        f"https://youtube.com.example.org/watch?v={VIDEO}",
        f"https://youtube.com@example.org/watch?v={VIDEO}",
    ],
)
def test_what_is_no_video_is_a_page(url):
    assert re.fullmatch(r"web:[0-9a-f]{16}", source_id(url))


def test_the_id_of_a_page_never_changes():
    assert source_id("https://example.org/a?b=1") == "web:d4fd67c18db2b106"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://example.org/a", "https://example.org/a"),
        ("http://example.org:80/a", "https://example.org:443/a"),
        ("https://example.org/a?x=1&y=2", "https://EXAMPLE.org/%61?y=2&fbclid=z&x=1#top"),
    ],
)
def test_variants_of_an_address_are_one_source(one, other):
    assert source_id(one) == source_id(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://example.org/a", "https://example.org/A"),
        ("https://example.org/a", "https://example.org/a/"),
        ("https://example.org/a", "https://www.example.org/a"),
        ("https://example.org/a?id=1", "https://example.org/a?id=2"),
        ("https://example.org/a%2Fb", "https://example.org/a/b"),
        ("https://example.org/#/a", "https://example.org/#/b"),
        ("https://example.org:8443/", "https://example.org/"),
    ],
)
def test_addresses_that_differ_in_meaning_are_two_sources(one, other):
    assert source_id(one) != source_id(other)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        pytest.param(
            "https://www.example.org/blog/2024/05/postgres-vacuum-tuning.html?utm_source=x#top",
            "example.org postgres vacuum tuning",
            id="last-part",
        ),
        pytest.param("https://example.org/team/base/issues/123", "example.org team base issues 123", id="number"),
        pytest.param("https://example.org/3/library/urllib.parse.html", "example.org library urllib parse", id="parts"),
        pytest.param("https://example.org/guide/index.html", "example.org guide", id="start-page"),
        pytest.param("https://example.org/My-Page-0a1b2c3d4e5f6071", "example.org My Page", id="hash"),
        pytest.param("https://example.org/#/docs/first-steps", "example.org docs first steps", id="route"),
        pytest.param("https://example.org", "example.org", id="host-only"),
        pytest.param("https://example.org/%E9%83%A8%E7%BD%B2", "example.org \u90e8\u7f72", id="escapes"),
        pytest.param("https://xn--bcher-kva.example/a", "b\u00fccher.example a", id="punycode"),
        pytest.param("https://xn--/a", "xn-- a", id="empty-punycode"),
        pytest.param("https://xn--99999999.example/a", "xn--99999999.example a", id="broken-punycode"),
        pytest.param("https://example.org/" + "-".join("abcdefghijk"), "example.org a b c d e f g h", id="long"),
    ],
)
def test_the_subject_is_the_host_and_the_last_telling_words(url, expected):
    assert subject_of(url) == expected


@given(ANY_URL)
@settings(max_examples=1000, deadline=None)
def test_whatever_is_a_url_has_one_form_that_is_its_own(url):
    assume(is_url(url))
    form = normalize_url(url)
    assert form.isascii()
    assert is_url(form)
    assert normalize_url(form) == form
    assert source_id(form) == source_id(url)
    assert subject_of(form) == subject_of(url)
    assert subject_of(url).encode()


@given(st.text(st.characters()))
@settings(max_examples=300, deadline=None)
def test_any_text_is_judged(text):
    assert not is_url(text) or normalize_url(text)
