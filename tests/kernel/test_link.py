"""The linker: what a function means is the same before and after it is written anew."""

import importlib
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from nomarch.errors import RulesOutsideDialect
from nomarch.kernel.compile.linker import Linker, LinkOptions

TABLES = """
from nomarch.kernel.declare.actions import Actions
from nomarch.kernel.declare.events import Event
ACTIONS = Actions()
PASS = ACTIONS.one("pass")
GO = ACTIONS.block("{site} {place}", site=range(1, 3), place=("x", "y", "z"))
BID = ACTIONS.block("bid {sun}", sun=range(3, 7))
MOVED = Event("moved", "seat")
LIMITS = ((1, 2), (3, 4))
"""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., ModuleType]]:
    """Writes modules of a package `fable` and imports the last one named."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "fable").mkdir()
    (tmp_path / "fable" / "__init__.py").touch()

    def written(**sources: str) -> ModuleType:
        for name, source in sources.items():
            (tmp_path / "fable" / f"{name}.py").write_text(textwrap.dedent(source))
        importlib.invalidate_caches()
        return importlib.import_module(f"fable.{[*sources][-1]}")

    yield written
    for name in [name for name in sys.modules if name.split(".")[0] == "fable"]:
        del sys.modules[name]


def linked(module: ModuleType) -> dict[str, Any]:
    roots = {name: f for name, f in vars(module).items() if isinstance(f, FunctionType)}
    own = {name: f for name, f in roots.items() if f.__module__ == module.__name__}
    return Linker(LinkOptions(compiled=True)).link(own)


RULES = """
from fable import tables as box
from nomarch.kernel.declare.actions import allow

def number(site, place):
    return box.GO.at(site, place)

def positions(action):
    return box.GO.site(action), box.GO.place(action), box.BID.sun(action)

def belongs(action):
    return box.GO.has(action), box.BID.has(action), len(box.GO), len(box.ACTIONS)

def limit(i, j):
    return box.LIMITS[i][j] + box.PASS + box.GO.first

def may(mask, sun):
    allow(mask, box.BID.at(sun))

def either(mask, sun):
    if sun > 5:
        allow(mask, box.BID.at(sun))
    else:
        allow(mask, box.BID.at(sun + 1))
"""


def test_rewritten_functions_mean_the_same(write: Callable[..., ModuleType]) -> None:
    rules = write(tables=TABLES, rules=RULES)
    build = linked(rules)
    for site in (1, 2):
        for place in range(3):
            assert build["number"](site, place) == rules.number(site, place)
    for action in range(len(rules.box.ACTIONS)):
        assert build["belongs"](action) == rules.belongs(action)
        if rules.box.GO.has(action):
            assert build["positions"](action)[:2] == rules.positions(action)[:2]
        if rules.box.BID.has(action):
            assert build["positions"](action)[2] == rules.positions(action)[2]
    assert build["limit"](1, 0) == rules.limit(1, 0) == 4
    masks = [[0] * 11 for _ in range(2)]
    build["may"](masks[0], 5)
    rules.may(masks[1], 5)
    assert masks[0] == masks[1] == [1 << 9] + [0] * 10
    build["either"](masks[0], 5)
    rules.either(masks[1], 5)
    assert masks[0] == masks[1] == [3 << 9] + [0] * 10


def test_chapters_may_know_each_other(write: Callable[..., ModuleType]) -> None:
    write(
        first="""
            from fable import second
            def begin(n: int) -> int:
                return second.go_on(n) + 1
            def end(n):
                return n * 2
            """,
        second="""
            from fable import first
            def go_on(n):
                return first.end(n) + 10
            """,
    )
    assert linked(sys.modules["fable.first"])["begin"](3) == 17


@pytest.mark.parametrize(
    ("sources", "sentence"),
    [
        ({"a": "from fable import b\ndef f(n):\n    return b.g(n)\n",
          "b": "from fable import a\ndef g(n):\n    return a.f(n)\n"}, "has no recursion"),
        ({"a": "def f(n):\n    return f(n)\n"}, "a, line 1: .* no recursion: `f` calls itself"),
        ({"a": "def f(n):\n    return g(n)\ndef g(n):\n    return h(n)\n"
          "def h(n):\n    return f(n)\n"}, "has no recursion"),
        ({"a": "def f(n):\n    return print(n)\n"}, "a, line 2: .* does not know `print`"),
        ({"b": "", "a": "from fable import b\ndef f(n):\n    return b.LIMIT\n"},
         "finds no `LIMIT` in fable.b"),
        ({"tables": TABLES, "a": "from fable import tables as box\n"
          "def f(n):\n    return box.GO.moon(n)\n"}, "finds no `moon` of 1 in that block"),
        ({"tables": TABLES, "a": "from fable import tables as box\n"
          "def f(n):\n    return box.GO.at(n)\n"},
         "a, line 3: .* gives `at` 1 positions, and the block has the axes site, place"),
        ({"tables": TABLES, "a": "from fable import tables as box\n"
          "from nomarch.kernel.declare.events import ALL, emit\n"
          "def f(s):\n    emit(s, box.MOVED, ALL)\n"},
         "a, line 4: .* emits `moved` with 0 numbers, and it tells seat"),
        ({"a": "from nomarch.kernel.declare.events import emit\ndef f(s):\n    emit(s)\n"},
         "a, line 3: .* emits with a state, an event and an audience"),
        ({"a": "NAMES = {1: 2}\ndef f(n):\n    return NAMES[n]\n"}, "has no use for `NAMES`"),
    ],
)  # fmt: skip
def test_what_cannot_be_linked_is_refused_with_a_sentence(
    write: Callable[..., ModuleType], sources: dict[str, str], sentence: str
) -> None:
    module = write(**sources)
    with pytest.raises(RulesOutsideDialect, match=sentence):
        linked(module)
