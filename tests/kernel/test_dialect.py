"""The dialect: one sentence per refusal, and rule files that pass."""

import ast
import textwrap

import pytest

from nomarch.errors import NomarchError, RulesOutsideDialect
from nomarch.kernel.compile import backend, dialect
from nomarch.kernel.declare import chance
from nomarch.kernel.declare.game import Rulebook, rulebooks

# What a function's body may not contain, and the words of the refusal.
BODIES = [
    ("try:\n    return 1\nexcept ValueError:\n    return 0", "has no exceptions: check with `if`"),
    ("raise ValueError", "has no exceptions: `legal` says what is allowed"),
    ("assert s.phase == 0", "has no exceptions: put the check into the game's `invariants`"),
    ("with s:\n    return 1", "has no context managers"),
    ("class Tile:\n    pass", "has no classes: a state's fields are in `state.py`"),
    ("async def later():\n    return 1", "has no coroutines"),
    ("return lambda x: x", "has no closures: write a named function"),
    ("return {1: 2}", "has no dicts: use a tuple indexed by int"),
    ("return {1, 2}", "has no sets: use a bit set or a row of flags"),
    ("return [1, 2]", "allocates nothing: use a field of the state or a module-level tuple"),
    ("return [x for x in range(3)]", "allocates nothing: write the loop"),
    ("return {x: 1 for x in range(3)}", "allocates nothing: write the loop"),
    ("return max(x for x in range(3))", "has no generators: write the loop"),
    ("yield 1", "has no generators"),
    ("await s", "has no coroutines"),
    ('return f"{s}"', "has no strings: words live in `words.py`"),
    ("global total", "has no globals to write: everything that changes is in the state"),
    ("nonlocal total", "has no closures"),
    ("del s.phase", "has nothing to delete"),
    ("return max(*s.gold)", "has no star arguments: compilers need fixed shapes"),
    ("if (n := 3) > 2:\n    return n", "has no walrus: assign on a line of its own"),
    ("return s.gold[1:]", "has no slices: they copy when interpreted and alias when compiled"),
    ("match s.phase:\n    case 1:\n        return 1", "has no match statement: use `if`"),
    ("import math", "imports single names only: `from … import name`"),
    ("def inner():\n    return 1", "has no closures: write a function of the module"),
    ("n: int = 3", "has no AnnAssign"),
    ("return 0.5", "has no floats: count in hundredths"),
    ('return "gold"', "has no strings: words live in `words.py`"),
    ("return None", "has no None: give the missing thing an int with a name"),
    ("return 7 / 2", "has integers only: use `//`, `*` or a table"),
    ("return 7 ** 2", "has integers only"),
    ("s.phase /= 2", "has integers only"),
    ("return 1 in s.gold", "compares ints: no `in`, no `is`"),
    ("return s.phase is s.seat", "compares ints: no `in`, no `is`"),
    ("for x in s.gold:\n    return x", "loops with `for … in range(…)` only"),
    ("return s.have[1, 2]", "indexes one axis at a time: `s.have[p][k]`, not `s.have[p, k]`"),
    ("return s.have.size", "reads fields of a state only: `s.field`"),
    ("return s.gold.sum()", "calls plain functions only, no methods"),
    ("return max(s.gold, key=1)", "passes arguments by position only"),
]

MODULES = [
    ("import numpy as np", "imports single names only: `from … import name`"),
    ("from numpy import int8", "knows neither Numba nor NumPy"),
    ("from numba.core import types", "knows neither Numba nor NumPy"),
    ("class Tile:\n    pass", "has no classes: a state's fields are in `state.py`"),
    ("async def later():\n    return 1", "has no coroutines"),
    ("if 1:\n    X = 2", "has only imports, tables and functions here"),
    ("@staticmethod\ndef f(s):\n    return 1", "is undecorated: the backend compiles plain"),
    ("def f(s, n=3):\n    return n", "has plain positional parameters only"),
    ("def f(s, *, n):\n    return n", "has plain positional parameters only"),
    ("def f(*s):\n    return 1", "has plain positional parameters only"),
    ("def f(**s):\n    return 1", "has plain positional parameters only"),
]  # fmt: skip

GOOD = '''
"""A module's words are its own."""

from nomarch.kernel.declare.chance import below
from nomarch.kernel.declare.events import ALL, emit as tell

TABLE = ((1, 2), (3, 4))
NAMES = {"tables": [1, 2]}


def rule(s, seat, action):
    """A function's words, too."""
    total, best = 0, -1
    for i in range(len(TABLE)):
        if i == 1 and not s.open[i]:
            continue
        total += int(s.have[seat][i]) * TABLE[i][0] // 2
    while total > 10:
        total -= below(s, 3) + 1
        if total == 12:
            break
    best = max(abs(total), min(1, 2)) if total % 2 == 0 else best
    tell(s, action, ALL, seat, best)
    return helper(best) | 1 << 2


def helper(x):
    return x & ~1
'''


def refused(source: str) -> str:
    with pytest.raises(RulesOutsideDialect) as caught:
        dialect.check_source(source, "games.nowhere.rules")
    assert isinstance(caught.value, NomarchError)
    return str(caught.value)


@pytest.mark.parametrize(("body", "why"), BODIES, ids=[body.splitlines()[0] for body, _ in BODIES])
def test_what_a_function_may_not_contain(body: str, why: str) -> None:
    sentence = refused("def rule(s):\n" + textwrap.indent(body, "    "))
    assert f"the rule dialect {why}" in sentence
    assert sentence.startswith("games.nowhere.rules, line ")
    assert sentence.endswith(".")


@pytest.mark.parametrize(("source", "why"), MODULES, ids=[s.splitlines()[0] for s, _ in MODULES])
def test_what_a_module_may_not_contain(source: str, why: str) -> None:
    assert f"the rule dialect {why}" in refused(source)


def test_every_refusal_has_its_test() -> None:
    tested = " ".join(why for _, why in BODIES + MODULES)
    for sentence in dialect._WHY.values():
        assert sentence.split(":")[0] in tested


def test_a_refusal_names_the_line() -> None:
    source = '"""Words."""\n\n\ndef rule(s):\n    """More words."""\n    x = 1\n    return x / 2\n'
    assert refused(source).startswith("games.nowhere.rules, line 7: ")


def test_good_code_passes() -> None:
    dialect.check_source(GOOD)


@pytest.mark.parametrize("book", rulebooks().values(), ids=list(rulebooks()))
@pytest.mark.parametrize("file", backend.DIALECT_FILES)
def test_rule_files_pass_and_name_the_type_of_the_state(book: Rulebook, file: str) -> None:
    """Without a type, mypy would not refuse a field that does not exist."""
    if not book.has(file):
        return
    dialect.check_module(book.module(file))
    paths = [path for path in (book.folder / f"{file}.py",) if path.exists()]
    paths += (book.folder / file).glob("*.py")
    assert paths
    untyped = [
        f"{path.name}:{node.lineno}"
        for path in paths
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef)
        for argument in node.args.args[:1]
        if argument.arg == "s"
        and (argument.annotation is None or ast.unparse(argument.annotation) != "st.State")
    ]
    assert untyped == []


def test_chance_keeps_to_the_dialect_too() -> None:
    dialect.check_module(chance)
