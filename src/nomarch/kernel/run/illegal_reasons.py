"""Why an action is illegal: a `legal` that reports which of its conditions failed.

Rules give the reason in the branch that does not allow: `because("The track is full.")`. Other
builds leave it out. Here both branches of each condition around an `allow` run: the open one as
ever, and the closed one with a mask that notes what it would have allowed, and why not.
"""

from __future__ import annotations

import ast

from nomarch.kernel.declare.masks import WORD

MASK = "mask"
"""The name of the argument that `allow` writes to."""

CLOSED_BRANCH_ERRORS = (IndexError, ValueError, ZeroDivisionError)
"""Errors that a branch may raise if its condition does not hold: an index past the end, a negative
shift, a division by zero. Errors of branches whose condition holds are not caught."""


class ReasonNotes:
    """A mask that notes for each action the conditions that failed, outermost first."""

    def __init__(self) -> None:
        self.found: dict[int, list[tuple[tuple[str, ...], ...]]] = {}
        self.failed: tuple[tuple[str, ...], ...] = ()

    @property
    def caught(self) -> tuple[type[Exception], ...]:
        """The errors that a branch running with this mask may raise."""
        return CLOSED_BRANCH_ERRORS if self.failed else ()

    def __getitem__(self, word: int) -> int:
        return 0

    def __setitem__(self, word: int, bit: int) -> None:
        # A word reads as 0, so the one bit that is set is the action.
        action = int(word) * WORD + int(bit).bit_length() - 1
        self.found.setdefault(action, []).append(self.failed)

    def ways(
        self, holds: int, otherwise: tuple[str, ...], then: tuple[str, ...]
    ) -> tuple[ReasonNotes, ReasonNotes]:
        """Return masks for both branches; the closed one carries the reasons of the open one."""
        if holds:
            return self, self._closed(then)
        return self._closed(otherwise), self

    def _closed(self, reasons: tuple[str, ...]) -> ReasonNotes:
        inner = ReasonNotes()
        inner.found = self.found
        inner.failed = (*self.failed, reasons)
        return inner

    def reason(self, action: int) -> str:
        """Return the first reason on the shortest path to an action, or an empty string.

        Paths that begin without a reason belong to another phase and count last.
        """
        found = self.found.get(action, [])
        if not found:
            return ""
        failed = min(found, key=lambda way: (not (way and way[0]), len(way)))
        return failed[0][0] if failed and failed[0] else ""


def explaining(source: ast.FunctionDef) -> ast.FunctionDef:
    """Rewrite a function with a mask so that both branches run; return others unchanged."""
    if all(argument.arg != MASK for argument in source.args.args):
        return source
    written = _ExplainingWriter()
    body = written.block(source.body)
    function = ast.FunctionDef(source.name, source.args, body, [], None, None)
    return ast.copy_location(function, source)


class _ExplainingWriter:
    """Rewrites conditions so that both branches run, each with its own mask."""

    def __init__(self) -> None:
        self.count = 0

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """Rewrite statements; what follows a branch that leaves is the other branch."""
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
            *_tried(self.block(node.body), yes),
            _assigned(MASK, _name(no)),
            *self._other(orelse, no),
            _assigned(MASK, _name(kept)),
        ]
        return [ast.copy_location(statement, node) for statement in written]

    def _other(self, orelse: list[ast.stmt], mask: str) -> list[ast.stmt]:
        """Rewrite the other branch. A chain of `elif` is not nested: each catches for itself."""
        if not orelse:
            return []
        written = self.block(orelse)
        return written if isinstance(orelse[0], ast.If) else _tried(written, mask)


def _tried(statements: list[ast.stmt], mask: str) -> list[ast.stmt]:
    """Return `try: statements; except mask.caught: pass`."""
    caught = ast.Attribute(_name(mask), "caught", ast.Load())
    handler = ast.ExceptHandler(caught, None, [ast.Pass()])
    return [ast.Try([*statements, ast.Pass()], [handler], [], [])]


def _assigned(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([_name(name, ast.Store())], value)


_LEAVING = ast.Return | ast.Break | ast.Continue


def _name(name: str, context: ast.expr_context | None = None) -> ast.Name:
    return ast.Name(name, context or ast.Load())


def _touches_mask(statements: list[ast.stmt]) -> bool:
    parts = (part for statement in statements for part in ast.walk(statement))
    return any(isinstance(part, ast.Name) and part.id == MASK for part in parts)


def _reasons(statements: list[ast.stmt]) -> ast.Tuple:
    """Return the texts of `because` among the statements."""
    texts: list[ast.expr] = []
    for statement in statements:
        match statement:
            case ast.Expr(ast.Call(ast.Name("because"), [ast.Constant(str()) as text])):
                texts.append(text)
    return ast.Tuple(texts, ast.Load())
