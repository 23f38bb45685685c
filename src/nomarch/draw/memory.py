"""What drawings remember: a part is drawn again only when something that it looked at has changed.

A part is a function of a scene and of measures, marked with `@part`. While one is drawn with an
album, the album notes what it reads: fields of the view, names, what is legal, who is to act. While
all of that stays as it is, so does the part.

Each page has a sketch: its parts as they were drawn last. Before a page is drawn again, it is noted
what has changed at all, field by field and row by row; a part that looked at none of it stays.

Parts are also kept for everyone: large ones as they were drawn last, for those who look at the same
table, and small ones, which look at little, for long. The same part with the same measures looks at
the same things in the same order as long as it sees the same, so small ones are kept as trees: what
to look at, and where each answer leads, down to the markup. Nothing else goes into a part, so one
that was drawn for another viewer, or at another table, may be used wherever the answers agree; it
tells nobody more than they see.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import wraps
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from nomarch.draw.svg import Composed
from nomarch.draw.watching import IS, WHOLE, Members, Path, Row, WatchedMembers, frozen

if TYPE_CHECKING:
    from nomarch.draw.scene import Scene

MOST_REMEMBERED = 8_000_000
"""Letters of markup after which an album turns a leaf: what is not used until the next is gone."""
MOST_READS = 16
"""What looks at more than so many things is hardly ever the same twice but on its own page."""
MOST_LATEST = 1000
"""Large parts that are known as they were drawn last by anyone."""
MOST_PATHS = 100_000
"""What is read again and again is one object; there is an end to that, too."""
SWEEP = 32
"""Drawings after which a page forgets the parts that it has not looked for meanwhile."""
ASKED = "asked of the scene"
"""The beginning of a path that is a question and what it is about."""

Reads = dict[Path, Hashable]
Roots = frozenset[Path]

P = ParamSpec("P")
R = TypeVar("R", bound=Hashable)
AnyScene = TypeVar("AnyScene", bound="Scene[Any, Any]")


class _Fork:
    """Something that a part looks at, and what follows from each thing that may be seen there."""

    __slots__ = ("next", "path")

    def __init__(self, path: Path) -> None:
        self.path = path
        self.next: dict[Hashable, _Fork | _Drawn] = {}


class _Drawn:
    """A part as it looks, or a question's answer, when all this was read."""

    __slots__ = ("_by_root", "_markup", "questions", "reads", "roots")

    def __init__(self, markup: Any, reads: Reads) -> None:
        self._markup = _kept(markup)
        self.reads = {_path(path): value for path, value in reads.items()}
        self.questions = tuple(path for path in self.reads if path[0] is ASKED)
        self.roots = frozenset(_root(path) for path in self.reads if path[0] is not ASKED)
        """The roots of what was read, but for what was asked."""
        self._by_root: dict[Path, list[Path]] | None = None

    @property
    def markup(self) -> Any:
        """What was drawn, or answered."""
        kept = self._markup
        return kept if type(kept) is str else _given(kept)

    @property
    def letters(self) -> int:
        """About how much there is to remember."""
        return _length(self._markup) + 100 * len(self.reads)

    def under(self, root: Path) -> list[Path]:
        """What was read under a root."""
        if self._by_root is None:
            self._by_root = {}
            for path in self.reads:
                if path[0] is not ASKED:
                    self._by_root.setdefault(_root(path), []).append(path)
        return self._by_root[root]

    def looks_at_little(self) -> bool:
        """Whether it may look the same some other time; a long row counts as much."""
        return len(self.reads) <= MOST_READS and not any(
            type(value) is tuple and len(value) > MOST_READS for value in self.reads.values()
        )


_Tree = dict[Hashable, "_Fork | _Drawn"]


class Sketch:
    """The parts of one page as they were drawn last, and what has changed on it since."""

    __slots__ = ("_changed", "_changed_at", "_drawings", "_parts", "_seen")

    def __init__(self) -> None:
        self._parts: dict[Hashable, tuple[_Drawn, int]] = {}
        self._seen: dict[str, Any] = {}
        self._drawings = 0
        self._changed: set[Path] = set()
        self._changed_at: dict[Path, int] = {}

    def look_at(self, seen: dict[str, Any]) -> None:
        """Another drawing begins: notes at once what is not as it was in the one before."""
        self._drawings += 1
        if self._drawings % SWEEP == 0:
            late = self._drawings - SWEEP
            self._parts = {key: known for key, known in self._parts.items() if known[1] > late}
        self._changed = _changes(self._seen, seen)
        self._changed_at.update(dict.fromkeys(self._changed, self._drawings))
        self._seen = seen

    def find(self, key: Hashable) -> tuple[_Drawn | None, Roots]:
        """A part as it was drawn last, and those of its roots under which things have changed."""
        drawn, at = self._parts.get(key, _UNKNOWN)
        if drawn is None or (at == self._drawings - 1 and drawn.roots.isdisjoint(self._changed)):
            return drawn, _NOTHING
        return drawn, self._touched(drawn.roots, at)

    def keep(self, key: Hashable, drawn: _Drawn) -> None:
        """A part as it looks now, or a question's answer."""
        self._parts[key] = drawn, self._drawings

    def _touched(self, roots: Roots, at: int) -> Roots:
        """Those of some roots under which something has changed since a drawing."""
        if at == self._drawings - 1:
            return roots & self._changed
        changed_at = self._changed_at
        return frozenset(root for root in roots if changed_at.get(root, 0) > at)


