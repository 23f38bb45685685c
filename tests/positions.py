"""Positions of a game for tests of its rules, moves from them, and what must hold then.

An example is a list of steps: moves in notation, separated by commas, and `then(...)`, which names
fields of the state. A tuple stands for the first values of a field, another value for that of seat
0, and `stones_2=7` for that of seat 2. Of moves, `then` names some that are legal (`may`), some
that are not (`may_not`), all of them (`only`), or all that begin with a word (`may_bid="3, 6"`).
They are those of the seat whose turn it is, or of `who`. Moves without an event are quiet. Where
several seats are to act, a move names its own: `2: pass`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

import pytest

from nomarch.bots.reasons import Reasons
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.actions import allowed
from nomarch.kernel.declare.chance import IMAGINED, TABLE
from nomarch.kernel.declare.events import Event
from nomarch.kernel.declare.game import buffers, rulebook
from nomarch.kernel.declare.layout import STREAM, GameState, Layout
from nomarch.kernel.run.seeds import key_of, make_seed

S = TypeVar("S", bound=GameState)
given = then = dict[str, Any]
Step = str | dict[str, Any]
Example = tuple[Any, *tuple[Step, ...]]
"""What a position is made from, and the steps."""
Told = list[tuple[int, ...]]


def words(text: str | Iterable[str]) -> list[str]:
    """Moves, from a text in which commas separate them."""
    return [one for one in text.split(", ") if one] if isinstance(text, str) else list(text)


def examples(rows: Mapping[str, Example]) -> pytest.MarkDecorator:
    """One run of a test for each example, by its name."""
    return pytest.mark.parametrize("example", rows.values(), ids=list(rows))


class _Linked:
    """A game's linked rules, from when one of them is first used."""

    def __init__(self, game: str) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # asked of everything in a module of tests
            raise AttributeError(name)
        return getattr(backend.interpreted(self._game), name)


