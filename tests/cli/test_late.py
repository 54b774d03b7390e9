"""Rules of modules that load late."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from kb.cli.late import SELDOM_USED, LateModule, load_late

SOURCE = "import sys\nprint('loaded')\nVALUE = [1, 2]\n"


@pytest.fixture
def module(tmp_path, monkeypatch):
    """The name of a module that prints when it is loaded, and that nobody has loaded yet."""
    name = "kb_late_sample"
    (tmp_path / f"{name}.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "modules", sys.modules.copy())
    return name


def test_it_loads_at_the_first_look_for_a_name_and_only_then(module, capsys):
    load_late([module])
    imported = __import__(module)
    __import__(module)

    before = capsys.readouterr().out
    values = imported.VALUE, imported.VALUE

    assert before == ""
    assert capsys.readouterr().out == "loaded\n"
    assert values[0] is values[1]
    assert type(imported) is type(sys)


def test_threads_that_look_at_once_find_the_whole_module(module, tmp_path):
    (tmp_path / f"{module}.py").write_text("import time\ntime.sleep(0.1)\nVALUE = 1\n", encoding="utf-8")
    load_late([module])
    imported = sys.modules[module]

    with ThreadPoolExecutor(8) as pool:
        values = list(pool.map(lambda _: imported.VALUE, range(8)))

    assert values == [1] * 8


def test_a_name_that_it_does_not_have_is_missing_as_ever(module):
    load_late([module])

    with pytest.raises(ImportError, match="cannot import name 'nothing'"):
        exec(f"from {module} import nothing")


def test_a_module_whose_code_fails_tells_so_every_time(module, tmp_path):
    (tmp_path / f"{module}.py").write_text("1 / 0\n", encoding="utf-8")
    load_late([module])

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            _ = sys.modules[module].VALUE


def test_a_module_that_is_loaded_or_not_there_stays_as_it_is(module):
    loaded = __import__(module)

    load_late([module, "kb_no_such_module"])

    assert sys.modules[module] is loaded
    assert "kb_no_such_module" not in sys.modules


def test_a_search_uses_none_of_the_modules_that_load_late(example):
    watch = (
        "import os, runpy, sys\n"
        "def end(code):\n"
        f"    late = {SELDOM_USED!r}\n"
        f"    print(code, [name for name in late if type(sys.modules[name]).__name__ != {LateModule.__name__!r}],"
        " file=sys.stderr)\n"
        "    sys.exit(code)\n"
        "os._exit = end\n"
        "runpy.run_module('kb', run_name='__main__', alter_sys=True)\n"
    )
    words = ["search", "stuck rollout", "--also", "roll back", "--json", "--kb", str(example)]
    # What measures coverage, or an editable installation, may have loaded some of them before.
    environ = {name: value for name, value in os.environ.items() if not name.startswith("COV")}

    ran = subprocess.run([sys.executable, "-c", watch, *words], capture_output=True, check=True, text=True, env=environ)

    # Python 3.11 itself asks platform for the system's name, on other systems than Windows and macOS.
    assert ran.stderr.splitlines()[-1] in {"0 []", "0 ['platform']"}