_NOTHING: Roots = frozenset()
_UNKNOWN: tuple[None, int] = None, 0


class Album:
    """The parts drawn lately in one language and shape. Only one thread may draw with it."""

    def __init__(self, most: int = MOST_REMEMBERED, *, brief: bool = False) -> None:
        """Brief drawings leave out the tips that can be asked for."""
        self.most, self.is_brief = most, brief
        self.reads: Reads | None = None
        self._seen: dict[str, Any] = {}
        self._answers: dict[Path, Hashable] = {}
        self._covers: dict[str, Row] = {}
        """The rows of the view that have been read, covered."""
        self._sketch = Sketch()
        self._now: _Tree = {}
        self._before: _Tree = {}
        self._latest: dict[Hashable, _Drawn] = {}
        self._letters = 0
        self._told: tuple[dict[str, Any], tuple[Hashable, ...], str] = {}, (), ""

    def look_at(self, scene: Scene[Any, Any], **seen: Any) -> None:
        """From now on parts are drawn of this scene."""
        self.reads, self._scene, self._seen = None, scene, {**vars(scene.view), **seen}
        self._answers.clear()
        self._covers.clear()
        if len(self._latest) > MOST_LATEST:
            self._latest.clear()
        self._sketch.look_at(self._seen)

    def turn_to(self, sketch: Sketch) -> Album:
        """From now on parts are drawn for the page that this is the sketch of."""
        self._sketch = sketch
        return self

    def watched(self, name: str) -> Any:
        """Something that is seen, in a cover that notes what is read of it."""
        cover = self._covers.get(name)
        if cover is not None:
            return cover
        value = self._seen[name]
        if type(value) is list or type(value) is tuple:
            self._covers[name] = Row(self, (name,), value)
            return self._covers[name]
        if type(value) is Members:
            return WatchedMembers(self, name, value)
        if self.reads is not None:
            self.reads[name,] = value
        return value

    def excerpt(self, fields: Sequence[str], rows: dict[str, int]) -> SimpleNamespace:
        """Some fields of the view and one row each of others, uncovered and noted as wholes."""
        found = SimpleNamespace()
        for name in fields:
            value = self._seen[name]
            self.note((name, WHOLE) if isinstance(value, (list, tuple)) else (name,), frozen(value))
            setattr(found, name, value)
        for name, row in rows.items():
            value = self._seen[name][row]
            self.note((name, row, WHOLE), frozen(value))
            setattr(found, name, {row: value})
        return found

    def sees(self, field: str, value: int) -> bool:
        """Whether a field has a value, which is all that is noted of it."""
        found = bool(self._seen[field] == value)
        self.note((field, IS, value), found)
        return found

    def told(self, view: Any, about: tuple[Hashable, ...], tell: Callable[[], str]) -> str:
        """Words about a view: those told last if it was the same, as for others at its table."""
        if self._told[:2] != (vars(view), about):
            self._told = vars(view), about, tell()
        return self._told[2]

    def note(self, path: Path, value: Hashable) -> None:
        """Remembers that the part being drawn has read this."""
        if self.reads is not None:
            self.reads[path] = value

    def draw(self, key: Hashable, draw: Callable[[], R]) -> R:
        """A part as it was drawn before, or drawn now."""
        drawn = self._still(key)
        if drawn is None:
            drawn = self._recall(key) or self._draw(key, draw)
            self._sketch.keep(key, drawn)
        if self.reads is not None:
            self.reads.update(drawn.reads)
        markup: R = drawn.markup
        return markup

    def _still(self, key: Hashable) -> _Drawn | None:
        """A part of this page, or an answer, if all that it looked at is as it was."""
        drawn, touched = self._sketch.find(key)
        if drawn is None:
            return None
        reads = drawn.reads
        for root in touched:
            for path in drawn.under(root):
                if self._look(path) != reads[path]:
                    return None
        for path in drawn.questions:
            if self._answer(path) != reads[path]:
                return None
        self._sketch.keep(key, drawn)
        return drawn

    def _draw(self, key: Hashable, draw: Callable[[], R]) -> _Drawn:
        drawn = self._watch(draw)
        if drawn.looks_at_little():
            self._keep(key, drawn)
        else:
            self._latest[key] = drawn
        return drawn

    def _watch(self, work: Callable[[], Any]) -> _Drawn:
        """Does something, and notes what it reads."""
        outer, reads = self.reads, Reads()
        self.reads = reads
        try:
            return _Drawn(work(), reads)
        finally:
            self.reads = outer

    def _recall(self, key: Hashable) -> _Drawn | None:
        """A part as it was drawn for another page, if it looks the same from here.

        What is only found on the leaf before is kept a while longer.
        """
        drawn = self._find(self._now, key)
        if drawn is None and (drawn := self._find(self._before, key)) is not None:
            self._keep(key, drawn)
        if drawn is None and (latest := self._latest.get(key)) and self._holds(latest):
            return latest
        return drawn

    def _holds(self, drawn: _Drawn) -> bool:
        """Whether all that a part looked at is still as it was."""
        return all(self._look(path) == value for path, value in drawn.reads.items())

    def _find(self, tree: _Tree, key: Hashable) -> _Drawn | None:
        at = tree.get(key)
        while type(at) is _Fork:
            at = at.next.get(self._look(at.path))
        return at  # type: ignore[return-value]

    def _look(self, path: Path) -> Hashable:
        if path[0] is ASKED:
            return self._answer(path)
        value = self._seen[path[0]]
        for index in path[1:]:
            if index is IS:
                return bool(value == path[-1])
            value = frozen(value) if index is WHOLE else value[index]
        return value  # type: ignore[no-any-return]

    def ask(self, path: Path) -> Hashable:
        """The answer to a question, which is all that is noted of it."""
        answer = self._answer(path)
        self.note(path, answer)
        return answer

    def _answer(self, path: Path) -> Hashable:
        """The answer to a question.

        It is asked at most once a drawing, and not again until something that it looks at changes.
        """
        if path not in self._answers:
            found = self._still(path)
            if found is None:
                _, question, *about = path
                found = self._watch(lambda: question(self._scene, *about))
                self._sketch.keep(path, found)
            self._answers[path] = found.markup
        return self._answers[path]

    def _keep(self, key: Hashable, drawn: _Drawn) -> None:
        tree, at = self._now, key
        for path, value in drawn.reads.items():
            fork = tree.get(at)
            if type(fork) is not _Fork:
                fork = tree[at] = _Fork(path)
            tree, at = fork.next, value
        tree[at] = drawn
        self._letters += drawn.letters
        if self._letters > self.most:
            self._before, self._now, self._latest, self._letters = self._now, {}, {}, 0


