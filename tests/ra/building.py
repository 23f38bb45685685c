"""Positions of Ra, set up by hand for tests."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from nomarch.games.ra.components import SUNS_EACH, TILE_NAMES, TRACK_SPACES
from nomarch.games.ra.state import State
from tests.positions import GameTester

SEATS = [("", 0), *((f"_{seat}", seat) for seat in range(5))]


def kind_of(name: str) -> int:
    """A tile by the name that the vectors use."""
    return TILE_NAMES.index(name.removeprefix("civ_").removeprefix("mon_").replace("_", "-"))


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


def only_in_bag(s: State, name: str) -> None:
    """Makes the next draw certain."""
    for kind in range(len(s.bag)):
        s.bag[kind] = 0
    s.bag[kind_of(name)] = 2
    s.bag_left = 2


def names(kinds: Mapping[int, int]) -> str:
    return " ".join(TILE_NAMES[kind] for kind, count in kinds.items() for _ in range(count))


GAME = GameTester(
    "ra",
    State,
    arranging={
        "laid": lambda s, tiles: lay(s, tiles.split()),
        "bag": only_in_bag,
        "suns": lambda s, all_suns: give_suns(s, *all_suns),
        **{
            f"tiles{end}": lambda s, tiles, n=n: own(s, n, Counter(tiles.split()))
            for end, n in SEATS
        },
    },
    facts={
        "laid": lambda s, _: " ".join(TILE_NAMES[kind] for kind in track(s)),
        **{f"tiles{end}": lambda s, _, n=n: names(owned(s, n)) for end, n in SEATS},
        **{f"spent{end}": lambda s, _, n=n: suns(s, n, 0) for end, n in SEATS},
        **{f"ready{end}": lambda s, _, n=n: suns(s, n, 1) for end, n in SEATS},
    },
)
"""`given` and `then` know suns, and tiles in displays and on the track, where they are `laid`."""
BOOK, LAYOUT, PLAY = GAME.book, GAME.layout, GAME.rules
follow, told = GAME.follow, GAME.told


def position(
    players: int = 3, full: int = 0, gods: int = 0, invoker: int = 0, **values: Any
) -> State:
    """A fresh game, with its events recorded, and what is `given`."""
    s = GAME.start(players, (1 if players == 2 else 0, full, gods, invoker, 0), "ra tests")
    s.trace = []
    return GAME.arrange(s, values)


def legal(s: State, seat: int) -> list[str]:
    """What a seat may do, in the order of actions."""
    moves = GAME.legal(s, seat)
    return [move for move in BOOK.actions if move in moves]


def act(s: State, seat: int, move: str) -> None:
    assert PLAY.to_act(s) == 1 << seat
    GAME.play(s, move)
