"""The linker: makes a build's own version of each of a game's functions.

It reads a function's source and rewrites it in a namespace of the build, so that each call
reaches a function of the same build. Names are resolved on the way: a constant becomes its number,
`box.LIMIT` the module's value, `BID.sun(action)` arithmetic, a verb of `run/interface.py` the
game's own function. `emit` is removed from builds without events. The result is code that the
interpreter and the compilers all understand, and the resolved names cost nothing at run time.
"""

import ast
import importlib
import inspect
from collections import Counter
from collections.abc import Callable, Mapping, Set
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from nomarch.errors import RulesOutsideDialect
from nomarch.kernel.compile import dialect
from nomarch.kernel.declare import actions, events
from nomarch.kernel.declare.actions import Actions
from nomarch.kernel.declare.blocks import Block
from nomarch.kernel.declare.features import Features
from nomarch.kernel.declare.masks import REST, SHIFT

Decorate = Callable[[Callable[..., Any]], Any]
"""Turns a plain function into one of a build, for instance by compiling it."""

DecorateEntry = Callable[[Callable[..., Any], Set[object]], Any]
"""Does that for a function that Python calls, with all functions that it calls."""

Rewrite = Callable[[ast.FunctionDef], ast.FunctionDef]
"""Changes a function's source before it is linked."""

Replacements = Mapping[Any, Any]
"""Functions, each with what replaces it."""

BUILTINS = frozenset({"range", "len", "min", "max", "abs", "int"})
"""Python's functions in the dialect."""

ALLOWED = "_allowed"
"""The local that holds the action of an `allow` whose action is not a constant."""

_MISSING = object()


def public_functions(module: ModuleType, package: str = "") -> dict[str, FunctionType]:
    """Return a module's public functions: its own, or all that belong to a package."""
    home = package or module.__name__
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, FunctionType)
        and f"{value.__module__}.".startswith(f"{home}.")
        and not name.startswith("_")
    }


@dataclass
class _Space:
    """The namespace of a module's rebuilt functions."""

    names: dict[str, Any]
    sources: dict[str, ast.FunctionDef]
    borrowed: dict[str, FunctionType] = field(default_factory=dict)
    """Names to set to built functions once all of them exist."""


@dataclass(frozen=True)
class LinkOptions:
    """How a build is made from dialect functions."""

    decorate: Decorate = lambda function: function
    """Applied to functions that call each other."""
    entry: DecorateEntry | None = None
    """Applied to functions that Python calls; by default, those are as the others."""
    compiled: bool = False
    """Whether events disappear, and tables become arrays."""
    tallies: bool = False
    """Whether an `emit` of scored points adds them to the state's `score_tally`."""
    overrides: Replacements = field(default_factory=dict)
    """Dialect functions that replace others."""
    constants: Mapping[tuple[str, str], object] = field(default_factory=dict)
    """Values that replace a module's own, by its name and theirs."""
    natives: Replacements = field(default_factory=dict)
    """Functions that replace dialect functions and are used as they are."""
    native_calls: Mapping[FunctionType, dict[str, FunctionType]] = field(default_factory=dict)
    """The dialect functions that a native function calls, by name."""
    decorate_native: Decorate = lambda function: function
    decorate_shared: Decorate | None = None
    """For functions of at least `shared_size` syntax nodes that are called from several places."""
    shared_size: int = 0
    rewrite: Rewrite | None = None
    """Applied to the source of every function first."""
    more_drivers: tuple[ModuleType, ...] = ()
    """Modules of dialect functions that are linked besides the usual ones."""


