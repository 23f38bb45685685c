"""Warnings before moves of Ra that are often regretted."""

from nomarch.games.ra.state import AUCTION, GOD_TURN, RA_DRAWN, VOLUNTARY, State

from .building import GAME, give_suns, lay, own, position

warned = GAME.warned


def auction(s: State, seat: int, starter: int, cause: int) -> None:
    s.phase, s.seat, s.starter, s.cause = AUCTION, seat, starter, cause
    s.high, s.high_seat = 0, -1


def test_a_higher_sun_than_needed() -> None:
    s = position()
    give_suns(s, up=[[3, 6, 13], [2, 5], [4]], down=[[], [], []], centre=1)
    lay(s, ["gold", "god"])
    auction(s, seat=0, starter=2, cause=VOLUNTARY)
    assert warned(s) == {"bid 13": "Your 6 would win just as well."}
    auction(s, seat=0, starter=0, cause=VOLUNTARY)
    assert set(warned(s)) == {"bid 6", "bid 13"}
    give_suns(s, up=[[3, 6, 13], [2, 12], [4]], down=[[], [], []], centre=1)
    auction(s, seat=0, starter=2, cause=VOLUNTARY)
    assert warned(s) == {}


def test_an_auction_for_nothing() -> None:
    s = position()
    give_suns(s, up=[[3, 6], [2], [4]], down=[[], [], []], centre=1)
    s.seat = 0
    assert warned(s) == {"invoke": "The track is empty: you'd call an auction for no tiles."}
    lay(s, ["gold"])
    assert warned(s) == {}


def test_a_lot_that_costs_points() -> None:
    s = position()
    give_suns(s, up=[[6], [7], [4]], down=[[], [], []], centre=1)
    lay(s, ["funeral"])
    auction(s, seat=0, starter=1, cause=RA_DRAWN)
    assert warned(s) == {}
    own(s, 0, {"pharaoh": 1})
    assert "The lot would cost you" in warned(s)["bid 6"]
    lay(s, ["funeral", "gold", "gold"])
    assert warned(s) == {}


def test_a_disaster_taken_by_a_god() -> None:
    s = position()
    lay(s, ["drought", "gold"])
    own(s, 0, {"god": 1})
    s.phase, s.seat = GOD_TURN, 0
    assert set(warned(s)) == {"take drought"}
