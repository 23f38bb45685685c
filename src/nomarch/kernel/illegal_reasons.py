"""Why something is not allowed: `legal` written so that it tells which of its conditions failed.

Rules say it where they decide it: beside the branch that allows, in the other one, stands
`because("The track is full.")`. Every build leaves that out but this one. Here each condition
around an `allow` is followed both ways: the one that holds as ever, and the other with a mask that
notes what it would have allowed, and why it does not. So nothing is listed twice.
"""

from __future__ import annotations

import ast

from nomarch.kernel.masks import WORD

MASK = "mask"
"""What the rules call the row that `allow` writes to."""


class Notes:
    """A mask that notes for each action what stands in its way: the reasons, outermost first."""

    def __init__(self) -> None:
        self.found: dict[int, list[tuple[tuple[str, ...], ...]]] = {}
        self.failed: tuple[tuple[str, ...], ...] = ()

    def __getitem__(self, word: int) -> int:
        return 0

    def __setitem__(self, word: int, bit: int) -> None:
        # A bit is added to a word that reads as nothing: it is the action that is being allowed.
        action = int(word) * WORD + int(bit).bit_length() - 1
        self.found.setdefault(action, []).append(self.failed)

    def ways(
        self, holds: int, otherwise: tuple[str, ...], then: tuple[str, ...]
    ) -> tuple[Notes, Notes]:
        """Masks for both branches: the closed one notes the reasons that stand in the open one."""
        if holds:
            return self, self._closed(then)
        return self._closed(otherwise), self

    def _closed(self, reasons: tuple[str, ...]) -> Notes:
        inner = Notes()
        inner.found = self.found
        inner.failed = (*self.failed, reasons)
        return inner

    def reason(self, action: int) -> str:
        """The first reason on the shortest way to an action; empty where the rules name none.

        Ways that begin without one belong to something else than what is being asked.
        """
        found = self.found.get(action, [])
        if not found:
            return ""
        failed = min(found, key=lambda way: (not (way and way[0]), len(way)))
        return failed[0][0] if failed and failed[0] else ""


def explaining(source: ast.FunctionDef) -> ast.FunctionDef:
    """A function of the rules so that its mask hears of both ways; others stay as they are."""
    if all(argument.arg != MASK for argument in source.args.args):
        return source
    written = _Writer()
    body = written.block(source.body)
    function = ast.FunctionDef(source.name, source.args, body, [], None, None)
    return ast.copy_location(function, source)


class _Writer:
    """Has both branches of a condition run one after the other, each with a mask of its own."""

    def __init__(self) -> None:
        self.count = 0

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """Statements one after the other; what follows a branch that leaves is the other branch."""
        written: list[ast.stmt] = []
        for at, statement in enumerate(statements):
            if isinstance(statement, ast.If):
                leaves = not statement.orelse and isinstance(statement.body[-1], _LEAVING)
                rest = statements[at + 1 :] if leaves else statement.orelse
                written += self._both(statement, rest)
                if leaves:
                    return written
            elif isinstance(statement, ast.For):
                body = self.block(statement.body)
                loop = ast.For(statement.target, statement.iter, body, [], None)
                written.append(ast.copy_location(loop, statement))
            elif not isinstance(statement, _LEAVING):
                written.append(statement)
        return written or [ast.Pass()]

    def _both(self, node: ast.If, orelse: list[ast.stmt]) -> list[ast.stmt]:
        if not _touches_mask([*node.body, *orelse]):
            return [node]
        self.count += 1
        kept, yes, no = (f"{MASK}_{way}_{self.count}" for way in ("kept", "yes", "no"))
        reasons = [_reasons(orelse), _reasons(node.body)]
        ways = ast.Call(ast.Attribute(_name(MASK), "ways", ast.Load()), [node.test, *reasons], [])
        both = ast.Tuple([_name(yes, ast.Store()), _name(no, ast.Store())], ast.Store())
        written = [
            _assigned(kept, _name(MASK)),
            ast.Assign([both], ways),
            _assigned(MASK, _name(yes)),
            *_tried(self.block(node.body)),
            _assigned(MASK, _name(no)),
            *self._other(orelse),
            _assigned(MASK, _name(kept)),
        ]
        return [ast.copy_location(statement, node) for statement in written]

    def _other(self, orelse: list[ast.stmt]) -> list[ast.stmt]:
        """The other branch; a chain of conditions is not nested, however long it is."""
        if not orelse:
            return []
        written = self.block(orelse)
        return written if isinstance(orelse[0], ast.If) else _tried(written)


def _tried(statements: list[ast.stmt]) -> list[ast.stmt]:
    """The closed way may look at what is not there: then it has nothing to tell."""
    ignored = ast.ExceptHandler(None, None, [ast.Pass()])
    return [ast.Try([*statements, ast.Pass()], [ignored], [], [])]


def _assigned(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([_name(name, ast.Store())], value)


_LEAVING = ast.Return | ast.Break | ast.Continue


def _name(name: str, context: ast.expr_context | None = None) -> ast.Name:
    return ast.Name(name, context or ast.Load())


def _touches_mask(statements: list[ast.stmt]) -> bool:
    parts = (part for statement in statements for part in ast.walk(statement))
    return any(isinstance(part, ast.Name) and part.id == MASK for part in parts)


def reasons_in(statements: list[ast.stmt]) -> list[str]:
    """The reasons that stand in a branch itself."""
    return [
        statement.value.args[0].value
        for statement in statements
        if isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and isinstance(statement.value.func, ast.Name)
        and statement.value.func.id == "because"
        and isinstance(statement.value.args[0], ast.Constant)
        and isinstance(statement.value.args[0].value, str)
    ]


def _reasons(statements: list[ast.stmt]) -> ast.Tuple:
    return ast.Tuple([ast.Constant(text) for text in reasons_in(statements)], ast.Load())