class Linker:
    """Rebuilds functions so that all of them belong to one build.

    `table` makes the build's form of a tuple of ints.
    """

    def __init__(
        self, options: LinkOptions, table: Callable[[tuple[Any, ...]], Any] = tuple
    ) -> None:
        self.options = options
        self.table = table
        self.spaces: dict[str, _Space] = {}
        self.plain: dict[FunctionType, FunctionType] = {}
        self.built: dict[FunctionType, Any] = {}
        self.calls: dict[FunctionType, set[FunctionType]] = {}
        self.call_sites = Counter[FunctionType]()
        self.sizes: dict[FunctionType, int] = {}

    def link(self, roots: dict[str, FunctionType]) -> dict[str, Any]:
        """Return the build's versions of these functions, as Python calls them."""
        wanted = {name: self.resolve(function) for name, function in roots.items()}
        waiting = list(wanted.values())
        waiting += [
            called for calls in self.options.native_calls.values() for called in calls.values()
        ]
        while waiting:
            function = waiting.pop()
            if function not in self.plain:
                self.plain[function] = self._rebuilt(function)
                waiting += self.calls[function]
        self._refuse_recursion()
        self.built = {function: self._decorated(function) for function in self.plain}
        for space in self.spaces.values():
            for name, function in space.borrowed.items():
                space.names[name] = self.built[function]
        for native, calls in self.options.native_calls.items():
            native.__globals__.update({name: self.built[calls[name]] for name in calls})
        entry = self.options.entry
        if entry is None:
            return {name: self.built[function] for name, function in wanted.items()}
        return {
            name: entry(self.plain[function], self._parts(function))
            for name, function in wanted.items()
        }

    def _parts(self, function: FunctionType) -> Set[object]:
        """Return everything that a function calls, as it was before it was decorated."""
        found: dict[FunctionType, None] = {}
        waiting = [*self.calls[function]]
        while waiting:
            called = waiting.pop()
            if called not in found:
                found[called] = None
                waiting += () if called in self.options.natives else self.calls[called]
        return {self.options.natives.get(called, self.plain[called]) for called in found}

    def _decorated(self, function: FunctionType) -> Any:
        if function in self.options.natives:
            return self.options.decorate_native(self.options.natives[function])
        is_large = self.sizes[function] >= self.options.shared_size
        is_shared = self.call_sites[function] > 1 and is_large
        decorate = (is_shared and self.options.decorate_shared) or self.options.decorate
        return decorate(self.plain[function])

    def resolve(self, function: FunctionType) -> FunctionType:
        found: FunctionType = self.options.overrides.get(function, function)
        return found

    def space(self, module: ModuleType) -> _Space:
        name = module.__name__
        if name not in self.spaces:
            tree = dialect.parsed(Path(str(module.__file__)).read_text(encoding="utf-8"))
            sources = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
            for node in sources.values():
                node.returns = None
                for argument in node.args.args:
                    argument.annotation = None
            self.spaces[name] = _Space({"__name__": name}, sources)
        return self.spaces[name]

    def _rebuilt(self, function: FunctionType) -> FunctionType:
        module = importlib.import_module(function.__module__)
        space = self.space(module)
        # The writer changes sources in place; those of a space are read for this linker alone.
        given = deepcopy(vars(function).get("dialect_source"))
        source = given or space.sources.get(function.__name__)
        if source is None:
            raise RulesOutsideDialect(
                f"{module.__name__}: the rule dialect calls functions of a module, "
                f"and {function.__name__!r} is none."
            )
        dialect.check_function(source, module.__name__)
        if self.options.rewrite is not None:
            source = self.options.rewrite(source)
        self.calls[function] = set()
        self.sizes[function] = sum(1 for _ in ast.walk(source))
        writer = _Writer(self, module, source, space, self.calls[function])
        tree = ast.Module([writer.visit(source)], [])
        code = compile(ast.fix_missing_locations(tree), str(module.__file__), "exec")
        scope: dict[str, Any] = {}
        exec(code, space.names, scope)
        rebuilt = scope[function.__name__]
        assert inspect.isfunction(rebuilt)
        return rebuilt

    def _refuse_recursion(self) -> None:
        """CUDA compilers need a bounded stack: no function may reach itself."""
        ends: set[FunctionType] = set()

        def follow(function: FunctionType, path: tuple[FunctionType, ...]) -> None:
            if function in path:
                raise RulesOutsideDialect(
                    f"{function.__module__}, line {function.__code__.co_firstlineno}: "
                    f"the rule dialect has no recursion: `{function.__name__}` calls itself."
                )
            if function not in ends:
                for called in self.calls[function]:
                    follow(called, (*path, function))
                ends.add(function)

        for function in self.calls:
            follow(function, ())


