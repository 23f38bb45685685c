"""Ra's rules beyond the worked examples: set-up, turns, gods, auctions, disasters, ends."""

from __future__ import annotations

import pytest

import nomarch
from nomarch.games.ra import events as ev, rules, state as st, words
from nomarch.games.ra.components import (
    FIRST_CIVILISATION,
    GOLD,
    LAST_MONUMENT,
    RA_LIMIT,
    SUN_SETS,
    TILE_COUNTS,
    TILE_NAMES,
)
from nomarch.games.ra.invariants import broken
from nomarch.games.ra.rules import epochs
from nomarch.games.ra.state import State
from nomarch.i18n import ENGLISH
from nomarch.kernel.declare.chance import TABLE, reseed
from nomarch.kernel.declare.events import Event
from nomarch.kernel.run.seeds import key_of, make_seed

from .building import (
    BOOK,
    LAYOUT,
    PLAY,
    act,
    give_suns,
    kind_of,
    lay,
    legal,
    only_in_bag,
    own,
    owned,
    position,
    suns,
    track,
)


def test_the_box_holds_180_tiles_of_23_kinds() -> None:
    assert sum(TILE_COUNTS) == 180
    assert len(TILE_NAMES) == len(TILE_COUNTS) == 23


def test_a_state_is_under_one_kilobyte() -> None:
    assert LAYOUT.size < 1024


@pytest.mark.parametrize(("players", "limit"), [(2, 6), (3, 8), (4, 9), (5, 10)])
def test_setup_by_player_count(players: int, limit: int) -> None:
    s = position(players)
    dealt = sorted(sorted(suns(s, seat, 1)) for seat in range(players))
    sets = sorted(sorted(v for v in row if v) for row in SUN_SETS[players] if any(row))
    assert dealt == sets
    assert RA_LIMIT[players] == limit
    assert s.centre == 1
    assert s.points[:players] == [10] * players
    assert s.sun[s.seat].count(max(max(row) for row in s.sun)) == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_setup_leaves_nothing_of_the_last_game(players: int) -> None:
    used = LAYOUT.unpack(b"\x05" * LAYOUT.size)
    reseed(used, key_of(make_seed("ra tests")), 0, TABLE)
    rules.setup(used, players, (0, 0, 0, 0, 0))
    assert LAYOUT.pack(used) == LAYOUT.pack(position(players))
    assert broken(used) == []


def test_suns_are_dealt_at_random() -> None:
    holders = {nomarch.new("ra", 4, seed=seed).view(0)["state"]["sun"][0][0] for seed in range(40)}
    assert holders == {13, 12, 11, 10}


def test_two_players_need_the_duel_option() -> None:
    with pytest.raises(nomarch.BadOption, match="duel=on"):
        nomarch.new("ra", 2)
    assert nomarch.new("ra", 2, options={"duel": "on"}).players == 2
    with pytest.raises(nomarch.BadOption, match="is for 2 players"):
        nomarch.new("ra", 3, options={"duel": "on"})


def test_drawn_tile_joins_the_track_and_the_turn_passes() -> None:
    s = position()
    s.seat = 2
    only_in_bag(s, "nile")
    act(s, 2, "draw")
    assert track(s) == [kind_of("nile")]
    assert (s.phase, s.seat) == (st.TURN, 0)


def test_eighth_tile_starts_no_auction_but_the_next_may_not_draw() -> None:
    s = position()
    s.seat = 0
    lay(s, ["nile"] * 7)
    only_in_bag(s, "flood")
    act(s, 0, "draw")
    assert (s.phase, s.seat) == (st.TURN, 1)
    assert legal(s, 1) == ["invoke"]


def test_ra_on_an_empty_track_is_an_auction_for_the_sun_alone() -> None:
    s = position()
    s.seat = 0
    only_in_bag(s, "ra")
    act(s, 0, "draw")
    assert s.phase == st.AUCTION
    for seat in (1, 2, 0):
        assert "pass" in legal(s, seat)
        act(s, seat, "pass")
    assert (s.phase, s.seat, s.centre) == (st.TURN, 1, 1)


