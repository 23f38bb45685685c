"""Phases 1 and 2: provinces, gifts, and the auction with its forced moves."""

from typing import Any

import pytest

from nomarch.games.amun_re import components as box, events as ev, state as st
from nomarch.games.amun_re.rules import auction
from tests.positions import Example, examples, given, then

from .table import NAMES, Table, bids

RED, BLACK, BLUE, WHITE = range(4)
FOUR = ("baharya", "dakhla", "abydos", "sawu")
OUTBID_ON_ABYDOS = bids("abydos 3, sawu 0, abydos 6, baharya 0")
"""Red is outbid by blue, and up."""
BLOCKED_AND_OUTBID = (
    f"province abydos, play block, bid 3, {bids('abydos 10, sawu 0, baharya 0, sawu 1')}"
)
"""Red blocks in Abydos, is outbid there and goes to Sawu, where blue stood."""


def the_example(options: dict[str, str] | None = None, **values: Any) -> Table:
    return Table(4, **options or {}).clear().auction(*FOUR).given(**values)


def test_t1_the_four_player_auction() -> None:
    table = the_example()
    seats = []
    for text in ("abydos 3", "sawu 1", "abydos 6", "abydos 10", "dakhla 0", "sawu 6", "baharya 1"):
        seats.append(table.s.seat)
        table.follow(bids(text))
    assert seats == [RED, BLACK, BLUE, WHITE, RED, BLUE, BLACK]
    owners = {name: table.at(name, "owner") for name in FOUR}
    assert owners == {"baharya": BLACK, "dakhla": RED, "abydos": WHITE, "sawu": BLUE}
    table.follow(then(gold=(20 + 12, 19, 14, 10), phase=st.CARDS_STAGE))


AUCTION: dict[str, Example] = {
    "an outbid pawn must leave its province": (
        given(), bids("abydos 3, sawu 1, abydos 6, abydos 10"),
        then(seat=RED, may_province="dakhla, sawu, baharya"),
    ),
    "r7 one may come back after a bid elsewhere": (
        given(), bids("abydos 0, abydos 1, dakhla 0, baharya 0"),
        bids("dakhla 1, abydos 3, dakhla 3"),  # red beats blue, blue black, and black red
        then(seat=RED, may="province abydos"),
    ),
    "overbidding takes at least one step": (
        given(), bids("abydos 3"), "province abydos", then(may_bid="6, 10, 15"),
    ),
    "a bid stays within the treasure": (
        given(gold=(5, 5, 5, 5)), "province sawu", then(may_bid="0, 1, 3"),
    ),
    "a1 cards count only once they are sold": (
        given(gold=(5, 5, 5, 5)), "province sawu", then(may_not="bid 6"),
        "sell architect", then(may="bid 6"),
    ),
    "r9 nobody outbids 36": (
        given(gold=(40, 40, 40, 40)), bids("sawu 36"), then(may_not="province sawu"),
    ),
    "r10 a player without gold finds a free card": (
        given(gold=(20, 0, 0, 0)), bids("abydos 0"),
        then(may_not="province abydos", may="province sawu"),
    ),
    "a block asks for two steps": (
        given(cards="block"), "province abydos, play block, bid 3",
        then(hand_count=1, discard=tuple(int(kind == box.BLOCK) for kind in range(box.CARDS))),
        "province abydos", then(may_not="bid 6", may="bid 10"),
    ),
    "the block holds for the whole auction": (
        given(cards="block"), BLOCKED_AND_OUTBID, then(blocked=1),
        bids("baharya 1"), "province sawu", then(may_not="bid 3", may="bid 6"),
    ),
    "the block ends with the auction": (
        given(cards="block"), BLOCKED_AND_OUTBID, bids("dakhla 0"),
        then(phase=st.CARDS_STAGE, blocked=(0,) * box.MAX_SEATS),
    ),
    "a7 by option the block is spent with its bid": (
        given(cards="block", options={"block": "bid"}), BLOCKED_AND_OUTBID, then(blocked=0),
        bids("baharya 1"), "province sawu", then(may="bid 3"),
    ),
    "a block at the end of the track cannot be beaten": (
        given(cards="block", gold=(40, 40, 40, 40)), "province abydos, play block, bid 28",
        then(may_not="province abydos"),
    ),
    "r14 a second block must wait": (
        given(cards="block block"), "province abydos, play block", then(may_not="play block"),
        "bid 0", bids("abydos 3, sawu 0, baharya 0"), "province dakhla",
        then(may_not="play block"),
    ),
    "the same province card lets one stay": (
        given(cards="same-province"), OUTBID_ON_ABYDOS, then(seat=RED),
        "play same-province", then(may_bid="10, 15"), "bid 10", then(seat=BLUE),
    ),
    "the same province card needs a payable step": (
        given(cards="same-province", gold=(9, 20, 20, 20)), OUTBID_ON_ABYDOS,
        then(may_not="play same-province"),
    ),
    "the same province card is useless before the first bid": (
        given(cards="same-province"), then(may_not="play same-province"),
    ),
    "r35 block and same province go together": (
        given(cards="same-province block", gold=(40, 40, 40, 40)), OUTBID_ON_ABYDOS,
        "play same-province, play block, bid 10", then(blocked=1),
        bids("sawu 1"), "province abydos", then(may_bid="21, 28, 36"),
    ),
}  # fmt: skip