class _Writer(ast.NodeTransformer):
    """Rewrites one function with every global name resolved."""

    def __init__(
        self,
        linker: Linker,
        module: ModuleType,
        source: ast.FunctionDef,
        space: _Space,
        calls: set[FunctionType],
    ) -> None:
        self.linker, self.module, self.space, self.calls = linker, module, space, calls
        self.locals = {argument.arg for argument in source.args.args} | {
            node.id
            for node in ast.walk(source)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }

    def _visit_block(self, node: Any) -> Any:
        """Rewrite statements; a block that becomes empty gets a `pass`."""
        first = node.body[0]
        self.generic_visit(node)
        node.body = node.body or [ast.copy_location(ast.Pass(), first)]
        return node

    visit_FunctionDef = visit_If = visit_For = visit_While = _visit_block

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | list[ast.stmt] | None:
        if isinstance(node.value, ast.Call):
            called = self.value(node.value.func)
            if called is events.emit:
                self._check_emit(node.value)
            if called is events.emit and self.linker.options.tallies:
                return self._tallied(node.value)
            if called is actions.because or (
                called is events.emit and self.linker.options.compiled
            ):
                return None
            if called is actions.allow:
                mask, action = (self.visit(argument) for argument in node.value.args)
                return [ast.copy_location(part, node) for part in _allowing(mask, action)]
        return ast.copy_location(ast.Expr(self.visit(node.value)), node)

    def _tallied(self, emit: ast.Call) -> ast.stmt | None:
        """Return what an `emit` adds to the score tally; None for other events."""
        event = self.value(emit.args[1])
        if not isinstance(event, events.Event) or not event.scores:
            return None
        numbers = dict(zip(event.values, emit.args[3:], strict=True))
        cell: ast.expr = ast.Attribute(self.visit(emit.args[0]), events.SCORE_TALLY, ast.Load())
        cell = ast.Subscript(cell, self.visit(numbers["seat"]), ast.Load())
        cell = ast.Subscript(cell, self.visit(numbers["category"]), ast.Store())
        added = ast.AugAssign(cell, ast.Add(), self.visit(numbers["points"]))
        return ast.copy_location(added, emit)

    def _check_emit(self, call: ast.Call) -> None:
        """Refuse an event with more or fewer numbers than it has values."""
        if len(call.args) < 3:
            raise self._refusal(call, "emits with a state, an event and an audience")
        event, numbers = self.value(call.args[1]), len(call.args) - 3
        if isinstance(event, events.Event) and numbers != len(event.values):
            wanted = ", ".join(event.values) or "nothing"
            raise self._refusal(
                call, f"emits `{event.name}` with {numbers} numbers, and it tells {wanted}"
            )

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Name) and node.func.id == "len":
            counted = self.value(node.args[0])
            if isinstance(counted, Block | Actions | Features | tuple):
                return ast.copy_location(ast.Constant(len(counted)), node)
        arguments = [self.visit(argument) for argument in node.args]
        if isinstance(node.func, ast.Attribute):
            owner = self.value(node.func.value)
            if isinstance(owner, Block):
                return ast.copy_location(self._of_block(owner, node.func, arguments), node)
        return ast.copy_location(ast.Call(self.visit(node.func), arguments, []), node)

    def _of_block(self, block: Block, verb: ast.Attribute, arguments: list[ast.expr]) -> ast.expr:
        """Return a call of a block's method as arithmetic."""
        if verb.attr == "at" and len(arguments) == len(block.axes):
            number: ast.expr = ast.Constant(block.base)
            for argument, step in zip(arguments, block.steps, strict=True):
                number = _add(number, _times(argument, step))
            return number
        if verb.attr == "has" and len(arguments) == 1:
            ends = [arguments[0], ast.Constant(block.first + block.size)]
            return ast.Compare(ast.Constant(block.first), [ast.LtE(), ast.Lt()], ends)
        names = [axis.name for axis in block.axes]
        if verb.attr in names and len(arguments) == 1:
            return _position(block, names.index(verb.attr), arguments[0])
        if verb.attr == "at":
            axes = ", ".join(names) or "none"
            raise self._refusal(
                verb, f"gives `at` {len(arguments)} positions, and the block has the axes {axes}"
            )
        raise self._refusal(verb, f"finds no `{verb.attr}` of {len(arguments)} in that block")

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        value = self.value(node)
        if value is not _MISSING:
            return self._meaning(node, value, ast.unparse(node).replace(".", "__"))
        owner = self.value(node.value)
        if isinstance(owner, ModuleType):
            raise self._refusal(node, f"finds no `{node.attr}` in {owner.__name__}")
        return ast.copy_location(ast.Attribute(self.visit(node.value), node.attr, node.ctx), node)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        value = self.value(node)
        if value is not _MISSING:
            return self._meaning(node, value, node.id)
        if node.id not in self.locals | BUILTINS:
            raise self._refusal(node, f"does not know `{node.id}`")
        return node

    def _meaning(self, node: ast.expr, value: object, name: str) -> ast.expr:
        """Return a global's value: a constant, or a name in the new namespace."""
        if isinstance(value, int):
            return ast.copy_location(ast.Constant(int(value)), node)
        if isinstance(value, FunctionType):
            self._borrow(name, value)
        elif isinstance(value, tuple):
            self.space.names[name] = self.linker.table(value)
        elif isinstance(value, events.Event):
            self.space.names[name] = value
        else:
            raise self._refusal(node, f"has no use for `{ast.unparse(node)}` here")
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def _borrow(self, name: str, function: FunctionType) -> None:
        if function is events.emit:
            self.space.names[name] = function
            return
        target = self.linker.resolve(function)
        self.space.borrowed[name] = target
        self.calls.add(target)
        self.linker.call_sites[target] += 1

    def value(self, node: ast.expr) -> object:
        """Return the value of a global name or module path; missing for locals and builtins."""
        if isinstance(node, ast.Name) and node.id not in self.locals:
            return self._global(self.module, node.id)
        if isinstance(node, ast.Attribute):
            owner = self.value(node.value)
            if isinstance(owner, ModuleType):
                return self._global(owner, node.attr)
            if isinstance(owner, Block) and node.attr in ("first", "size"):
                return getattr(owner, node.attr)
        return _MISSING

    def _global(self, module: ModuleType, name: str) -> object:
        own = vars(module).get(name, _MISSING)
        return self.linker.options.constants.get((module.__name__, name), own)

    def _refusal(self, node: ast.expr, why: str) -> RulesOutsideDialect:
        return RulesOutsideDialect(
            f"{self.module.__name__}, line {node.lineno}: the rule dialect {why}."
        )


