"""Positions of Ra, set up by hand for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nomarch.games.ra import rules
from nomarch.games.ra.components import FIRST_DISASTER, SUNS_EACH, TILE_NAMES, TRACK_SPACES
from nomarch.games.ra.state import State
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.actions import allowed
from nomarch.kernel.declare.chance import TABLE, reseed
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.declare.layout import Layout
from nomarch.kernel.run.seeds import key_of, make_seed

BOOK = rulebook("ra")
LAYOUT = Layout(State)
PLAY = backend.interpreted("ra")


def kind_of(name: str) -> int:
    """A tile by the name that the vectors use."""
    return TILE_NAMES.index(name.removeprefix("civ_").removeprefix("mon_").replace("_", "-"))


def position(players: int = 3, full: int = 0, gods: int = 0, invoker: int = 0) -> State:
    """A fresh game, with its events recorded."""
    state = LAYOUT.plain()
    state.trace = []
    reseed(state, key_of(make_seed("ra tests")), 0, TABLE)
    rules.setup(state, players, (1 if players == 2 else 0, full, gods, invoker, 0))
    state.trace.clear()
    return state


def give_suns(
    s: State, up: Sequence[Sequence[int]], down: Sequence[Sequence[int]], centre: int
) -> None:
    for seat, (ups, downs) in enumerate(zip(up, down, strict=True)):
        values = [(value, 1) for value in ups] + [(value, 0) for value in downs]
        values += [(0, 0)] * (SUNS_EACH - len(values))
        for i, (value, face) in enumerate(values):
            s.sun[seat][i], s.up[seat][i] = value, face
    s.centre = centre


def suns(s: State, seat: int, face: int) -> list[int]:
    held = zip(s.sun[seat], s.up[seat], strict=True)
    return sorted(value for value, up in held if value and up == face)


def lay(s: State, tiles: Sequence[str]) -> None:
    """Puts tiles on the track, taken from the bag so that the sums stay right."""
    for i in range(TRACK_SPACES):
        s.track[i] = 0
    s.track_len = len(tiles)
    for i, name in enumerate(tiles):
        s.track[i] = kind_of(name)
        s.bag[kind_of(name)] -= 1
        s.bag_left -= 1


def own(s: State, seat: int, tiles: Mapping[str, int]) -> None:
    for name, count in tiles.items():
        s.have[seat][kind_of(name)] = count


def owned(s: State, seat: int) -> dict[int, int]:
    return {kind: count for kind, count in enumerate(s.have[seat]) if count}


def kinds(tiles: Mapping[str, int]) -> dict[int, int]:
    return {kind_of(name): count for name, count in tiles.items() if count}


def track(s: State) -> list[int]:
    return [s.track[i] for i in range(s.track_len)]


def legal(s: State, seat: int) -> list[str]:
    """What a seat may do, asked with a mask that was used before."""
    mask = [1] * BOOK.actions.words
    PLAY.ask(s, seat, mask)
    return [BOOK.actions[action] for action in allowed(mask)]


def act(s: State, seat: int, move: str) -> None:
    assert PLAY.to_act(s) == 1 << seat
    assert move in legal(s, seat)
    action = BOOK.actions.parse(move)
    assert action is not None
    rules.apply(s, seat, action)


def only_in_bag(s: State, name: str) -> None:
    """Makes the next draw certain."""
    for kind in range(len(s.bag)):
        s.bag[kind] = 0
    s.bag[kind_of(name)] = 2
    s.bag_left = 2


def won_disasters(names: Sequence[str]) -> int:
    return sum(kind_of(name) >= FIRST_DISASTER for name in names)
