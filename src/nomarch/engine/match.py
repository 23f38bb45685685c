"""A match: one game being played, with its log, views, undo and save."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any, Unpack

from nomarch import errors
from nomarch.checkpoints import checkpoint
from nomarch.draw.svg import Svg
from nomarch.engine import saves
from nomarch.engine.match_log import Drawing, LogLine, Step, render_event
from nomarch.engine.match_result import MatchResult
from nomarch.i18n import DEFAULT, named, translator
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.chance import TABLE
from nomarch.kernel.declare.events import EventRecord, join_events
from nomarch.kernel.declare.game import Rulebook, Setup, check_int
from nomarch.kernel.declare.layout import GameState
from nomarch.kernel.declare.sentences import NOBODY
from nomarch.kernel.run.seeds import commitment, key_of
from nomarch.text import LONGEST_SEAT_NAME, clean_name, quoted

SPECTATOR = -1
"""The viewer who owns no seat."""
SHAPES = ("wide", "tall")
"""The arrangements that a board can be drawn in."""
MOST_FORCED = 1_000
"""Automatic moves in a row; rules that force more of them never come to a decision."""


class Match(MatchResult):
    """A game in play, fully determined by game, options, seed and moves.

    Seats are numbered from 0, a spectator is seat -1, and moves are words. The examples below all
    begin with

        >>> match = nomarch.new("ra", players=4, seed="tonight")
        >>> match
        <Match of ra: 4 players, ply 0, seat 3 to act>
    """

    def __init__(
        self, book: Rulebook, setup: Setup, seed: str, names: tuple[str, ...] = ()
    ) -> None:
        self._init_fields(book, setup, seed, names)
        self.state: GameState = book.layout.plain()
        self.state.trace = []
        self._rules.reseed(self.state, key_of(seed), 0, TABLE)
        self._set_up()
        self.opening: tuple[EventRecord, ...] = tuple(self.state.trace)
        self.state.trace = None
        self._opening_bytes = book.layout.pack(self.state)
        self._make_automatic_moves()

    def _init_fields(
        self, book: Rulebook, setup: Setup, seed: str, names: tuple[str, ...] = ()
    ) -> None:
        self.book = book
        self.setup = setup
        self.seed = seed
        self.names = tuple(
            clean_name(name, LONGEST_SEAT_NAME) or f"Seat {seat}"
            for seat, name in enumerate(names or ("",) * setup.players, start=1)
        )
        self.steps: list[Step] = []
        self._rules = backend.interpreted(book.game.id)
        self._decisions: tuple[tuple[int, ...], dict[int, list[int]]] | None = None
        self._now: GameState | None = None
        self._packed: bytes | None = None

    def _set_up(self) -> None:
        self._rules.setup(self.state, self.setup.players, self.setup.options)

    def __repr__(self) -> str:
        seats = ", ".join(map(str, self.to_act))
        now = "over" if self.over else f"seat {seats} to act"
        return f"<Match of {self.book.game.id}: {self.players} players, ply {self.ply}, {now}>"

    # --- Decisions ----------------------------------------------------------------------------

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def rules(self) -> str:
        """The rules version the match is played under."""
        return str(self.book.game.rules_version)

    @property
    def ply(self) -> int:
        """The number of steps so far, automatic ones included."""
        return len(self.steps)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must decide: several where decisions are simultaneous.

        >>> match.to_act
        (3,)
        """
        return self._pending_decisions()[0]

    def legal_actions(self, seat: int) -> list[int]:
        """The seat's legal actions as ints; empty when it has no decision to make.

        A past position has none, because they would reveal hands.
        """
        return [] if self._now is not None else self._pending_decisions()[1].get(seat, [])

    def _pending_decisions(self) -> tuple[tuple[int, ...], dict[int, list[int]]]:
        """Return the seats to act and their legal actions, computed once per position."""
        if self.is_stopped:
            return (), {}
        if self._decisions is None:
            bits = self._rules.to_act(self.state)
            seats = tuple(seat for seat in range(self.players) if bits >> seat & 1)
            self._decisions = seats, {seat: self._ask_legal(seat) for seat in seats}
        return self._decisions

    def _ask_legal(self, seat: int) -> list[int]:
        found = backend.legal_actions(self.book, self.state, seat)
        if not found:
            raise errors.NoLegalMove(
                f"{self.book.package}.rules: seat {seat} is to act and has no legal move. "
                "Let `legal` allow one, or end the turn in `apply`."
            )
        return found

    def legal(self, seat: int) -> list[str]:
        """The seat's legal moves in notation; empty when it has no decision to make.

        >>> match.legal(3)
        ['draw', 'invoke']
        >>> match.legal(0)
        []
        """
        self._check_seat(seat)
        return [self.book.actions[action] for action in self.legal_actions(seat)]

    def _check_seat(self, seat: int) -> None:
        if not SPECTATOR <= check_int(seat, "A seat") < self.players:
            raise errors.BadOption(
                f"There is no seat {seat}; seats are 0 to {self.players - 1}, "
                f"and {SPECTATOR} is a spectator."
            )

    # --- Moves --------------------------------------------------------------------------------

    def parse(self, move: str) -> int:
        """Return the action that a notation names, or raise `BadNotation`.

        >>> match.parse("invoke")
        1
        """
        if not isinstance(move, str):
            example = self.book.actions[0]
            raise errors.BadNotation(f"A move is a text such as {example!r}, not {quoted(move)}.")
        action = self.book.actions.parse(move)
        if action is None:
            raise errors.BadNotation(f"{quoted(move)} is no move of {self.book.game.title}.")
        return action

    def notation(self, step: Step) -> str:
        return self.book.actions[step.action]

    def play(self, seat: int, move: str) -> list[Step]:
        """Make a move and the automatic ones after it. A refused move changes nothing.

        >>> [step.seat for step in match.play(3, "invoke")]
        [3]
        >>> match.play(3, "invoke")
        Traceback (most recent call last):
        nomarch.errors.NotYourTurn: It is not seat 3's turn; seat 0 is to act.
        """
        action = self.parse(move)
        if self.over:
            raise errors.GameOver("The game is over; no more moves can be made.")
        if not 0 <= check_int(seat, "A seat") < self.players:
            raise errors.NotYourTurn(f"There is no seat {seat}; seats are 0 to {self.players - 1}.")
        if seat not in self.to_act:
            waiting = ", ".join(str(other) for other in self.to_act)
            raise errors.NotYourTurn(f"It is not seat {seat}'s turn; seat {waiting} is to act.")
        if action not in self.legal_actions(seat):
            allowed = ", ".join(self.legal(seat))
            raise errors.IllegalMove(f"{move!r} is not allowed now; seat {seat} may: {allowed}.")
        first = len(self.steps)
        self._make(seat, action, auto=False)
        self._make_automatic_moves()
        return self.steps[first:]

    def _make(self, seat: int, action: int, *, auto: bool) -> None:
        checkpoint()
        before = self.packed()
        used, owed = (self.state.rng_count, self.state.rng_used), self.to_act
        self.state.trace = []
        self._rules.apply(self.state, seat, action)
        self._decisions = self._packed = None
        events = tuple(self.state.trace)
        self.state.trace = None
        reveals = used != (self.state.rng_count, self.state.rng_used)
        reveals = reveals or any(record.event.reveals for record in events)
        self.steps.append(Step(seat, action, auto, events, before, owed, reveals))

    def _make_automatic_moves(self) -> None:
        """Make decisions with a single choice, unless that would reveal a secret."""
        if not self.book.game.auto:
            return
        for _ in range(MOST_FORCED):
            if len(self.to_act) != 1:
                return
            seat = self.to_act[0]
            choices = self.legal_actions(seat)
            if len(choices) != 1:
                return
            self._make(seat, choices[0], auto=True)
        move = self.book.actions[choices[0]]
        raise errors.EndlessMoves(
            f"{self.book.package}.rules: seat {seat} is forced to play {move!r} without end. "
            "`to_act` or `apply` must come to the next decision."
        )

    def undo(self, seat: int) -> int:
        """Undo the seat's last decision if nothing was revealed since; return 1.

        Another seat's later decision prevents it, unless both were due at the same time.

        >>> match.play(3, "invoke")
        [Step(seat=3, action=1, auto=False, events=...)]
        >>> match.undo(3)
        1
        >>> match.to_act
        (3,)
        """
        at = self._undoable(seat)
        later = [step for step in self.steps[at + 1 :] if not step.auto]
        self.rewind(at)
        for step in later:
            self.play(step.seat, self.book.actions[step.action])
        return 1

    def can_undo(self, seat: int) -> bool:
        try:
            return self._undoable(seat) >= 0
        except errors.NothingToUndo:
            return False

    def _undoable(self, seat: int) -> int:
        at = self.last_decision(seat)
        if at is None:
            raise errors.NothingToUndo(f"Seat {seat} has made no decision yet.")
        if any(step.reveals for step in self.steps[at:]):
            raise errors.NothingToUndo("Something was revealed since; that cannot be unseen.")
        others = [step.seat for step in self.steps[at + 1 :] if not step.auto]
        if not set(others).issubset(self.steps[at].owed):
            raise errors.NothingToUndo(f"Seat {others[-1]} has moved since.")
        return at

    def last_decision(self, seat: int) -> int | None:
        """The index of the seat's last step that was not automatic.

        >>> match.last_decision(3) is None
        True
        """
        for at in reversed(range(len(self.steps))):
            if self.steps[at].seat == seat and not self.steps[at].auto:
                return at
        return None

    def rewind(self, length: int) -> None:
        """Go back to the position after `length` steps, whatever was revealed since."""
        self._check_length(length)
        if length < len(self.steps):
            self._go_back(length)
            self._make_automatic_moves()

    def _check_length(self, length: int) -> None:
        if not 0 <= length <= len(self.steps):
            raise errors.NothingToUndo(f"There are {len(self.steps)} steps, not {length}.")

    def _go_back(self, length: int) -> None:
        self.state = self.book.layout.unpack(self.steps[length].before)
        self.refresh()
        del self.steps[length:]

    def refresh(self) -> None:
        """Recompute the decisions after `state` was changed directly, as in an edited position."""
        self._decisions = self._packed = None

    # --- Views --------------------------------------------------------------------------------

    def observe(self, seat: int = SPECTATOR) -> GameState:
        """Return what a seat may know, as the state passed to drawings, words, features and bots.

        >>> view = match.observe(0)
        >>> view.bag_left, view.points[:4]
        (180, [10, 10, 10, 10])
        """
        self._check_seat(seat)
        return self.book.layout.observe(self.state, seat, self._now)

    def view(self, seat: int = SPECTATOR) -> dict[str, Any]:
        """Return what a seat may know, as JSON-able data.

        >>> view = match.view(3)
        >>> view["legal"], view["state"]["epoch"]
        (['draw', 'invoke'], 1)
        """
        self._check_seat(seat)
        return {
            "game": self.book.game.id,
            "players": self.players,
            "seat": seat,
            "ply": self.ply,
            "to_act": list(self.to_act),
            "legal": self.legal(seat),
            "over": self.over,
            "scores": list(self.scores),
            "state": self.book.layout.as_data(self.state, seat, self._now),
        }

    def describe(self, seat: int, move: str, language: str = DEFAULT) -> str:
        """Describe a move to the player who may make it.

        >>> match.describe(3, "invoke"), match.describe(3, "invoke", "fr")
        ('Invoke Ra', 'Invoquer Râ')
        """
        t = translator(self.book.package, language)
        return named(self.book.words.move(t, self.observe(seat), self.parse(move)), self.names)

    def prompt(self, seat: int, language: str = DEFAULT) -> str:
        """Return the question to a seat, or who it waits for, in one sentence.

        >>> match.prompt(3), match.prompt(0)
        ('Draw a tile or invoke Ra.', "Seat 4's turn.")
        """
        if self.over:
            return translator("nomarch", language)("The game is over.")
        t = translator(self.book.package, language)
        return self.book.words.prompt(t, self.observe(seat), seat, self.to_act, self.names)

    def describe_events(
        self,
        records: Sequence[EventRecord],
        seat: int = SPECTATOR,
        language: str = DEFAULT,
        *,
        you: int | None = None,
    ) -> list[LogLine]:
        """Render the events a viewer may know as log lines, with `you` (the viewer) as "you"."""
        you, lines = seat if you is None else you, list[LogLine]()
        for record in join_events(self.may_tell(records, seat)):
            addressed = you if you in (*record.seats, *record.others) else NOBODY
            lines.append(render_event(record, self.book, language, self.names, addressed))
        return [line for line in lines if line.text]

    def may_tell(self, records: Sequence[EventRecord], seat: int = SPECTATOR) -> list[EventRecord]:
        """Filter events to what a viewer may know now; faded values are removed."""
        visible = (
            record
            for record in records
            if record.is_told_to(seat) and not self._is_forfeited_win(record)
        )
        return [record.as_told(self._now or self.state, seat) for record in visible]

    def sentences(self, step: Step, seat: int = SPECTATOR, language: str = DEFAULT) -> list[str]:
        return [line.text for line in self.describe_events(step.events, seat, language)]

    def log(self, seat: int = SPECTATOR, language: str = DEFAULT) -> list[str]:
        """Return the log so far, as a viewer may know it.

        >>> match.log()
        ['Epoch 1 begins. Seat 4 has the highest sun and goes first.']
        """
        lines = [line.text for line in self.describe_events(self.opening, seat, language)]
        for step in self.steps:
            lines += self.sentences(step, seat, language)
        return lines

    def svg(
        self,
        seat: int = SPECTATOR,
        *,
        language: str = DEFAULT,
        shape: str = "wide",
        prefix: str = "board",
        standalone: bool = True,
        marked: bool = True,
        brief: bool = False,
    ) -> Svg:
        """Draw the position as a seat sees it; `shape` is wide or tall.

        `marked` highlights legal moves. A `brief` drawing leaves out tips.

        >>> match.svg(3).startswith("<svg ")
        True
        """
        if shape not in SHAPES:
            choices = " or ".join(SHAPES)
            raise errors.BadOption(f"There is no shape {quoted(shape)}; choose {choices}.")
        drawn = self.drawn(
            self.observe(seat), seat, language=language, shape=shape, prefix=prefix, marked=marked,
            brief=brief,
        )  # fmt: skip
        return drawn.standalone() if standalone else drawn

    def drawn(self, view: GameState, seat: int, **how: Unpack[Drawing]) -> Svg:
        markup = self.book.art.draw(
            view,
            viewer=seat,
            legal=self.legal_actions(seat) if how["marked"] else [],
            to_act=self.to_act,
            names=self.names,
            t=translator(self.book.package, how["language"]),
            shape=how["shape"],
            prefix=how["prefix"],
            brief=how["brief"],
            **({"told": how["told"]} if "told" in how else {}),
            **self._drawn_winners(),
        )
        return markup if isinstance(markup, Svg) else Svg(markup)

    def _repr_svg_(self) -> str:
        return self.svg()

    # --- Saving -------------------------------------------------------------------------------

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed: may be shown from the start."""
        return commitment(self.seed)

    def save(self) -> str:
        """Return the match as text: a header, then one move a line.

        >>> nomarch.load(match.save()).save() == match.save()
        True
        """
        return saves.write(self)

    def replay(self, length: int | None = None) -> Match:
        """Return a new match of the first `length` steps, all by default.

        >>> match.replay()
        <Match of ra: 4 players, ply 0, seat 3 to act>
        """
        length = len(self.steps) if length is None else length
        self._check_length(length)
        twin = Match(self.book, self.setup, self.seed, self.names)
        twin.steps, twin._decisions = [], None
        twin.state = self.book.layout.unpack(self._opening_bytes)
        for step in self.steps[:length]:
            twin._make(step.seat, step.action, auto=step.auto)
        return twin

    def past(self, length: int) -> Match:
        """Return the match after `length` steps, without values that have faded since.

        >>> match.past(0)
        <Match of ra: 4 players, ply 0, seat 3 to act>
        """
        self._check_length(length)
        twin = self.snapshot()
        twin._now = self._now or self.state
        if length < len(self.steps):
            twin.is_stopped = False
            twin._go_back(length)
        return twin

    def at(self, length: int) -> Match:
        """Return a copy of the match after `length` steps, which can be played on differently."""
        twin = self.snapshot()
        twin.is_stopped = False
        twin.rewind(length)
        return twin

    def staged(self, steps: Sequence[Step], state: bytes) -> Match:
        """Return the match at a state within a step, as it may be seen now; nobody is to act."""
        twin = copy(self)
        twin._now, twin.steps = self._now or self.state, list(steps)
        twin.state = self.book.layout.unpack(state)
        twin._packed, twin._decisions = state, ((), {})
        twin.is_stopped = False
        return twin

    def snapshot(self) -> Match:
        """Return a copy that can be read in another thread.

        >>> twin = match.snapshot()
        >>> match.play(3, "draw")
        [Step(seat=3, action=0, auto=False, events=...)]
        >>> twin
        <Match of ra: 4 players, ply 0, seat 3 to act>
        """
        self._pending_decisions()
        twin = copy(self)
        twin.state, twin.steps = self.book.layout.copy(self.state), list(self.steps)
        return twin

    def __deepcopy__(self, memo: object) -> Match:
        return self.snapshot()

    def packed(self) -> bytes:
        """The current state as bytes, cached."""
        if self._packed is None:
            self._packed = self.book.layout.pack(self.state)
        return self._packed

    def positions(self) -> Iterator[bytes]:
        """Yield the packed state before each step, then the current one."""
        for step in self.steps:
            yield step.before
        yield self.book.layout.pack(self.state)