def _allowing(mask: ast.expr, action: ast.expr) -> list[ast.stmt]:
    """Return statements that set an action's bit in a mask."""
    if isinstance(action, ast.Constant) and isinstance(action.value, int):
        word: ast.expr = ast.Constant(action.value >> SHIFT)
        bit: ast.expr = ast.Constant(1 << (action.value & REST))
        return [ast.AugAssign(ast.Subscript(mask, word, ast.Store()), ast.BitOr(), bit)]
    number = ast.Name(ALLOWED, ast.Load())
    word = ast.BinOp(number, ast.RShift(), ast.Constant(SHIFT))
    place = ast.BinOp(number, ast.BitAnd(), ast.Constant(REST))
    bit = ast.BinOp(ast.Constant(1), ast.LShift(), place)
    return [
        ast.Assign([ast.Name(ALLOWED, ast.Store())], action),
        ast.AugAssign(ast.Subscript(mask, word, ast.Store()), ast.BitOr(), bit),
    ]


def _add(left: ast.expr, right: ast.expr) -> ast.expr:
    if isinstance(left, ast.Constant) and left.value == 0:
        return right
    return ast.BinOp(left, ast.Add(), right)


def _times(value: ast.expr, factor: int) -> ast.expr:
    return value if factor == 1 else ast.BinOp(value, ast.Mult(), ast.Constant(factor))


def _position(block: Block, index: int, number: ast.expr) -> ast.expr:
    axis, step = block.axes[index], block.steps[index]
    if len(block.axes) == 1:
        return ast.BinOp(number, ast.Sub(), ast.Constant(block.base)) if block.base else number
    inside: ast.expr = ast.BinOp(number, ast.Sub(), ast.Constant(block.first))
    if step > 1:
        inside = ast.BinOp(inside, ast.FloorDiv(), ast.Constant(step))
    if index > 0:
        inside = ast.BinOp(inside, ast.Mod(), ast.Constant(axis.size))
    return _add(ast.Constant(axis.first), inside)
