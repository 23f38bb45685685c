"""What Amun-Re's board tells of a thing is what the rules would then do."""

from random import Random

import pytest

import nomarch
from nomarch.engine.match import SPECTATOR
from nomarch.games.amun_re import components as box, state as st
from nomarch.games.amun_re.rules import incomes, scoring, stages
from nomarch.games.amun_re.words import tips
from nomarch.i18n import ENGLISH

from .table import KINDS, LAYOUT, NAMES, Table, offerings

PLAYERS = ("Ann", "Bob", "Cem", "Dee")


def seen(table: Table, viewer: int = 0) -> st.State:
    view: st.State = LAYOUT.observe(table.s, viewer)
    return view


def card(table: Table, name: str, seat: int = 0) -> str:
    return tips.card_of(ENGLISH, seen(table, seat), seat, KINDS[name])


def province(table: Table, name: str, seat: int = 0) -> str:
    return tips.province_of(ENGLISH, seen(table, seat), seat, PLAYERS, NAMES[name])


def up_for_auction() -> Table:
    return Table().clear().no_cards().auction("memphis", "mendes", "abu", "edfu")


def kingdom() -> Table:
    """Seat 0 has three provinces with a pyramid in two of them; farmers bring two gold."""
    table = Table().clear(turn=3).no_cards().own(0, "memphis", "abydos", "sawu").own(1, "edfu")
    table.put("memphis", pyramids=1, farmers=2, bricks=2).put("abydos", pyramids=1)
    table.put("edfu", pyramids=1, bricks=1)
    table.s.phase, table.s.box = st.BRICKS_STAGE, 2
    return table


@pytest.mark.parametrize("seed", range(3))
def test_what_a_scoring_would_give_is_what_it_gives(seed: int) -> None:
    match, rng = nomarch.new("amun-re", players=4, seed=seed), Random(seed)
    for _ in range(120):
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.legal(seat)))
    state = LAYOUT.copy(match.state)
    state.turn = box.KINGDOM_TURNS
    told = [sum(tips.kingdom(LAYOUT.observe(state, -1), seat)) for seat in range(4)]
    before, gold = state.points[:4], state.gold[:4]
    paid = [tips.income(LAYOUT.observe(state, -1), seat) for seat in range(4)]
    for seat in range(4):
        incomes.collect(state, seat)
    assert [state.gold[seat] - gold[seat] for seat in range(4)] == paid
    scoring.score_kingdom(state)
    assert [state.points[seat] - before[seat] for seat in range(4)] == told


@pytest.mark.parametrize("name", ["memphis", "abydos", "sawu"])
def test_one_more_pyramid_is_worth_what_the_tip_says(name: str) -> None:
    table = kingdom()
    told, before = tips.pyramid_gain(seen(table), 0, NAMES[name]), tips.kingdom(table.s, 0)
    table.s.pyramids[NAMES[name]] += 1
    assert sum(tips.kingdom(table.s, 0)) - sum(before) == told


def test_a_pyramid_that_completes_a_set_says_so_in_points() -> None:
    whole = box.PYRAMID_POINTS + box.SET_POINTS
    assert f"make a pyramid (+{whole})" in province(kingdom(), "sawu")


def test_supposing_changes_nothing() -> None:
    table = kingdom()
    before = LAYOUT.as_data(table.s, 0)
    for p in range(box.PROVINCES):
        tips.province_gain(table.s, 0, p)
        tips.pyramid_gain(table.s, 0, p)
    assert LAYOUT.as_data(table.s, 0) == before


def test_a_province_that_is_up_tells_the_price_and_what_it_brings() -> None:
    table = up_for_auction().put("memphis", pyramids=2).play("province memphis", "bid 3")
    told = province(table, "memphis", 1)
    assert "Minimum bid: 6. You have 20 gold." in told
    assert "per turn: 0 → 3" in told
    assert f"would add {2 + box.BANK_POINTS} points" in told
    assert "You have the highest bid." in province(table, "memphis", 0)
    assert "lowest bid" not in province(table, "memphis", SPECTATOR)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("eight-gold", "Abydos: 0 → 8 gold"), ("extra-income", "Memphis: 4 → 6 gold"),
        ("architect", "Memphis +1"), ("free-farmer", "earn 2 gold"),
        ("bonus-bank", "Right now it would score 3."),
        ("bonus-cards", "7 of 7 card symbols. Right now it would score 3."),
        ("bonus-nile", "Right now it would score nothing."),
    ],
)  # fmt: skip
def test_a_card_tells_what_it_would_do_now(name: str, told: str) -> None:
    assert told in card(kingdom().give(0, name), name)


def test_a_card_for_those_outbid_tells_the_next_bid() -> None:
    table = up_for_auction()
    assert "You aren't outbid right now." in card(table, "same-province")
    table.follow("province memphis, bid 3, province memphis, bid 6")
    assert "Memphis: with this card you may bid 10 or more" in card(table, "same-province")


def test_the_scale_tells_the_viewers_own_income() -> None:
    told = tips.scale(ENGLISH, seen(kingdom()), 0, 1)
    assert f"For you: {2 + box.CARAVAN[NAMES['sawu']]} gold" in told
    assert "For you:" not in tips.scale(ENGLISH, seen(kingdom(), SPECTATOR), SPECTATOR, 1)


def test_prices_tell_what_is_left() -> None:
    table = kingdom().gold(12)
    for count in range(1, 6):
        price = stages.price(count)
        told = tips.purchase(ENGLISH, seen(table), 0, count)
        assert (f"12 → {12 - price}" if price <= 12 else "You only have 12") in told


def test_an_offering_tells_what_lies_there() -> None:
    table = offerings().gold(20, 20, 20, 20).play("put 5", seat=0)
    assert "5 → 7. You have 20 gold" in tips.put(ENGLISH, seen(table), 0, 2)
