"""One hook put into settings and taken out."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.store.agents.jsonc import parse
from kb.store.agents.settings import COMMAND, base_of, find_hooks, insert, new_file, remove

OURS = {"hooks": [{"type": "command", "command": COMMAND, "timeout": 5}]}
GAPS = st.sampled_from(["", " ", "\n", "\n  ", "\n\t", "\r\n    ", "  \n"])
COMMENTS = st.sampled_from(["", "", "", "// mine, {\n", "/* mine\n ] */", "// mine\r\n  "])
SCALARS = st.one_of(st.integers(0, 9), st.sampled_from(["x", "// no", "}", "kb hook stop"]), st.none())


@st.composite
def _gap(draw):
    return draw(GAPS) + draw(COMMENTS) + draw(GAPS)


@st.composite
def _held(draw, opening, closing, items):
    """Write items between brackets, with blanks and comments where JSON with comments may have them."""
    text = opening
    for number, item in enumerate(items):
        text += ("," if number else "") + draw(_gap()) + item + draw(_gap())
    return text + ("," + draw(_gap()) if items and draw(st.booleans()) else draw(_gap()) if not items else "") + closing


@st.composite
def _pair(draw, key, value):
    return json.dumps(key) + draw(GAPS) + ":" + draw(_gap()) + value


@st.composite
def _others(draw, names):
    keys = draw(st.lists(st.sampled_from(names), unique=True, max_size=2))
    return [draw(_pair(key, json.dumps(draw(SCALARS)))) for key in keys]


@st.composite
def settings_files(draw):
    members = draw(_others(["model", "env", "//"]))
    if draw(st.booleans()):
        events = draw(_others(["PreToolUse", "Notification"]))
        if draw(st.booleans()):
            groups = draw(st.lists(st.sampled_from(['{"hooks": []}', "{}", "7", '{"matcher":"a,b"}']), max_size=2))
            event = draw(_pair("Stop", draw(_held("[", "]", groups))))
            events.insert(draw(st.integers(0, len(events))), event)
        hooks = draw(_pair("hooks", draw(_held("{", "}", events))))
        members.insert(draw(st.integers(0, len(members))), hooks)
    return draw(_gap()) + draw(_held("{", "}", members)) + draw(_gap())


@given(settings_files(), st.sampled_from([COMMAND, f"{COMMAND} --kb '/a b/ü\"'"]))
def test_what_is_put_in_is_taken_out_to_the_byte(text, command):
    after = insert(text, command)

    assert [hook.command for hook in find_hooks(parse(after))] == [command]
    assert remove(after) == text


@given(settings_files())
def test_all_that_was_there_is_still_there_in_its_order(text):
    after = insert(text, COMMAND)
    start = next(number for number in range(len(after)) if number == len(text) or after[number] != text[number])

    assert after.startswith(text[:start])
    assert after.endswith(text[start:])


@given(settings_files())
def test_settings_without_the_hook_are_left(text):
    assert remove(text) == text


PLAIN = {"model": "x", "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}], "Start": []}}


@pytest.mark.parametrize(
    "value",
    [{}, {"a": 1}, {"hooks": {}}, {"hooks": {"Start": []}}, {"hooks": {"Stop": []}}, PLAIN],
    ids=["empty", "other", "no-event", "another-event", "no-group", "a-group"],
)
@pytest.mark.parametrize("indent", [None, 2, 4, "\t"])
def test_a_json_file_stays_one_and_gains_the_one_entry(value, indent):
    text = json.dumps(value, indent=indent)

    after = json.loads(insert(text, COMMAND))

    assert after.get("hooks", {}).get("Stop", [])[-1] == OURS
    after["hooks"]["Stop"].pop()
    assert {"hooks": {"Stop": [], **value.get("hooks", {})}, **value} | {"hooks": after["hooks"]} == after


def test_it_is_written_as_the_file_is_indented():
    text = '{\n    "model": "x", // mine\n    "hooks": {\n        "Start": []\n    }\n}\n'

    assert insert(text, COMMAND) == (
        '{\n    "model": "x", // mine\n    "hooks": {\n        "Start": [],\n'
        '        "Stop": [\n'
        '            {"hooks": [{"type": "command", "command": "kb hook stop", "timeout": 5}]}\n'
        "        ]\n"
        "    }\n}\n"
    )


def test_line_ends_are_those_of_the_file():
    after = insert('{\r\n  "a": 1\r\n}\r\n', COMMAND)

    assert not re.search("(?<!\r)\n", after)


def test_a_new_file_has_nothing_else():
    assert json.loads(new_file(COMMAND)) == {"hooks": {"Stop": [OURS]}}


ENTRY = '{"hooks": [{"type": "command", "command": "kb hook stop", "timeout": 5}]}'


@pytest.mark.parametrize(
    ("changed", "left"),
    [
        pytest.param(f'{{"hooks": {{ "Stop": [ {ENTRY} ] }}, "b": 2}}', '{ "b": 2}', id="something-is-behind-it"),
        pytest.param(
            f'{{"a": 1,\n"hooks": {{"Stop": [{ENTRY}, 7]}}}}', '{"a": 1,\n"hooks": {"Stop": [ 7]}}', id="a-group"
        ),
        pytest.param(
            f'{{"hooks": {{"Stop": [{ENTRY}]}}, "b": 2}}',
            '{"hooks": {"Stop": []}, "b": 2}',
            id="brackets-were-there",
        ),
        pytest.param(
            json.dumps({"a": 1, "hooks": {"Stop": [OURS]}, "z": 2}, indent=4),
            '{\n    "a": 1,\n    "z": 2\n}',
            id="it-was-formatted-anew",
        ),
        pytest.param(
            f'{{"hooks": {{"Stop": [{ENTRY[:-2]}, {{"command": "x"}}]}}]}}}}',
            '{"hooks": {"Stop": [{"hooks": [ {"command": "x"}]}]}}',
            id="another-handler-is-in-its-group",
        ),
        pytest.param(
            f'{{"hooks": {{"Stop": [7 // mine\n, {ENTRY.replace("stop", "stop --kb x")}\n, // yours\n]}}}}',
            '{"hooks": {"Stop": [7 // mine\n,\n // yours\n]}}',
            id="between-comments",
        ),
        pytest.param(
            f'{{"hooks": {{"Stop": [ {{"matcher": "x", {ENTRY[1:]}]}}}}',
            '{"hooks": {"Stop": [ {"matcher": "x", "hooks": []}]}}',
            id="its-group-has-more",
        ),
        pytest.param(f'{{"hooks": {{"Stop": [{ENTRY}, {ENTRY}]}}}}', '{"hooks": {"Stop": []}}', id="it-is-there-twice"),
    ],
)
def test_when_something_around_it_has_changed_only_the_hook_goes(changed, left):
    assert remove(changed) == left
    parse(left)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[]", "it holds no object"),
        ('"hooks"', "it holds no object"),
        ('{"hooks": []}', "hooks is no object"),
        ('{"hooks": null}', "hooks is no object"),
        ('{"hooks": {"Stop": {}}}', "hooks.Stop is no list"),
        ('{"hooks": {"Stop": "kb hook stop"}}', "hooks.Stop is no list"),
        ('{"hooks": {}, "hooks": {}}', "'hooks' is there twice"),
        ('{"hooks": {"Stop": [], "Stop": []}}', "'Stop' is there twice"),
        ("{'hooks': {}}", "line 1 is no JSON"),
    ],
)
@pytest.mark.parametrize("edit", [lambda text: insert(text, COMMAND), remove], ids=["insert", "remove"])
def test_settings_of_another_form_are_refused(text, why, edit):
    with pytest.raises(ValueError, match=f"^{re.escape(why)}$"):
        edit(text)


HANDWRITTEN = [
    '{"type": "command", "command": "kb hook stop"}',
    '{"command": "kb hook stop", "type": "command", "timeout": 5}',
    '{"type": "command", "command": "kb hook stop", "timeout": 10}',
    '{"type": "command", /* mine */ "command": "kb hook stop", "timeout": 5}',
    '{"type": "command", "command": "/usr/bin/kb hook stop", "timeout": 5}',
    '{"type": "command", "command": "sh -c \'kb hook stop\'", "timeout": 5}',
]


@pytest.mark.parametrize("handler", HANDWRITTEN)
def test_a_hook_that_somebody_else_wrote_is_known_and_stays(handler):
    text = f'{{"hooks": {{"Stop": [{{"hooks": [{handler}]}}]}}}}'

    assert [(hook.is_own, hook.plain[:12]) for hook in find_hooks(parse(text))] == [(False, COMMAND)]
    assert remove(text) == text
    assert remove(insert(text, COMMAND)) == text


@pytest.mark.parametrize("command", ["kb hook", "kbx hook stop", "/usr/bin/tool kb-hook stop", "echo hook stop", ""])
def test_another_command_is_no_hook_of_kb(command):
    assert find_hooks(parse(json.dumps({"hooks": {"Stop": [{"hooks": [{"command": command}]}]}}))) == ()


@pytest.mark.parametrize(
    ("command", "base"),
    [
        ("kb hook stop", None),
        ("/usr/bin/kb hook stop || true", None),
        ("kb hook stop --kb base7", "base7"),
        ("kb hook stop --kb '/a b' --json", "/a b"),
        ("kb hook stop --kb=base7", "base7"),
        ("kb hook stop --kb 'base7", "'base7"),
    ],
)
def test_the_base_that_a_hook_is_for_is_read_from_its_command(command, base):
    assert base_of(command) == base