_paths: dict[Path, Path] = {}


def _path(path: Path) -> Path:
    """The path itself, or the one like it that is known already: pages share what they look at."""
    if len(_paths) > MOST_PATHS:
        _paths.clear()
    return _paths.setdefault(path, path)


def _root(path: Path) -> Path:
    """As much of a path as changes are noted of: a field, or an element of a row."""
    if len(path) == 1:
        return path
    return path[:1] if path[1] is WHOLE or path[1] is IS else path[:2]


def _changes(before: dict[str, Any], now: dict[str, Any]) -> set[Path]:
    """The roots that are not as they were."""
    changed = set[Path]()
    for name, value in now.items():
        old = before.get(name)
        if old != value:
            changed.add((name,))
            changed.update((name, index) for index in _elements(old, value))
    return changed


def _elements(old: Any, new: Any) -> Iterable[int]:
    """The elements of a row that are not as they were, or the members that come and go."""
    if isinstance(new, Members):
        return set(new.all).symmetric_difference(old.all if isinstance(old, Members) else ())
    if not isinstance(new, (list, tuple)):
        return ()
    if not isinstance(old, (list, tuple)) or len(old) != len(new):
        return range(max(len(new), len(old) if isinstance(old, (list, tuple)) else 0))
    return [index for index, value in enumerate(new) if old[index] != value]


class _Pieces(tuple[Any, ...]):
    """What markup was put together from: the parts are remembered anyway, so the whole need not."""

    __slots__ = ()


class _Mixed(tuple[Any, ...]):
    """Several things of which some are pieces."""

    __slots__ = ()


def _kept(drawn: Any) -> Any:
    if type(drawn) is Composed:
        return _Pieces(drawn.parts)
    if type(drawn) is tuple and any(type(one) is Composed for one in drawn):
        return _Mixed(map(_kept, drawn))
    return drawn


def _given(kept: Any) -> Any:
    if type(kept) is _Pieces:
        return Composed.again(tuple(kept))
    return tuple(map(_given, kept)) if type(kept) is _Mixed else kept


def _length(drawn: Hashable) -> int:
    if isinstance(drawn, tuple):
        return sum(map(_length, drawn))
    return len(drawn) if isinstance(drawn, str) else 0


def part(function: Callable[Concatenate[AnyScene, P], R]) -> Callable[Concatenate[AnyScene, P], R]:
    """Marks a function that draws a part, from the scene and its arguments and nothing else."""

    @wraps(function)
    def remembered(scene: AnyScene, /, *args: P.args, **named: P.kwargs) -> R:
        if scene.album is None:
            return function(scene, *args, **named)
        key = (function, args, *named.items())
        return scene.album.draw(key, lambda: function(scene, *args, **named))

    return remembered


def question(
    function: Callable[Concatenate[AnyScene, P], R],
) -> Callable[Concatenate[AnyScene, P], R]:
    """Marks a question about the scene: for a part that asks it, its answer is what counts."""

    @wraps(function)
    def asked(scene: AnyScene, /, *about: P.args, **named: P.kwargs) -> R:
        if scene.album is None or scene.album.reads is None:
            return function(scene, *about, **named)
        return scene.album.ask((ASKED, function, *about))  # type: ignore[return-value]

    return asked