def test_forced_starter_may_bid_too() -> None:
    s = position()
    s.seat = 0
    lay(s, ["nile"] * 8)
    act(s, 0, "invoke")
    act(s, 1, "pass")
    act(s, 2, "pass")
    bids = legal(s, 0)
    assert "pass" in bids
    act(s, 0, next(move for move in bids if move != "pass"))
    assert owned(s, 0) == {kind_of("nile"): 8}


def test_starter_may_pass_once_somebody_has_bid() -> None:
    s = position()
    s.seat = 0
    act(s, 0, "invoke")
    act(s, 1, next(move for move in legal(s, 1) if move != "pass"))
    act(s, 2, "pass")
    assert "pass" in legal(s, 0)


def test_by_option_who_invoked_must_outbid_the_others() -> None:
    """The summary obliges whoever invoked Ra to bid, and names no exception."""
    s = position(invoker=1)
    give_suns(s, [[13, 5], [12, 3], [11]], [[], [], []], 1)
    s.seat = 0
    act(s, 0, "invoke")
    act(s, 1, "bid 12")
    act(s, 2, "pass")
    assert legal(s, 0) == ["bid 13"]
    assert "you invoked Ra" in words.prompt(ENGLISH, s, 0, (0,), ("A", "B", "C"))


def test_by_option_who_invoked_may_pass_without_a_higher_sun() -> None:
    s = position(invoker=1)
    give_suns(s, [[8, 5], [12, 3], [11]], [[], [], []], 1)
    s.seat = 0
    act(s, 0, "invoke")
    act(s, 1, "bid 12")
    assert legal(s, 0) == ["pass"]


def test_by_option_who_drew_ra_may_still_pass() -> None:
    s = position(invoker=1)
    give_suns(s, [[13, 5], [12, 3], [11]], [[], [], []], 1)
    s.seat = 0
    only_in_bag(s, "ra")
    act(s, 0, "draw")
    act(s, 1, "bid 3")
    act(s, 2, "pass")
    assert "pass" in legal(s, 0)


def test_players_without_suns_neither_play_nor_bid_but_keep_and_score_their_tiles() -> None:
    s = position()
    give_suns(s, [[13], [], [11]], [[], [12, 9, 6, 3], []], 2)
    own(s, 1, {"gold": 2, "civ_art": 1})
    s.seat = 0
    only_in_bag(s, "nile")
    act(s, 0, "draw")
    assert s.seat == 2
    before = s.points[1]
    epochs.end_epoch(s)
    assert s.points[1] == before + 6


def test_a_lone_player_goes_on_until_ra_ends_the_epoch() -> None:
    s = position()
    give_suns(s, [[], [], [11, 4]], [[13], [12], []], 2)
    s.seat = 2
    only_in_bag(s, "nile")
    act(s, 2, "draw")
    assert s.seat == 2
    s.ra_count = 7
    only_in_bag(s, "ra")
    act(s, 2, "draw")
    assert s.epoch == 2
    assert suns(s, 2, 1) == [4, 11]


def test_a_lone_player_must_bid_when_invoking_but_may_pass_when_ra_calls() -> None:
    s = position()
    give_suns(s, [[], [], [11, 4]], [[13], [12], []], 2)
    s.seat = 2
    act(s, 2, "invoke")
    assert legal(s, 2) == ["bid 4", "bid 11"]
    s = position()
    give_suns(s, [[], [], [11, 4]], [[13], [12], []], 2)
    s.seat = 2
    only_in_bag(s, "ra")
    act(s, 2, "draw")
    assert "pass" in legal(s, 2)


def test_god_turn_may_stop_after_any_god() -> None:
    s = position()
    s.seat = 0
    own(s, 0, {"god": 2})
    lay(s, ["gold", "nile"])
    act(s, 0, "take gold")
    assert set(legal(s, 0)) == {"stop", "take nile"}
    act(s, 0, "stop")
    assert (s.phase, s.seat) == (st.TURN, 1)
    assert owned(s, 0) == {kind_of("god"): 1, kind_of("gold"): 1}


