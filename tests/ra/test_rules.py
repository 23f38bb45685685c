"""Ra's rules beyond the worked examples: set-up, turns, gods, auctions, disasters, ends."""

import pytest

import nomarch
from nomarch.games.ra import components as box, events as ev, rules, state as st, words
from nomarch.games.ra.invariants import broken
from nomarch.games.ra.rules import epochs
from nomarch.games.ra.state import State
from nomarch.i18n import ENGLISH
from nomarch.kernel.declare.chance import TABLE, reseed
from nomarch.kernel.run.seeds import key_of, make_seed
from tests.positions import Example, examples, given, then

from .building import BOOK, LAYOUT, PLAY, follow, kind_of, legal, position, suns, told

NOBODY: list[list[int]] = [[], [], []]
ALONE = ([[], [], [11, 4]], [[13], [12], []], 2)
"""Only seat 2 has suns left."""
HIGH, LOW = (([[best, 5], [12, 3], [11]], NOBODY, 1) for best in (13, 8))
"""Seat 0's best sun is the highest, or is not."""
SEVEN = "pharaoh " * 7
PLAYERS = ("A", "B", "C")


def test_the_box_holds_180_tiles_of_23_kinds() -> None:
    assert sum(box.TILE_COUNTS) == 180
    assert len(box.TILE_NAMES) == len(box.TILE_COUNTS) == 23


def test_a_state_is_under_one_kilobyte() -> None:
    assert LAYOUT.size < 1024


@pytest.mark.parametrize(("players", "limit"), [(2, 6), (3, 8), (4, 9), (5, 10)])
def test_setup_by_player_count(players: int, limit: int) -> None:
    """Also in the memory of another game."""
    s = position(players)
    dealt = sorted(sorted(suns(s, seat, 1)) for seat in range(players))
    sets = sorted(sorted(v for v in row if v) for row in box.SUN_SETS[players] if any(row))
    assert dealt == sets
    assert box.RA_LIMIT[players] == limit
    follow(s, then(centre=1, points=(10,) * players))
    assert s.sun[s.seat].count(max(max(row) for row in s.sun)) == 1
    used = LAYOUT.unpack(b"\x05" * LAYOUT.size)
    reseed(used, key_of(make_seed("ra tests")), 0, TABLE)
    rules.setup(used, players, (0, 0, 0, 0, 0))
    assert LAYOUT.pack(used) == LAYOUT.pack(s)
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


TURNS: dict[str, Example] = {
    "drawn tile joins the track and the turn passes": (
        given(seat=2, bag="nile"), "draw", then(laid="nile", phase=st.TURN, seat=0),
    ),
    "eighth tile starts no auction but the next may not draw": (
        given(laid="nile " * 7, bag="flood"), "draw", then(phase=st.TURN, seat=1, only="invoke"),
    ),
    "ra on an empty track is an auction for the sun alone": (
        given(bag="ra"), "draw", then(phase=st.AUCTION, seat=1, may="pass"),
        "pass", then(seat=2, may="pass"), "pass", then(seat=0, may="pass"),
        "pass", then(phase=st.TURN, seat=1, centre=1),
    ),
    "forced starter may bid too": (
        given(laid="nile " * 8, suns=HIGH), "invoke, pass, pass", then(may="pass"),
        "bid 5", then(tiles=" ".join(["nile"] * 8)),
    ),
    "starter may pass once somebody has bid": (
        given(suns=HIGH), "invoke, bid 3, pass", then(seat=0, may="pass"),
    ),
    # The summary obliges whoever invoked Ra to bid, and names no exception.
    "by option who invoked must outbid the others": (
        given(invoker=1, suns=HIGH), "invoke, bid 12, pass", then(seat=0, only="bid 13"),
    ),
    "by option who invoked may pass without a higher sun": (
        given(invoker=1, suns=LOW), "invoke, bid 12", then(only="pass"),
    ),
    "by option who drew ra may still pass": (
        given(invoker=1, suns=HIGH, bag="ra"), "draw, bid 3, pass", then(seat=0, may="pass"),
    ),
    "players without suns neither play nor bid": (
        given(suns=([[13], [], [11]], [[], [12, 9, 6, 3], []], 2), bag="nile"), "draw",
        then(seat=2),
    ),
    "a lone player goes on until ra ends the epoch": (
        given(seat=2, suns=ALONE, bag="nile"), "draw", then(seat=2),
    ),
    "the last ra of a lone player ends the epoch": (
        given(seat=2, suns=ALONE, ra_count=7, bag="ra"), "draw", then(epoch=2, ready_2=[4, 11]),
    ),
    "a lone player must bid when invoking": (
        given(seat=2, suns=ALONE), "invoke", then(only="bid 4, bid 11"),
    ),
    "a lone player may pass when ra calls": (
        given(seat=2, suns=ALONE, bag="ra"), "draw", then(may="pass"),
    ),
    "god turn may stop after any god": (
        given(tiles="god god", laid="gold nile"), "take gold", then(only="stop, take nile"),
        "stop", then(phase=st.TURN, seat=1, tiles="god gold"),
    ),
    "god turn ends by itself when only gods are left": (
        given(tiles="god god", laid="god gold"), "take gold", then(phase=st.TURN, seat=1),
    ),
    "god taking unrest lets its owner choose and then go on": (
        given(tiles="god god art art writing", laid="unrest gold"), "take unrest",
        then(phase=st.UNREST_LOSS), "discard art, discard art", then(phase=st.GOD_TURN),
        "take gold", then(phase=st.TURN, seat=1, tiles="writing gold"),
    ),
    "unrest and earthquake together are chosen one after the other": (
        given(tiles="art art writing sphinx sphinx temple", laid="earthquake unrest", suns=HIGH),
        "invoke, pass, pass, bid 5",
        then(phase=st.UNREST_LOSS, only="discard art, discard writing"),
        "discard art, discard writing", then(phase=st.EARTHQUAKE_LOSS),
        "discard sphinx, discard temple", then(phase=st.TURN, seat=1, tiles="art sphinx"),
    ),
    "the turn after an auction follows the starter not the winner": (
        given(seat=1, laid="gold", suns=HIGH), "invoke, bid 11, pass, pass",
        then(tiles_2="gold", seat=0),
    ),
    # Whoever drew it bids last and may pass; if all pass, the eight tiles are lost.
    "by option the eighth tile starts an auction at once": (
        given(full=1, laid=SEVEN, bag="gold"), "draw",
        then(phase=st.AUCTION, cause=st.FORCED, starter=0, seat=1),
        "pass, pass, pass", then(phase=st.TURN, seat=1, laid=""),
    ),
    "by option a seventh tile still passes the turn": (
        given(full=1, laid="pharaoh " * 6, bag="gold"), "draw", then(phase=st.TURN, seat=1),
    ),
    "by option gods take no disasters": (
        given(gods=1, tiles="god god", laid="funeral gold"), then(may_take="gold"),
        "take gold", then(phase=st.TURN, seat=1),  # nothing is left for the second god
    ),
}  # fmt: skip


