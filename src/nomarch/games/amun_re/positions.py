"""Hand-made positions of Amun-Re for lessons and examples."""

from nomarch.games.amun_re.rules import box, cards, preparation, provinces, st
from nomarch.kernel.declare.lessons import Prepare

ME, LEFT, RIGHT = range(3)
Each = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Provinces or cards of the three seats."""


def position(
    phase: int,
    turn: int = 1,
    own: Each = ((), (), ()),
    up: tuple[int, ...] = (),
    later: tuple[int, ...] = (),
    gold: tuple[int, ...] = (20, 20, 20),
    hand: tuple[int, ...] = (),
    pharaoh: int = ME,
    marker: int = 0,
    **on_land: dict[int, int],
) -> Prepare[st.State]:
    """Build a position of three, the Pharaoh to act.

    `on_land` are `farmers`, `bricks` and `pyramids`. In the Old Kingdom all other provinces
    are still to come, in the New Kingdom those of `later`.
    """

    def prepare(s: st.State) -> None:
        preparation.clear_table(s)
        preparation.lay_out_provinces(s)
        preparation.lay_out_cards(s)
        s.turn, s.phase, s.pharaoh, s.seat, s.box = turn, phase, pharaoh, pharaoh, marker
        _lay_out(s, own, up, later)
        for name, counts in on_land.items():
            for p, count in counts.items():
                getattr(s, name)[p] = count
        s.farmer_supply -= sum(s.farmers)
        for seat in range(s.players):
            s.gold[seat], s.hand_count[seat] = gold[seat], 0
        for kind in hand:
            s.deck[kind] -= 1
            s.deck_left -= 1
            cards.gain_card(s, ME, kind, st.UNSEEN)

    return prepare


def _lay_out(s: st.State, own: Each, up: tuple[int, ...], later: tuple[int, ...]) -> None:
    """Place provinces with owners, up for auction with gifts, or in the pile."""
    for seat, owned in enumerate(own):
        for p in owned:
            s.owner[p] = seat
    for p in up:
        s.card[p] = 1
        provinces.lay_gifts(s, p)
    for p in range(box.PROVINCES):
        free = s.owner[p] == st.NO_SEAT and not s.card[p]
        s.pool[p] = int(p in later if s.turn > box.KINGDOM_TURNS else free)
    s.pool_left = sum(s.pool)