class GameTester(Generic[S]):
    """Arranges, plays and checks positions of one game.

    `arranging` and `facts` add names of the game's own to `given` and `then`; `broken` names laws
    that do not hold after a move.
    """

    def __init__(
        self,
        game: str,
        state: type[S],
        arranging: Mapping[str, Callable[[S, Any], object]] | None = None,
        facts: Mapping[str, Callable[[S, Any], object]] | None = None,
        broken: Callable[[S], list[str]] = lambda s: [],
    ) -> None:
        self.book, self.rules = rulebook(game), _Linked(game)
        self.layout: Layout[S] = Layout(state)
        self.arranging, self.facts, self.broken = arranging or {}, facts or {}, broken

    def _verb(self, name: str) -> Callable[..., Any]:
        """One of the game's own rules, whose coverage is measured; what it leaves out is linked."""
        return getattr(self.book.module("rules"), name, None) or getattr(self.rules, name)

    setup = cached_property(lambda self: self._verb("setup"))
    apply = cached_property(lambda self: self._verb("apply"))
    _legal = cached_property(lambda self: self._verb("legal"))
    to_act = cached_property(lambda self: self._verb("to_act"))

    def start(self, players: int, options: Sequence[int], seed: str, number: int = 0) -> S:
        """A new game that records events."""
        s = self.layout.plain()
        s.trace = []
        self.rules.reseed(s, key_of(make_seed(seed)), number, TABLE)
        self.setup(s, players, options)
        return s

    def arrange(self, s: S, values: dict[str, Any]) -> S:
        """Change what `given` names."""
        for name, value in values.items():
            if name in self.arranging:
                self.arranging[name](s, value)
                continue
            field, seat = _place(name)
            row = getattr(s, field)
            if isinstance(value, tuple):
                row[: len(value)] = value
            elif isinstance(row, list):
                row[seat] = value
            else:
                setattr(s, field, value)
        return s

    def legal(self, s: S, seat: int | None = None) -> set[str]:
        """What a seat may do, by default the one whose turn it is."""
        mask = [0] * self.book.actions.words
        self._legal(s, max(s.seat, 0) if seat is None else seat, mask)
        return {self.book.actions[action] for action in allowed(mask)}

    def play(self, s: S, *moves: str, seat: int | None = None) -> None:
        """Make moves of the seat that is to act, or of the one named; each must be legal."""
        for move in moves:
            actor = s.seat if seat is None else seat
            assert self.to_act(s) >> actor & 1, f"seat {actor} is not to act"
            legal = self.legal(s, actor)
            assert move in legal, f"{move!r} is not among {sorted(legal)}"
            self.apply(s, actor, self.book.actions.parse(move))
            assert self.broken(s) == []

    def follow(self, s: S, *steps: Step) -> S:
        """Go through an example; events are those since the last moves."""
        for step in steps:
            if isinstance(step, str):
                s.trace = []
                for move in words(step):
                    seat, _, rest = move.rpartition(": ")
                    self.play(s, rest, seat=int(seat) if seat else None)
            else:
                self.check(s, step)
        return s

    def check(self, s: S, expected: dict[str, Any]) -> None:
        """Check what `then` names."""
        names_moves = any(name == "only" or name.startswith("may") for name in expected)
        legal = self.legal(s, expected.get("who")) if names_moves else set[str]()
        for name, value in expected.items():
            found, wanted = self._compared(s, name, value, legal)
            assert found == wanted, f"{name}: {found} instead of {wanted}"

    def _compared(self, s: S, name: str, value: Any, legal: set[str]) -> tuple[Any, Any]:
        if name in self.facts:
            return self.facts[name](s, value), value
        if name == "is_quiet":
            return not s.trace, value
        if name == "events":
            return {event: self.told(s, event) for event in value}, value
        if name in ("only", "who"):
            return (legal, set(words(value))) if name == "only" else (True, True)
        if name in ("may", "may_not"):
            return legal & set(words(value)), set(words(value) if name == "may" else ())
        if name.startswith("may_"):
            verb = f"{name.removeprefix('may_')} ".replace("_", "-")
            return {one for one in legal if one.startswith(verb)}, {verb + w for w in words(value)}
        field, seat = _place(name)
        row = getattr(s, field)
        if isinstance(value, tuple):
            assert value, f"nothing is asked of {name}"
            return tuple(row[: len(value)]), value
        return (row[seat] if isinstance(row, list) else row), value

    def told(self, s: S, event: Event, audience: int | None = None) -> Told:
        """The values of all events of a kind, or of those with one audience."""
        return [
            record.numbers
            for record in s.trace or ()
            if record.event is event and audience in (None, record.audience)
        ]

    def scores(self, s: S) -> list[int]:
        return self._row(s, self.rules.score)

    def ranks(self, s: S) -> list[int]:
        return self._row(s, self.rules.rank)

    def _row(self, s: S, write: Callable[[S, list[int]], None]) -> list[int]:
        _, row = buffers(self.book)
        write(s, row)
        return row[: s.players]

    def imagine(self, s: S, seat: int, salt: int) -> S:
        """A world that the seat considers possible."""
        stream = STREAM.plain()
        self.rules.reseed(stream, [salt] * 8, salt, IMAGINED)
        view = self.layout.observe(s, seat)
        self.rules.determinise(view, seat, stream)
        return view

    def warned(self, s: S) -> dict[str, str]:
        """The moves with a warning."""
        view = self.layout.observe(s, s.seat)
        reasons = Reasons(self.book, view, s.seat, [f"Player {seat}" for seat in range(s.players)])
        legal = [
            one for move in self.legal(s) if (one := self.book.actions.parse(move)) is not None
        ]
        return {self.book.actions[one]: text for one, (text, _) in reasons.regrets(legal).items()}


def _place(name: str) -> tuple[str, int]:
    """A field and a seat."""
    found = re.fullmatch(r"(\w+)_(\d)", name)
    return (found[1], int(found[2])) if found else (name, 0)
