"""The dialect's grammar check: rule code must mean the same interpreted, compiled and on CUDA."""

import ast
from pathlib import Path
from threading import Lock
from types import ModuleType

from nomarch.errors import RulesOutsideDialect

_WHY = {
    ast.Try: "has no exceptions: check with `if` instead",
    ast.Raise: "has no exceptions: `legal` says what is allowed, `apply` trusts it",
    ast.Assert: "has no exceptions: put the check into the game's `invariants`",
    ast.With: "has no context managers",
    ast.ClassDef: "has no classes: a state's fields are in `state.py`",
    ast.AsyncFunctionDef: "has no coroutines",
    ast.Lambda: "has no closures: write a named function",
    ast.Dict: "has no dicts: use a tuple indexed by int",
    ast.Set: "has no sets: use a bit set or a row of flags",
    ast.List: "allocates nothing: use a field of the state or a module-level tuple",
    ast.ListComp: "allocates nothing: write the loop",
    ast.SetComp: "allocates nothing: write the loop",
    ast.DictComp: "allocates nothing: write the loop",
    ast.GeneratorExp: "has no generators: write the loop",
    ast.Yield: "has no generators",
    ast.YieldFrom: "has no generators",
    ast.Await: "has no coroutines",
    ast.JoinedStr: "has no strings: words live in `words.py`",
    ast.Global: "has no globals to write: everything that changes is in the state",
    ast.Nonlocal: "has no closures",
    ast.Delete: "has nothing to delete",
    ast.Starred: "has no star arguments: compilers need fixed shapes",
    ast.NamedExpr: "has no walrus: assign on a line of its own",
    ast.Slice: "has no slices: they copy when interpreted and alias when compiled",
    ast.Match: "has no match statement: use `if`",
    ast.Import: "imports single names only: `from … import name`",
}

_ALLOWED = (
    *(ast.Module, ast.ImportFrom, ast.alias, ast.FunctionDef, ast.arguments, ast.arg),
    *(ast.Assign, ast.AugAssign, ast.Return, ast.If, ast.For, ast.While, ast.Break, ast.Continue),
    *(ast.Pass, ast.Expr, ast.BinOp, ast.BoolOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Call),
    *(ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.Tuple),
    *(ast.operator, ast.boolop, ast.unaryop, ast.cmpop, ast.expr_context),
)


_PARSING = Lock()
"""Python 3.11 counts the depth of all trees together, and fails when two threads make one."""


def parsed(source: str) -> ast.Module:
    with _PARSING:
        return ast.parse(source)


def check_module(module: ModuleType) -> None:
    assert module.__file__ is not None
    check_source(Path(module.__file__).read_text(encoding="utf-8"), module.__name__)


def check_function(function: ast.FunctionDef, name: str) -> None:
    """Check one function of a module that may contain other code."""
    _Checker(name, None).function(function)


def check_source(source: str, name: str = "rules") -> None:
    """Raise `RulesOutsideDialect`, with line and reason, at the first violation."""
    tree = parsed(source)
    checker = _Checker(name, _globals(tree))
    for statement in tree.body:
        checker.top_level(statement)


class _Checker:
    def __init__(self, name: str, globals_: set[str] | None) -> None:
        self.name = name
        self.globals = globals_
        """Names that may refer to modules; None if unknown."""
        self.reasons: list[ast.expr] = []
        """Reasons of `because`, the only strings allowed."""

    def refuse(self, node: ast.AST, why: str) -> None:
        line = getattr(node, "lineno", 0)
        raise RulesOutsideDialect(f"{self.name}, line {line}: the rule dialect {why}.")

    def top_level(self, node: ast.stmt) -> None:
        if isinstance(node, ast.FunctionDef):
            self.function(node)
        elif isinstance(node, ast.ImportFrom):
            if (node.module or "").split(".")[0] in {"numba", "numpy"}:
                self.refuse(node, "knows neither Numba nor NumPy: only `compile/backend.py` does")
        elif not isinstance(node, ast.Assign | ast.Expr):
            self.refuse(node, _WHY.get(type(node), "has only imports, tables and functions here"))

    def function(self, node: ast.FunctionDef) -> None:
        if node.decorator_list:
            self.refuse(node, "is undecorated: the backend compiles plain functions")
        if node.args.defaults or node.args.kwonlyargs or node.args.vararg or node.args.kwarg:
            self.refuse(node, "has plain positional parameters only")
        body = node.body
        if ast.get_docstring(node) is not None:
            body = body[1:]
        for statement in body:
            for part in ast.walk(statement):
                self.part(part)

    def part(self, node: ast.AST) -> None:
        if isinstance(node, ast.FunctionDef):
            self.refuse(node, "has no closures: write a function of the module")
        if not isinstance(node, _ALLOWED):
            self.refuse(node, _WHY.get(type(node), f"has no {type(node).__name__}"))
        check = getattr(self, f"_{type(node).__name__.lower()}", None)
        if check is not None:
            check(node)

    def _constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, float):
            self.refuse(node, "has no floats: count in hundredths")
        if isinstance(node.value, str) and node not in self.reasons:
            self.refuse(node, "has no strings: words live in `words.py`")
        if node.value is None:
            self.refuse(node, "has no None: give the missing thing an int with a name")

    def _binop(self, node: ast.BinOp | ast.AugAssign) -> None:
        if isinstance(node.op, ast.Div | ast.Pow | ast.MatMult):
            self.refuse(node, "has integers only: use `//`, `*` or a table")

    _augassign = _binop

    def _compare(self, node: ast.Compare) -> None:
        if any(isinstance(op, ast.In | ast.NotIn | ast.Is | ast.IsNot) for op in node.ops):
            self.refuse(node, "compares ints: no `in`, no `is`")

    def _for(self, node: ast.For) -> None:
        call = node.iter
        if not isinstance(call, ast.Call) or ast.unparse(call.func) != "range":
            self.refuse(node, "loops with `for … in range(…)` only")

    def _subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.slice, ast.Tuple):
            self.refuse(node, "indexes one axis at a time: `s.have[p][k]`, not `s.have[p, k]`")

    def _may_be_module(self, node: ast.expr) -> bool:
        while isinstance(node, ast.Attribute):
            node = node.value
        return isinstance(node, ast.Name) and (self.globals is None or node.id in self.globals)

    def _attribute(self, node: ast.Attribute) -> None:
        if not isinstance(node.value, ast.Name) and not self._may_be_module(node.value):
            self.refuse(node, "reads fields of a state only: `s.field`")

    def _call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name):
            self.reasons += node.args if node.func.id == "because" else ()
        elif not isinstance(node.func, ast.Attribute) or not self._may_be_module(node.func):
            self.refuse(node, "calls plain functions only, no methods")
        if node.keywords:
            self.refuse(node, "passes arguments by position only")


def _globals(tree: ast.Module) -> set[str]:
    """Names that stand for something outside the functions: imports, tables, blocks."""
    found = set[str]()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            found |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Assign):
            parts = (part for target in node.targets for part in ast.walk(target))
            found |= {part.id for part in parts if isinstance(part, ast.Name)}
    return found