@examples(AUCTION)
def test_auction(example: Example) -> None:
    the_example(**example[0]).follow(*example[1:])


@pytest.mark.parametrize(("block", "step", "is_blocked"), [("auction", 3, 1), ("bid", 2, 0)])
def test_a_bid_tells_whether_it_blocks(block: str, step: int, is_blocked: int) -> None:
    table = the_example({"block": block}, cards="block").follow(BLOCKED_AND_OUTBID)
    assert auction.lowest_step(table.s, NAMES["sawu"]) == step
    assert table.events(ev.BID)[-1] == (RED, NAMES["sawu"], 1, is_blocked)


@pytest.mark.parametrize(("players", "cards"), [(3, 9), (4, 12), (5, 15)])
def test_r1_as_many_provinces_as_players_each_turn(players: int, cards: int) -> None:
    table = Table(players)
    assert sum(table.s.card) == players
    assert table.s.pool_left == box.PROVINCES - players
    assert cards == players * box.KINGDOM_TURNS


def test_r3_gifts_lie_on_the_revealed_provinces() -> None:
    table = Table(5).clear(turn=0).reveal(*box.PROVINCE_NAMES)
    for p in range(box.PROVINCES):
        up = table.s.card[p]
        assert table.s.gifts[p] == box.GIFT_CARDS[p] * up
        assert table.s.bricks[p] == box.GIFT_BRICKS[p] * up
    assert table.sound()


def test_r5_a_gift_can_complete_a_pyramid() -> None:
    table = Table(3).clear(turn=3).put("memphis", bricks=1).put("abydos", bricks=2)
    table.reveal("memphis", "abydos", "sawu")
    table.follow(then(memphis=then(pyramids=1, bricks=0), abydos=then(pyramids=1, bricks=0)))
    assert table.events(ev.BRICK_PLACED) == []
    assert (st.NO_SEAT, box.MEMPHIS, 3) in table.events(ev.BUILT)


def test_r3_cards_and_gold_go_to_the_winner_bricks_stay() -> None:
    table = Table(4).clear(turn=0).reveal("dakhla", "thebes", "memphis", "abydos")
    table.s.seat = table.s.pharaoh = 0
    table.follow(bids("dakhla 0, thebes 0, memphis 0, abydos 0"))
    table.follow(then(gold=(32, 20, 20, 20), hand_count=(2, 3, 1, 1)))
    assert (table.at("memphis", "bricks"), table.at("abydos", "bricks")) == (2, 1)
    assert sum(table.s.gifts) == 0
    assert table.sound()


def test_gift_cards_are_told_to_their_owner_alone() -> None:
    table = Table(3).clear(turn=0).reveal("thebes", "memphis", "abydos")
    table.s.seat = table.s.pharaoh = 0
    table.follow(bids("memphis 0, abydos 0, thebes 0"))
    assert len(table.events(ev.GOT_CARD, audience=2)) == 2
    assert table.events(ev.GOT_CARD) == []


def test_a3_a_missing_gift_is_lost() -> None:
    table = Table(3).clear(turn=0).pile_of(1, holder=0).reveal("memphis", "thebes", "sawu")
    assert table.at("thebes", "gifts") == 1
    assert table.events(ev.GIFT_LOST) == [(NAMES["thebes"],)]


def test_the_pharaoh_bids_first() -> None:
    for seed in range(4):
        table = Table(5, seed=f"pharaoh {seed}")
        assert table.s.seat == table.s.pharaoh == table.s.first


def test_the_start_is_twenty_gold_and_an_architect() -> None:
    table = Table(3)
    table.follow(then(gold=(20, 20, 20, 0, 0), hand_count=(1, 1, 1, 0, 0), box=0))
    assert all(table.s.hand[seat][box.ARCHITECT] == 1 for seat in range(3))
    assert all(table.s.known[seat][other][box.ARCHITECT] for seat in range(3) for other in range(3))