@examples(TURNS)
def test_turns(example: Example) -> None:
    follow(position(**{"seat": 0, **example[0]}), *example[1:])


def prompt(s: State) -> str:
    return words.prompt(ENGLISH, s, 0, (0,), PLAYERS)


def test_a_prompt_names_what_an_option_demands() -> None:
    s = follow(position(invoker=1, suns=HIGH, seat=0), "invoke, bid 12, pass")
    assert "you invoked Ra" in prompt(s)
    s = position(gods=1, tiles="god", laid="funeral", seat=0)
    assert prompt(s) == "Draw a tile or invoke Ra."


def test_players_without_suns_keep_and_score_their_tiles() -> None:
    s = position(suns=([[13], [], [11]], [[], [12, 9, 6, 3], []], 2), tiles_1="gold gold art")
    before = s.points[1]
    epochs.end_epoch(s)
    assert s.points[1] == before + 6


def test_a_won_sun_lies_face_down_until_the_next_epoch() -> None:
    s = position(seat=0, suns=HIGH)
    follow(s, "invoke, pass, pass, bid 5", then(spent=[1]))
    epochs.end_epoch(s)
    follow(s, then(ready=[1, 13]))


def test_the_last_epoch_ends_the_game() -> None:
    s = follow(position(epoch=3, ra_count=7, bag="ra"), "draw")
    assert (PLAY.is_over(s), PLAY.to_act(s), legal(s, 0)) == (1, 0, [])
    assert [record.name for record in s.trace or ()].count("ended") == 1


def test_the_bag_cannot_run_out() -> None:
    assert all(3 * limit <= box.TILE_COUNTS[kind_of("ra")] for limit in box.RA_LIMIT)


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


@pytest.mark.parametrize(("tiles", "offered"), [("", False), ("god", False), ("god drought", True)])
def test_a_god_is_offered_in_words_only_when_it_can_be_played(tiles: str, offered: bool) -> None:
    s = position(seat=0, tiles="god", laid=tiles)
    assert any(move.startswith("take") for move in legal(s, 0)) is offered
    assert ("god" in prompt(s)) is offered


def test_everyone_is_told_of_draws_gods_and_epochs() -> None:
    s = position(seat=0)
    left = s.bag_left
    follow(s, "draw", then(bag_left=left - 1))
    ((seat, drawn),) = told(s, ev.DREW)
    assert (seat, s.bag[drawn]) == (0, box.TILE_COUNTS[drawn] - 1)
    s = position(seat=0, tiles="god", laid="gold")
    gone = s.gone[kind_of("god")]
    follow(s, "take gold", then(events={ev.GOD_TOOK: [(0, kind_of("gold"))]}))
    assert s.gone[kind_of("god")] == gone + 1
    epochs.end_epoch(s)
    assert told(s, ev.EPOCH_STARTED) == [(2, epochs.holder_of_highest_sun(s))]


def test_tiles_that_an_auction_at_once_loses_are_gone() -> None:
    s = position(seat=0, full=1, laid=SEVEN, bag="gold")
    follow(s, "draw, pass, pass, pass")
    assert (s.gone[kind_of("gold")], s.gone[kind_of("pharaoh")]) == (1, 7)


# --- What the numbers mean ----------------------------------------------------------------------


def test_only_what_unrest_and_earthquakes_cost_can_be_discarded() -> None:
    discards = {move.removeprefix("discard ") for move in BOOK.actions if "discard" in move}
    kinds = range(box.FIRST_CIVILISATION, box.LAST_MONUMENT + 1)
    assert discards == {box.TILE_NAMES[kind] for kind in kinds if kind != box.GOLD}


def test_a_ra_tile_is_out_of_the_game_once_it_leaves_the_track() -> None:
    s = follow(position(seat=0, bag="ra"), "draw")
    assert (s.ra_count, s.gone[kind_of("ra")]) == (1, 0)
    epochs.end_epoch(s)
    assert (s.ra_count, s.gone[kind_of("ra")]) == (0, 1)
