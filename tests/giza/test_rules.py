"""Every rule and every exception that the worked examples leave out."""

from __future__ import annotations

import pytest

from nomarch.games.giza import components as box, events as ev, state as st
from nomarch.games.giza.invariants import broken
from nomarch.games.giza.rules import stacks
from nomarch.kernel.run.seeds import key_of, make_seed

from .table import (
    BY_LOT,
    LAYOUT,
    OWN_SPHINX,
    RULES,
    SCARABS_TOO,
    TILE,
    audience,
    legal,
    places,
    play,
    position,
    ranks,
    scores,
    stack,
    start,
    told,
)

PYRAMID_SITES = ("khufu", "khafre", "menkaure")
FILLER = ("demolition",) * 3


# --- Set-up and the first player ------------------------------------------------------------------


@pytest.mark.parametrize(("players", "left"), [(2, 75), (3, 71), (4, 67), (5, 63), (6, 59)])
def test_setup_deals_four_tiles_and_leaves_the_rest(players: int, left: int) -> None:
    s = start(players, BY_LOT)
    assert s.pile_left == left
    assert all(s.held[seat] == box.HAND for seat in range(players))
    assert all(height == 0 for board in s.height for height in board)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_setup_leaves_nothing_of_the_last_game(players: int) -> None:
    used = LAYOUT.unpack(b"\x05" * LAYOUT.size)
    RULES.reseed(used, key_of(make_seed("giza")), 0, 0)
    RULES.setup(used, players, BY_LOT)
    assert LAYOUT.pack(used) == LAYOUT.pack(start(players, BY_LOT))
    assert broken(used) == []


def test_everyone_is_told_who_begins() -> None:
    s = LAYOUT.plain()
    s.trace = []
    RULES.reseed(s, key_of(make_seed("giza")), 0, 0)
    RULES.setup(s, 3, (0, 2, 0, 0, 0))
    assert told(s, ev.BEGAN) == [(1,)]
    assert set(audience(s, ev.TOOK)) == {0, 1, 2}
    assert len(told(s, ev.TOOK)) == 12


