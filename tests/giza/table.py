"""Positions of Giza for tests: a started game whose boards and hands are laid out by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nomarch.games.giza import actions as act, components as box, state as st
from nomarch.games.giza.invariants import broken
from nomarch.games.giza.rules import stacks
from nomarch.games.giza.state import State
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.actions import allowed
from nomarch.kernel.declare.events import Event
from nomarch.kernel.declare.game import buffers, rulebook
from nomarch.kernel.declare.layout import Layout
from nomarch.kernel.run.seeds import key_of, make_seed

BOOK = rulebook("giza")
LAYOUT = Layout(State)
RULES = backend.interpreted("giza")
TILE = {name: tile for tile, name in enumerate(box.TILE_NAMES)}
USUAL, OPEN_MEMORY, OWN_SPHINX = (0, 1, 0, 0, 0), (0, 1, 1, 0, 0), (0, 1, 0, 1, 0)
SCARABS_TOO = (0, 1, 0, 2, 0)
BY_LOT = (0, 0, 0, 0, 0)
"""Choices of the options; seat 0 begins, or the lot decides."""
PLAIN_HAND = ("demolition", "demolition", "stone+5", "stone+5")

Boards = Mapping[tuple[int, str], Sequence[str]]


def start(
    players: int = 2, options: Sequence[int] = USUAL, seed: str = "giza", game: int = 0
) -> State:
    """A new game, by default with seat 0 to begin."""
    s = LAYOUT.plain()
    RULES.reseed(s, key_of(make_seed(seed)), game, 0)
    RULES.setup(s, players, options)
    return s


def position(
    boards: Boards | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    players: int = 2,
    pile: int | None = None,
    options: Sequence[int] = USUAL,
) -> State:
    """A position at the start of seat 0's turn; what lies nowhere else is in the pile.

    With `pile`, the rest of the tiles have left the game.
    """
    s = start(players, options)
    for seat in range(players):
        wanted = (hands or {}).get(seat, PLAIN_HAND)
        empty = [st.NO_TILE] * (box.HAND - len(wanted))
        s.hand[seat] = [TILE[name] for name in wanted] + empty
        s.held[seat] = len(wanted)
    for (seat, site), names in (boards or {}).items():
        column = box.SITE_NAMES.index(site)
        for level, name in enumerate(names):
            s.stack[seat][column][level] = TILE[name]
        s.height[seat][column] = len(names)
        stacks.note_top(s, seat, column)
    _settle_pile(s, pile)
    assert broken(s) == []
    s.trace = []
    return s


def _settle_pile(s: State, pile: int | None) -> None:
    for tile in range(box.TILES):
        used = sum(row.count(tile) for row in s.hand)
        used += sum(column.count(tile) for board in s.stack for column in board)
        s.pile[tile] = box.TILE_COUNTS[tile] - used
        s.gone[tile] = 0
    for tile in range(box.TILES):
        while pile is not None and sum(s.pile) > pile and s.pile[tile] > 0:
            s.pile[tile] -= 1
            s.gone[tile] += 1
    s.pile_left = sum(s.pile)


def legal(s: State, seat: int = 0) -> set[str]:
    """What a seat may do, asked with a mask that was used before."""
    mask = [1] * act.ACTIONS.words
    RULES.ask(s, seat, mask)
    return {act.ACTIONS[action] for action in allowed(mask)}


def number_of(move: str) -> int:
    """An action by its notation."""
    action = act.ACTIONS.parse(move)
    assert action is not None, move
    return action


def play(s: State, *moves: str, seat: int = 0) -> None:
    """Makes moves of one seat, each of which must be legal."""
    for move in moves:
        assert move in legal(s, seat), move
        RULES.apply(s, seat, number_of(move))
        assert broken(s) == []


def places(s: State, tile: str, seat: int = 0) -> set[str]:
    """Where a tile of the hand may be played."""
    if f"play {tile}" not in legal(s, seat):
        return set()
    twin = LAYOUT.copy(s)
    play(twin, f"play {tile}", seat=seat)
    return {move.removeprefix("on ") for move in legal(twin, seat)}


def stack(s: State, seat: int, site: str) -> list[str]:
    """A stack's tiles, bottom first."""
    column = box.SITE_NAMES.index(site)
    return [box.TILE_NAMES[tile] for tile in s.stack[seat][column][: s.height[seat][column]]]


def told(s: State, event: Event) -> list[tuple[int, ...]]:
    """The values of all events of a kind since the position was laid out."""
    return [record.numbers for record in s.trace or () if record.event is event]


def audience(s: State, event: Event) -> list[int]:
    """Who was told of each event of a kind."""
    return [record.audience for record in s.trace or () if record.event is event]


def scores(s: State) -> list[int]:
    _, row = buffers(BOOK)
    RULES.score(s, row)
    return row[: s.players]


def ranks(s: State) -> list[int]:
    _, row = buffers(BOOK)
    RULES.rank(s, row)
    return row[: s.players]
