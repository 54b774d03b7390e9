"""Where a base is and what its settings say."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.store.config import BUILT_IN_FOLDERS, Config, Places, open_base, read_config
from kb.store.errors import KbError
from kb.store.pages.base import read_base


@pytest.fixture
def root(make_folder):
    """A folder of folders, by its real name."""
    return make_folder({}).resolve()


def places(root, *, option=None, home=None, here="here", settings="settings.toml"):
    (root / here).mkdir(parents=True, exist_ok=True)
    return Places(
        root / option if option else None, root / home if home else None, root / here, root / settings, root / "user"
    )


def refused(call, *arguments):
    with pytest.raises(KbError) as caught:
        call(*arguments)
    return caught.value


class TestSettings:
    def test_a_folder_without_settings_has_the_defaults(self, root):
        assert read_config(root) == Config(root, "", (), BUILT_IN_FOLDERS, ())

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "\n",
            "# only a comment\n",
            "format = 1\n",
            "format=1",
            "# one\n\n  # two\r\nformat = 1\r\n",
            "format = 1 # one\n",
        ],
    )
    def test_a_file_that_says_no_more_than_its_format_gives_the_defaults(self, make_folder, text):
        root = make_folder({"kb.toml": text})
        assert read_config(root) == Config(root, "", (), BUILT_IN_FOLDERS, ())

    def test_settings_are_those_of_the_file(self, make_folder):
        text = (
            'format = 1\nname = "Team"\nexclude = ["drafts/", "*.tmp.md"]\n[kinds.book]\nfolders = ["books", "wiki"]\n'
        )
        root = make_folder({"kb.toml": text})
        folders = BUILT_IN_FOLDERS | {"books": "book", "wiki": "book"}
        assert read_config(root) == Config(root, "Team", ("drafts/", "*.tmp.md"), folders, ("book",))

    def test_kinds_come_in_the_order_of_the_file(self, make_folder):
        text = "[kinds.zebra]\n[kinds.ant]\nfolders = []\n[kinds.bee]\n"
        assert read_config(make_folder({"kb.toml": text})).kinds == ("zebra", "ant", "bee")

    def test_a_kind_may_name_the_schema_of_its_pages(self, make_folder):
        text = '[kinds.book]\nschema = "schemas/book.json"\n[kinds.bee]\n[kinds.finding]\nschema = "f.json"\n'
        schemas = read_config(make_folder({"kb.toml": text})).schemas
        assert schemas == {"book": "schemas/book.json", "finding": "f.json"}

    @pytest.mark.parametrize(
        "path", ["", "/etc/x.json", "../x.json", "a/../../x.json", "..", "C:/x.json", "a\\\\b.json", "file:x"]
    )
    def test_a_schema_that_is_not_below_the_base_is_refused(self, make_folder, path):
        root = make_folder({"kb.toml": f'[kinds.book]\nschema = "{path}"\n'})
        error = refused(read_config, root)
        trouble = f"{root / 'kb.toml'}: kinds.book: schema must be the path of a file below the base"
        assert (error.kind, error.code, error.message) == ("usage", "bad-config", trouble)

    def test_the_settings_of_one_base_leave_those_of_the_next_alone(self, make_folder):
        root = make_folder({"a/kb.toml": '[kinds.book]\nfolders = ["books"]\n', "b/x.md": ""})
        assert "books" in read_config(root / "a").folders
        assert "books" not in read_config(root / "b").folders

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param(b'\xef\xbb\xbfname = "Caf\xc3\xa9"\n', id="byte-order mark"),
            pytest.param(b'name = "Caf\xc3\xa9"\r\nexclude = []\r\n', id="lines of Windows"),
        ],
    )
    def test_what_editors_on_windows_write_is_read(self, make_folder, text):
        assert read_config(make_folder({"kb.toml": text})).name == "Caf\u00e9"

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("name = 1\n", "name must be a text"),
            ('exclude = "a"\n', "exclude must be a list of texts"),
            ("exclude = [1]\n", "exclude must be a list of texts"),
            ('exclude = ["a", ["b"]]\n', "exclude must be a list of texts"),
            ("kinds = []\n", "kinds must be a table"),
            ("[kinds]\nbook = 1\n", "kinds.book must be a table with folders, a list of texts"),
            ('[kinds.book]\nfolders = "books"\n', "kinds.book must be a table with folders, a list of texts"),
            ("[kinds.book]\nfolders = [1]\n", "kinds.book must be a table with folders, a list of texts"),
            ("[kinds.book]\nschema = 1\n", "kinds.book: schema must be the path of a file below the base"),
        ],
    )
    def test_a_mistyped_key_is_refused_with_the_type_it_should_have(self, make_folder, text, message):
        root = make_folder({"kb.toml": text})
        error = refused(read_config, root)
        assert (error.kind, error.code, error.message) == ("usage", "bad-config", f"{root / 'kb.toml'}: {message}")

    @pytest.mark.parametrize(
        ("text", "message", "hint"),
        [
            ('nmae = "x"\n', ": unknown key 'nmae'", "known keys: format, name, exclude, kinds, review, log"),
            ("b = 1\na = 1\n", ": unknown key 'a'", "known keys: format, name, exclude, kinds, review, log"),
            ("[kinds.book]\nfolder = []\n", ": kinds.book: unknown key 'folder'", "known keys: folders, schema"),
        ],
    )
    def test_an_unknown_key_is_refused_with_those_that_are_known(self, make_folder, text, message, hint):
        root = make_folder({"kb.toml": text})
        error = refused(read_config, root)
        assert (error.kind, error.code) == ("usage", "bad-config")
        assert (error.message, error.hint) == (f"{root / 'kb.toml'}{message}", hint)

    @pytest.mark.parametrize("number", ["2", "0", '"1"', "true", "[1]"])
    def test_a_format_that_is_not_this_one_is_refused(self, make_folder, number):
        error = refused(read_config, make_folder({"kb.toml": f"format = {number}\nnew = 1\n"}))
        assert (error.kind, error.code) == ("usage", "unknown-format")

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param(b"name = \n", id="no value"),
            pytest.param(b'name = "open\n', id="an open quote"),
            pytest.param(b"a = 1\na = 2\n", id="a key twice"),
            pytest.param(b'name = "caf\xfc"\n', id="not UTF-8"),
            pytest.param("a = 1\n".encode("utf-16"), id="UTF-16"),
            pytest.param(b"a = " + b"[" * 20_000, id="nested without measure"),
        ],
    )
    def test_a_file_that_is_no_toml_is_refused_with_its_path(self, make_folder, text):
        root = make_folder({"kb.toml": text})
        error = refused(read_config, root)
        assert (error.kind, error.code) == ("usage", "bad-config")
        assert error.message.startswith(f"{root / 'kb.toml'}: not readable as TOML: ")

    @pytest.mark.parametrize("pattern", ["!", "[z-a]", "a\\\\"])
    def test_a_pattern_that_is_none_is_refused(self, make_folder, pattern):
        root = make_folder({"kb.toml": f'exclude = ["{pattern}"]\n', "a.md": ""})
        error = refused(lambda: read_base(read_config(root)))
        assert (error.kind, error.code) == ("usage", "bad-config")


class TestPlaces:
    def test_the_option_is_stronger_than_the_environment_and_the_folder(self, root):
        (root / "here").mkdir()
        (root / "here" / "kb.toml").write_text("")
        for name in ("option", "home"):
            (root / name).mkdir()
        assert open_base(places(root, option="option", home="home")).root == root / "option"
        assert open_base(places(root, home="home")).root == root / "home"
        assert open_base(places(root)).root == root / "here"

    def test_the_settings_of_the_base_are_read(self, root):
        (root / "base").mkdir()
        (root / "base" / "kb.toml").write_text('name = "N"\n')
        assert open_base(places(root, option="base")).name == "N"

    @pytest.mark.parametrize(
        "marks",
        [
            pytest.param(("kb.toml",), id="settings"),
            pytest.param((".obsidian/app.json",), id="an Obsidian vault"),
            pytest.param(("AGENTS.md", "memory/a.md", "wiki/a.md"), id="AGENTS.md, memory and wiki"),
        ],
    )
    @pytest.mark.parametrize("here", ["base", "base/a/b"])
    def test_a_folder_that_says_so_is_the_base_of_all_below_it(self, make_folder, root, marks, here):
        make_folder({f"base/{mark}": "" for mark in marks})
        assert open_base(places(root, here=here)).root == root / "base"

    @pytest.mark.parametrize(
        "marks",
        [
            pytest.param(("AGENTS.md", "memory/a.md"), id="without a wiki"),
            pytest.param(("kb.toml/a.txt",), id="a folder named like the settings"),
            pytest.param((".obsidian",), id="a file named like the vault's folder"),
            pytest.param(("README.md",), id="Markdown above"),
        ],
    )
    def test_a_folder_that_does_not_say_so_is_no_base_of_what_is_below_it(self, make_folder, root, marks):
        make_folder({f"base/{mark}": "" for mark in marks})
        error = refused(open_base, places(root, here="base/a"))
        assert (error.kind, error.code) == ("missing", "no-base")

    def test_the_nearest_folder_that_says_so_is_the_base(self, make_folder, root):
        make_folder({"kb.toml": "", "a/kb.toml": "", "a/b/x.md": ""})
        assert open_base(places(root, here="a/b")).root == root / "a"

    def test_the_base_of_the_user_counts_where_no_folder_says_so(self, make_folder, root):
        make_folder({"mine/a.md": "", "settings.toml": f"base = '{root / 'mine'}'\n", "here/b.md": ""})
        assert open_base(places(root)).root == root / "mine"

    def test_a_folder_that_says_so_is_nearer_than_the_base_of_the_user(self, make_folder, root):
        make_folder({"mine/a.md": "", "settings.toml": f"base = '{root / 'mine'}'\n", "here/kb.toml": ""})
        assert open_base(places(root)).root == root / "here"

    def test_a_folder_of_markdown_is_a_base_when_nothing_else_is(self, make_folder, root):
        make_folder({"here/a.md": "", "settings.toml": "# nothing\n"})
        assert open_base(places(root)).root == root / "here"

    @pytest.mark.parametrize("text", ['base = ""', 'bse = "x"', "base = 1"], ids=["empty", "mistyped", "a number"])
    def test_settings_of_the_user_that_name_no_base_are_refused(self, make_folder, root, text):
        make_folder({"here/a.md": "", "settings.toml": f"{text}\n"})
        error = refused(open_base, places(root))
        assert (error.kind, error.code) == ("usage", "bad-config")

    def test_a_working_directory_that_is_gone_is_no_place(self, make_folder, root):
        make_folder({"home/kb.toml": "format = 1\n"})
        assert open_base(places(root, home="home")._replace(here=None)).root == root / "home"
        assert refused(open_base, places(root)._replace(here=None)).code == "no-base"

    def test_without_any_place_it_is_said_how_to_name_one(self, root):
        error = refused(open_base, places(root))
        assert (error.kind, error.code) == ("missing", "no-base")
        assert error.message == f"no knowledge base in {root / 'here'} or above it"
        assert error.hint == "name one with --kb PATH, set KB_HOME, or make one with: kb init DIR --example"

    @pytest.mark.parametrize(("field", "source"), [("option", "--kb"), ("home", "KB_HOME")])
    def test_a_named_folder_that_is_not_there_is_refused_and_no_other_is_taken(self, make_folder, root, field, source):
        make_folder({"here/kb.toml": "", "file": ""})
        gone = refused(open_base, places(root, **{field: "gone"}))
        assert (gone.kind, gone.code) == ("missing", "no-such-base")
        assert gone.message == f"{source}: {root / 'gone'} does not exist"
        file = refused(open_base, places(root, **{field: "file"}))
        assert (file.kind, file.code) == ("missing", "no-such-base")
        assert file.message == f"{source}: {root / 'file'} is not a folder"

    @pytest.mark.parametrize("name", ["~no-such-user/base", "x" * 300], ids=["a home of nobody", "too long a name"])
    def test_a_name_that_no_folder_can_have_is_refused(self, root, name):
        here = places(root)
        error = refused(open_base, here._replace(option=Path(name)))
        assert (error.kind, error.code) == ("missing", "no-such-base")

    def test_the_base_of_the_user_that_is_not_there_is_refused(self, make_folder, root):
        make_folder({"settings.toml": f"base = '{root / 'gone'}'\n", "here/a.md": ""})
        error = refused(open_base, places(root))
        assert (error.kind, error.code) == ("missing", "no-such-base")
        assert error.message == f"base in {root / 'settings.toml'}: {root / 'gone'} does not exist"

    @pytest.mark.parametrize("text", ["base = 1\n", "base = [\n"])
    def test_wrong_settings_of_the_user_are_refused_with_their_path(self, make_folder, root, text):
        make_folder({"settings.toml": text})
        error = refused(open_base, places(root))
        assert (error.kind, error.code) == ("usage", "bad-config")
        assert error.message.startswith(f"{root / 'settings.toml'}: ")

    @pytest.mark.parametrize(("named", "below"), [("~/base", "user/base"), ("base", "base"), ("~x/base", "~x/base")])
    def test_the_base_of_the_user_counts_from_the_settings_and_the_home_sign_from_home(self, root, named, below):
        (root / below).mkdir(parents=True)
        (root / "settings.toml").write_text(f'base = "{named}"\n', encoding="utf-8")
        assert open_base(places(root)).root == root / below

    def test_a_base_may_be_in_a_dot_folder(self, make_folder, root):
        make_folder({".vault/a.md": ""})
        config = open_base(places(root, option=".vault"))
        assert [page.path for page in read_base(config).pages] == ["a.md"]
