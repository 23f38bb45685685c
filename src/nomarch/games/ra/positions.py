"""Hand-made positions of Ra for lessons and examples."""

from nomarch.games.ra import components as box, state as st
from nomarch.kernel.declare.lessons import Prepare

Suns = tuple[tuple[int, ...], tuple[int, ...]]
"""A seat's suns: face up, face down."""

ME, LEFT, RIGHT = range(3)
DEALT: tuple[Suns, ...] = (((13, 8, 5, 2), ()), ((12, 9, 6, 3), ()), ((11, 10, 7, 4), ()))


def position(
    track: tuple[int, ...] = (),
    suns: tuple[Suns, ...] = DEALT,
    centre: int = 1,
    ra: int = 0,
    epoch: int = 1,
    **own: dict[int, int],
) -> Prepare[st.State]:
    """Build a position of three, the learner to act; `me` and the others own the tiles given."""

    def prepare(s: st.State) -> None:
        s.seat, s.epoch, s.ra_count, s.centre = ME, epoch, ra, centre
        s.bag[box.RA] -= ra
        for i, kind in enumerate(track):
            s.track[i] = kind
            s.bag[kind] -= 1
        s.track_len = len(track)
        for seat, (up, down) in enumerate(suns):
            for i, sun in enumerate(up + down):
                s.sun[seat][i], s.up[seat][i] = sun, int(sun in up)
        for name, tiles in own.items():
            for kind, count in tiles.items():
                s.have[("me", "left", "right").index(name)][kind] = count
                s.bag[kind] -= count
        s.bag_left = sum(s.bag)

    return prepare