def test_the_proposer_is_drawn_by_lot() -> None:
    assert {int(start(4, BY_LOT, game=game).seat) for game in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize("seat", range(6))
def test_the_table_may_name_the_first_player(seat: int) -> None:
    assert start(6, (0, seat + 1, 0, 0, 0)).seat == seat


def test_the_fewest_points_begin_a_following_game() -> None:
    boards = {(0, "khufu"): ("stone+5",), (2, "khufu"): ("stone-2",)}
    s = position(boards, players=3, pile=1)
    assert s.next_first == -1
    play(s, "discard demolition", "done")
    assert s.next_first == 2
    assert told(s, ev.NEXT_FIRST) == [(2,)]


def test_a_tie_for_the_fewest_points_is_drawn_by_lot() -> None:
    found = set()
    for number in range(30):
        s = position({(0, "khufu"): ("stone+5",)}, players=3, pile=1)
        RULES.reseed(s, [number] * 8, 0, 0)
        play(s, "discard demolition", "done")
        found.add(s.next_first)
    assert found == {1, 2}


# --- The turn ------------------------------------------------------------------------------------


def test_a_turn_offers_plays_discards_and_removals_and_no_pass() -> None:
    hand = ("stone+5", "stone+5", "treasure+2", "scarab")
    s = position({(0, "sphinx"): ("scarab",)}, {0: hand})
    assert legal(s) == {
        "play stone+5", "play scarab",
        "discard stone+5", "discard treasure+2", "discard scarab",
        "remove sphinx",
    }  # fmt: skip


def test_a_tile_is_chosen_first_and_then_its_place() -> None:
    s = position()
    play(s, "play stone+5")
    assert legal(s) == {f"on {p} {site}" for p in range(2) for site in PYRAMID_SITES}
    assert s.seat == 0
    assert s.trace == []
    play(s, "on 1 khufu")
    assert (s.seat, s.phase, s.picked) == (1, st.TURN, -1)
    assert told(s, ev.LAID) == [(0, TILE["stone+5"], 1, 0, 0)]


def test_the_turn_goes_clockwise_around_the_table() -> None:
    s = position(players=3)
    for seat in (0, 1, 2, 0):
        assert RULES.to_act(s) == 1 << seat
        play(s, "discard demolition" if seat != 0 else "discard stone+5", "done", seat=seat)


def test_a_played_tile_is_replaced_by_one_drawn() -> None:
    s = position()
    pile = s.pile_left
    play(s, "play stone+5", "on 0 khafre")
    assert (s.held[0], s.pile_left) == (4, pile - 1)
    assert len(told(s, ev.TOOK)) == 1
    assert audience(s, ev.TOOK) == [0]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_one_to_four_tiles_may_be_discarded_though_a_tile_could_be_played(count: int) -> None:
    hand = ("stone+5", "stone+5", "scarab", "treasure+2")
    s = position(hands={0: hand})
    pile = s.pile_left
    for name in hand[:count]:
        play(s, f"discard {name}")
        assert s.seat == 0
    expected = {"done"} | {f"discard {name}" for name in hand[count:]}
    assert legal(s) == expected
    play(s, "done")
    assert (s.held[0], s.pile_left, s.seat) == (4, pile - count, 1)
    assert (s.phase, s.marked) == (st.TURN, [0] * box.HAND)
    assert [record[1] for record in told(s, ev.DISCARDED)] == [TILE[name] for name in hand[:count]]
    assert sum(s.gone) == count


def test_who_cannot_play_any_tile_has_to_discard() -> None:
    """Every pyramid shows a 1 or a scarab, every sphinx site a scarab."""
    boards = {(seat, site): ("stone+1",) for seat in range(2) for site in PYRAMID_SITES[:2]}
    boards |= {(seat, site): ("scarab",) for seat in range(2) for site in ("menkaure", "sphinx")}
    s = position(boards, {0: ("stone+1", "stone-1", "treasure+2", "sphinx-base")})
    assert {move for move in legal(s) if not move.startswith("remove")} == {
        "discard stone+1", "discard stone-1", "discard treasure+2", "discard sphinx-base",
    }  # fmt: skip
    s = position(
        {**boards, (1, "menkaure"): ("stone-2",)}, {0: ("stone+1", "stone-2", *FILLER[:2])}
    )
    assert places(s, "stone+1") == {"1 menkaure"}
    assert "play stone-2" not in legal(s)


def test_marking_a_tile_tells_nobody_anything() -> None:
    s = position()
    play(s, "discard stone+5", "discard demolition")
    assert s.trace == []
    views = [LAYOUT.observe(s, viewer) for viewer in (1, -1)]
    assert all((view.phase, view.marked) == (st.TURN, [0] * box.HAND) for view in views)
    assert sum(LAYOUT.observe(s, 0).marked) == 2


def test_a_chosen_tile_is_not_shown_before_it_is_played() -> None:
    s = position()
    play(s, "play stone+5")
    assert LAYOUT.observe(s, 1).picked == -1
    assert LAYOUT.observe(s, 0).picked == TILE["stone+5"]


# --- Stones, treasures, sphinx parts -------------------------------------------------------------


@pytest.mark.parametrize("name", [n for n in box.TILE_NAMES if n.startswith("stone")])
def test_any_stone_may_start_any_pyramid_but_no_sphinx(name: str) -> None:
    s = position(hands={0: (name, *FILLER)}, players=3)
    assert places(s, name) == {f"{p} {site}" for p in range(3) for site in PYRAMID_SITES}


@pytest.mark.parametrize("name", [n for n in box.TILE_NAMES if n.startswith("treasure")])
def test_a_treasure_lies_on_no_site_no_treasure_no_scarab_no_sphinx(name: str) -> None:
    stone = f"stone+{name[-1]}"
    boards = {
        (0, "khufu"): (stone, name),
        (0, "khafre"): (stone, "scarab"),
        (0, "sphinx"): ("sphinx-base",),
        (1, "khufu"): ("stone+1",),
    }
    assert "play " + name not in legal(position(boards, {0: (name, *FILLER)}))


def fitting(top: str, site: int) -> set[str]:
    """The tiles that may be played on a stack with that visible tile."""
    kinds = range(box.TILES)
    return {box.TILE_NAMES[kind] for kind in kinds if stacks.fits(kind, site, TILE[top])}


def test_nothing_but_scarab_and_demolition_fits_on_a_1() -> None:
    for top in ("stone+1", "stone-1"):
        assert fitting(top, 0) == {"scarab", "demolition"}


def test_what_may_lie_on_what() -> None:
    """The whole table: new tile against visible tile, on both sorts of site."""
    for tile in range(box.TILES):
        for top in range(-1, box.TILES):
            for site in range(4):
                if top == TILE["demolition"]:
                    continue
                expected = _may_lie(
                    box.TILE_NAMES[tile], box.TILE_NAMES[top] if top >= 0 else "", site == 3
                )
                on_site = (top < 0 or top == TILE["scarab"]
                           or box.TILE_NAMES[top].startswith("sphinx") == (site == 3))  # fmt: skip
                if on_site:
                    assert bool(stacks.fits(tile, site, top)) is expected, (tile, top, site)
                    assert stacks.TAKES[site][top + 1] >> tile & 1 == expected


def _may_lie(tile: str, top: str, on_sphinx: bool) -> bool:
    number = box.NUMBERS[TILE[tile]]
    under = box.NUMBERS[TILE[top]] if top else 0
    if tile == "scarab":
        return True
    if tile == "demolition":
        return top != ""
    if tile.startswith("sphinx"):
        wanted = {"sphinx-base": "", "sphinx-body": "sphinx-base", "sphinx-head": "sphinx-body"}
        return on_sphinx and top == wanted[tile]
    if on_sphinx or top == "scarab":
        return False
    if tile.startswith("treasure"):
        return top.startswith("stone") and number == under
    return top == "" or number < under


def test_sphinx_parts_may_be_played_on_every_board_but_no_pyramid() -> None:
    s = position(hands={0: ("sphinx-base", *FILLER)}, players=4)
    assert places(s, "sphinx-base") == {f"{p} sphinx" for p in range(4)}
    play(s, "play sphinx-base", "on 2 sphinx")
    assert stack(s, 2, "sphinx") == ["sphinx-base"]


def test_a_head_takes_only_scarab_and_demolition() -> None:
    assert fitting("sphinx-head", 3) == {"scarab", "demolition"}


# --- Demolition -----------------------------------------------------------------------------------


def test_demolition_hits_every_visible_tile_and_no_empty_site() -> None:
    boards = {
        (0, "khufu"): ("stone+5", "treasure+5"),
        (0, "sphinx"): ("sphinx-base",),
        (1, "khafre"): ("stone-1",),
        (1, "menkaure"): ("scarab",),
        (1, "sphinx"): ("sphinx-base", "sphinx-body"),
    }
    s = position(boards)
    assert places(s, "demolition") == {f"{seat} {site}" for seat, site in boards}


def test_an_option_keeps_demolitions_off_the_sphinxes_of_others() -> None:
    boards = {
        (0, "sphinx"): ("sphinx-base",),
        (1, "khafre"): ("stone-4",),
        (1, "sphinx"): ("sphinx-base", "sphinx-body"),
    }
    s = position(boards, options=OWN_SPHINX)
    assert places(s, "demolition") == {"0 sphinx", "1 khafre"}
    s = position({(1, "sphinx"): ("scarab",)}, options=OWN_SPHINX)
    assert "play demolition" not in legal(s)


def test_an_option_lets_demolitions_hit_scarabs_on_the_sphinxes_of_others() -> None:
    boards = {(0, "sphinx"): ("sphinx-base",), (1, "sphinx"): ("sphinx-base", "scarab")}
    s = position(boards, options=SCARABS_TOO)
    assert places(s, "demolition") == {"0 sphinx", "1 sphinx"}
    play(s, "play demolition", "on 1 sphinx")
    s.seat = 0
    assert places(s, "demolition") == {"0 sphinx"}


def test_demolition_takes_one_tile_and_shows_the_next() -> None:
    s = position({(1, "khufu"): ("stone+5", "treasure+5", "stone+2")})
    play(s, "play demolition", "on 1 khufu")
    assert stack(s, 1, "khufu") == ["stone+5", "treasure+5"]
    assert told(s, ev.DEMOLISHED) == [(0, TILE["stone+2"], 1, 0, 2)]
    assert told(s, ev.UNCOVERED) == [(1, 0, 1, TILE["treasure+5"])]
    assert s.gone[TILE["stone+2"]] == 1


def test_demolition_on_an_empty_table_cannot_be_played() -> None:
    assert "play demolition" not in legal(position())


def test_a_demolished_1_reopens_the_pyramid() -> None:
    s = position({(1, "khufu"): ("stone+5", "stone+1")})
    play(s, "play demolition", "on 1 khufu")
    assert stacks.fits(TILE["stone+4"], 0, stacks.top(s, 1, 0))


# --- Scarabs --------------------------------------------------------------------------------------


def test_a_scarab_blocks_stones_treasures_and_sphinx_parts() -> None:
    for site in (0, 3):
        fitting = {
            box.TILE_NAMES[t] for t in range(box.TILES) if stacks.fits(t, site, TILE["scarab"])
        }
        assert fitting == {"scarab", "demolition"}


def test_a_scarab_may_be_played_on_a_scarab_and_comes_off_one_a_turn() -> None:
    s = position({(0, "khufu"): ("stone+5", "scarab")}, {0: ("scarab", *FILLER)})
    play(s, "play scarab", "on 0 khufu")
    play(s, "discard demolition", "done", seat=1)
    play(s, "remove khufu")
    assert stack(s, 0, "khufu") == ["stone+5", "scarab"]
    assert s.seat == 1
    assert told(s, ev.REMOVED) == [(0, 0)]
    assert told(s, ev.UNCOVERED) == [(0, 0, 1, TILE["scarab"])]


def test_only_the_owner_takes_a_scarab_off() -> None:
    s = position({(0, "khufu"): ("scarab",), (1, "khafre"): ("scarab",)})
    assert {move for move in legal(s) if move.startswith("remove")} == {"remove khufu"}


def test_the_owner_may_leave_a_scarab_and_take_a_normal_turn() -> None:
    s = position({(0, "khufu"): ("stone+5", "scarab")})
    play(s, "play stone+5", "on 0 khafre")
    assert stack(s, 0, "khufu") == ["stone+5", "scarab"]
    assert s.seat == 1


def test_a_scarab_on_an_empty_site_leaves_it_empty_again() -> None:
    s = position({(0, "sphinx"): ("scarab",)})
    play(s, "remove sphinx")
    assert stack(s, 0, "sphinx") == []
    assert told(s, ev.UNCOVERED) == []


def test_a_scarab_on_a_peak_holds_the_end_up() -> None:
    boards = {(1, site): ("stone+1",) for site in PYRAMID_SITES[:2]}
    boards[1, "menkaure"] = ("stone+2",)
    hands = {0: ("scarab", *FILLER), 1: ("stone+1", *FILLER)}
    s = position(boards, hands)
    play(s, "play scarab", "on 1 khufu")
    play(s, "play stone+1", "on 1 menkaure", seat=1)
    assert not RULES.is_over(s)


# --- The end and the score ------------------------------------------------------------------------


def test_three_own_peaks_end_the_game_before_drawing() -> None:
    boards = {
        (0, "khufu"): ("stone+1",),
        (0, "khafre"): ("stone-1",),
        (0, "menkaure"): ("stone+4",),
    }
    s = position(boards, {0: ("stone+1", *FILLER)})
    play(s, "play stone+1", "on 0 menkaure")
    assert RULES.is_over(s)
    assert told(s, ev.COMPLETED) == [(0, 0)]
    assert told(s, ev.DREW) == []
    assert RULES.to_act(s) == 0
    assert scores(s) == [5, 0]


def test_uncovering_anothers_peak_ends_the_game() -> None:
    boards = {(1, "khufu"): ("stone+1",), (1, "khafre"): ("stone+1",)}
    boards[1, "menkaure"] = ("stone+5", "stone+1", "scarab")
    s = position(boards)
    play(s, "play demolition", "on 1 menkaure")
    assert RULES.is_over(s)
    assert told(s, ev.COMPLETED) == [(1, 0)]


def test_two_peaks_and_a_sphinx_do_not_end_the_game() -> None:
    boards = {
        (0, "khufu"): ("stone+1",),
        (0, "khafre"): ("stone+1",),
        (0, "sphinx"): ("sphinx-base", "sphinx-body"),
    }
    s = position(boards, {0: ("sphinx-head", *FILLER)})
    play(s, "play sphinx-head", "on 0 sphinx")
    assert not RULES.is_over(s)


def test_drawing_the_last_tile_ends_the_game_at_once() -> None:
    s = position(pile=1)
    play(s, "play stone+5", "on 0 khufu")
    assert RULES.is_over(s)
    assert s.held[0] == 4
    assert scores(s) == [5, 0]


def test_tiles_in_hand_do_not_count() -> None:
    s = position(hands={0: ("sphinx-head", "stone+5", "stone+5", "stone+5")}, pile=1)
    play(s, "discard stone+5", "done")
    assert scores(s) == [0, 0]


@pytest.mark.parametrize(
    ("choice", "parts", "points"),
    [
        (0, ("sphinx-base",), -5),
        (0, ("sphinx-base", "sphinx-body"), 5),
        (0, ("sphinx-base", "sphinx-body", "sphinx-head"), 20),
        (1, ("sphinx-base",), -15),
        (1, ("sphinx-base", "sphinx-body"), -5),
        (1, ("sphinx-base", "sphinx-body", "sphinx-head", "scarab"), 10),
    ],
)
def test_sphinx_values(choice: int, parts: tuple[str, ...], points: int) -> None:
    s = position({(0, "sphinx"): parts}, pile=1, options=(choice, 1, 0, 0, 0))
    play(s, "discard demolition", "done")
    assert scores(s)[0] == points


def test_scores_may_be_negative_and_incomplete_stacks_count() -> None:
    s = position({(0, "khufu"): ("stone-5", "stone-4"), (1, "khufu"): ("stone+3",)}, pile=1)
    play(s, "discard demolition", "done")
    assert scores(s) == [-9, 3]
    assert ranks(s) == [2, 1]


def test_points_stay_secret_until_the_end() -> None:
    s = position({(0, "khufu"): ("stone+5", "stone+4")})
    assert scores(s) == [0, 0]


def test_equal_points_and_treasure_share_the_victory() -> None:
    s = position({(0, "khufu"): ("stone+5",), (1, "khafre"): ("stone+5",)}, pile=1)
    play(s, "discard demolition", "done")
    assert ranks(s) == [1, 1]
    assert told(s, ev.ENDED) == [(0,), (1,)]


# --- What may be looked at ------------------------------------------------------------------------

TALL = {(0, "khufu"): ("stone+5", "treasure+5", "stone+2"), (1, "khufu"): ("stone-4", "stone+3")}


def test_own_stacks_are_seen_whole_and_others_by_their_top() -> None:
    s = position(TALL)
    mine, theirs = LAYOUT.observe(s, 0), LAYOUT.observe(s, 1)
    assert mine.stack[0][0][:4] == [TILE["stone+5"], TILE["treasure+5"], TILE["stone+2"], -1]
    assert mine.stack[1][0][:3] == [-1, TILE["stone+3"], -1]
    assert theirs.stack[0][0][:3] == [-1, -1, TILE["stone+2"]]
    assert theirs.stack[1][0][:2] == [TILE["stone-4"], TILE["stone+3"]]
    assert theirs.height == s.height


def test_a_spectator_sees_tops_only_and_no_hand() -> None:
    view = LAYOUT.observe(position(TALL), -1)
    assert view.stack[0][0][:3] == [-1, -1, TILE["stone+2"]]
    assert all(tile == -1 for hand in view.hand for tile in hand)
    assert all(count == -1 for count in view.pile)


def test_at_the_end_every_stack_is_open_and_hands_are_not() -> None:
    s = position(TALL, pile=1)
    play(s, "discard demolition", "done")
    view = LAYOUT.observe(s, 1)
    assert view.stack == s.stack
    assert view.hand[0] == [-1] * box.HAND
    assert st.sees_tile(s, -1, 0, 0, 0) == 1


def test_names_and_tables_belong_together() -> None:
    assert len(box.TILE_NAMES) == len(box.NUMBERS) == len(box.POINTS) == box.TILES
    assert len(box.SITE_NAMES) == 4