def test_god_turn_ends_by_itself_when_only_gods_are_left() -> None:
    s = position()
    s.seat = 0
    own(s, 0, {"god": 2})
    lay(s, ["god", "gold"])
    act(s, 0, "take gold")
    assert (s.phase, s.seat) == (st.TURN, 1)


def test_god_taking_unrest_lets_its_owner_choose_and_then_go_on() -> None:
    s = position()
    s.seat = 0
    own(s, 0, {"god": 2, "civ_art": 2, "civ_writing": 1})
    lay(s, ["unrest", "gold"])
    act(s, 0, "take unrest")
    assert s.phase == st.UNREST_LOSS
    act(s, 0, "discard art")
    act(s, 0, "discard art")
    assert s.phase == st.GOD_TURN
    act(s, 0, "take gold")
    assert (s.phase, s.seat) == (st.TURN, 1)
    assert owned(s, 0) == {kind_of("civ_writing"): 1, kind_of("gold"): 1}


def test_unrest_and_earthquake_together_are_chosen_one_after_the_other() -> None:
    s = position()
    s.seat = 0
    own(s, 0, {"civ_art": 2, "civ_writing": 1, "mon_sphinx": 2, "mon_temple": 1})
    lay(s, ["earthquake", "unrest"])
    act(s, 0, "invoke")
    act(s, 1, "pass")
    act(s, 2, "pass")
    act(s, 0, legal(s, 0)[0])
    assert s.phase == st.UNREST_LOSS
    assert set(legal(s, 0)) == {"discard art", "discard writing"}
    act(s, 0, "discard art")
    act(s, 0, "discard writing")
    assert s.phase == st.EARTHQUAKE_LOSS
    act(s, 0, "discard sphinx")
    act(s, 0, "discard temple")
    assert (s.phase, s.seat) == (st.TURN, 1)
    assert owned(s, 0) == {kind_of("civ_art"): 1, kind_of("mon_sphinx"): 1}


def test_the_turn_after_an_auction_follows_the_starter_not_the_winner() -> None:
    s = position()
    s.seat = 1
    lay(s, ["gold"])
    act(s, 1, "invoke")
    act(s, 2, next(move for move in legal(s, 2) if move != "pass"))
    act(s, 0, "pass")
    act(s, 1, "pass")
    assert owned(s, 2) == {kind_of("gold"): 1}
    assert s.seat == 2


def test_a_won_sun_lies_face_down_until_the_next_epoch() -> None:
    s = position()
    s.seat = 0
    act(s, 0, "invoke")
    act(s, 1, "pass")
    act(s, 2, "pass")
    act(s, 0, legal(s, 0)[0])
    assert suns(s, 0, 0) == [1]
    epochs.end_epoch(s)
    assert 1 in suns(s, 0, 1)


def test_the_last_epoch_ends_the_game() -> None:
    s = position()
    s.epoch = 3
    s.ra_count = 7
    only_in_bag(s, "ra")
    act(s, s.seat, "draw")
    assert PLAY.is_over(s) == 1
    assert PLAY.to_act(s) == 0
    assert legal(s, 0) == []
    assert [record.name for record in s.trace or ()].count("ended") == 1


def test_the_bag_cannot_run_out() -> None:
    assert all(3 * limit <= TILE_COUNTS[kind_of("ra")] for limit in RA_LIMIT)


def test_those_who_cannot_outbid_pass_by_themselves_and_the_log_says_so() -> None:
    match = nomarch.new("ra", 4, seed=5)
    automatic = []
    for seed in range(60):
        match = nomarch.new("ra", 4, seed=seed)
        while not match.over and not automatic:
            seat = match.to_act[0]
            moves = match.legal(seat)
            match.play(seat, moves[-1])
            automatic = [step for step in match.steps if step.auto]
        if automatic:
            break
    assert automatic
    assert BOOK.actions[automatic[0].action] == "pass"
    assert f"{match.names[automatic[0].seat]} passes." in match.log()
    assert "* " in match.save()


def test_a_god_is_offered_in_words_only_when_it_can_be_played() -> None:
    s = position()
    s.seat = 0
    own(s, 0, {"god": 1})
    for tiles, offered in (([], False), (["god"], False), (["god", "drought"], True)):
        lay(s, tiles)
        assert any(move.startswith("take") for move in legal(s, 0)) is offered
        assert ("god" in words.prompt(ENGLISH, s, 0, (0,), ("A", "B", "C"))) is offered


def told(s: State, event: Event) -> list[tuple[int, ...]]:
    return [record.numbers for record in s.trace or () if record.event is event]


def test_everyone_is_told_of_draws_gods_and_epochs() -> None:
    s = position()
    s.seat = 0
    own(s, 0, {"god": 1})
    left, gone = s.bag_left, s.gone[kind_of("god")]
    act(s, 0, "draw")
    assert s.bag_left == left - 1
    (drawn,) = told(s, ev.DREW)
    assert drawn[0] == 0
    assert s.bag[drawn[1]] == TILE_COUNTS[drawn[1]] - 1
    s = position()
    s.seat = 0
    own(s, 0, {"god": 1})
    lay(s, ["gold"])
    act(s, 0, "take gold")
    assert told(s, ev.GOD_TOOK) == [(0, kind_of("gold"))]
    assert s.gone[kind_of("god")] == gone + 1
    epochs.end_epoch(s)
    assert told(s, ev.EPOCH_STARTED) == [(2, epochs.holder_of_highest_sun(s))]


# --- Readings that a table may choose ------------------------------------------------------------


SEVEN = ("pharaoh",) * 7


def test_by_option_the_eighth_tile_starts_an_auction_at_once() -> None:
    """Whoever drew it bids last and may pass; if all pass, the eight tiles are lost."""
    s = position(full=1)
    s.seat = 0
    lay(s, SEVEN)
    only_in_bag(s, "gold")
    act(s, 0, "draw")
    assert (s.phase, s.cause, s.starter, s.seat) == (st.AUCTION, st.FORCED, 0, 1)
    for seat in (1, 2, 0):
        act(s, seat, "pass")
    assert (s.phase, s.seat, s.track_len) == (st.TURN, 1, 0)
    assert s.gone[kind_of("gold")] == 1


def test_by_option_a_seventh_tile_still_passes_the_turn() -> None:
    s = position(full=1)
    s.seat = 0
    lay(s, SEVEN[1:])
    only_in_bag(s, "gold")
    act(s, 0, "draw")
    assert (s.phase, s.seat) == (st.TURN, 1)


def test_by_option_gods_take_no_disasters() -> None:
    s = position(gods=1)
    s.seat = 0
    own(s, 0, {"god": 2})
    lay(s, ["funeral", "gold"])
    assert [move for move in legal(s, 0) if move.startswith("take")] == ["take gold"]
    act(s, 0, "take gold")
    assert (s.phase, s.seat) == (st.TURN, 1)  # nothing is left for the second god
    s.seat = 0
    assert words.prompt(ENGLISH, s, 0, (0,), ("A", "B", "C")) == "Draw a tile or invoke Ra."


# --- What the numbers mean ----------------------------------------------------------------------


def test_only_what_unrest_and_earthquakes_cost_can_be_discarded() -> None:
    discards = {move.removeprefix("discard ") for move in BOOK.actions if "discard" in move}
    kinds = range(FIRST_CIVILISATION, LAST_MONUMENT + 1)
    assert discards == {TILE_NAMES[kind] for kind in kinds if kind != GOLD}


def test_a_ra_tile_is_out_of_the_game_once_it_leaves_the_track() -> None:
    s = position()
    s.seat = 0
    only_in_bag(s, "ra")
    act(s, 0, "draw")
    assert (s.ra_count, s.gone[kind_of("ra")]) == (1, 0)
    epochs.end_epoch(s)
    assert (s.ra_count, s.gone[kind_of("ra")]) == (0, 1)
