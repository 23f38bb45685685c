"""Every rule and every exception that the worked examples leave out."""

import pytest

from nomarch.games.giza import components as box, events as ev, state as st
from nomarch.games.giza.invariants import broken
from nomarch.games.giza.rules import stacks
from nomarch.kernel.declare.chance import TABLE
from nomarch.kernel.run.seeds import key_of, make_seed
from tests.positions import Example, examples, given, then

from .table import (
    BY_LOT,
    LAYOUT,
    OWN_SPHINX,
    RULES,
    SCARABS_TOO,
    TILE,
    follow,
    legal,
    places,
    play,
    position,
    start,
    table,
    told,
)
from .test_facts import fits as may_lie

PYRAMID_SITES = ("khufu", "khafre", "menkaure")
PYRAMIDS = {f"{seat} {site}" for seat in range(2) for site in PYRAMID_SITES}
SPENT = ", ".join(
    f"{seat} {site}" for seat in range(2)
    for site in ("khufu stone+1", "khafre stone+1", "menkaure scarab", "sphinx scarab")
)  # fmt: skip
"""Every pyramid shows a 1 or a scarab, every sphinx site a scarab."""
TALL = "0 khufu stone+5 treasure+5 stone+2, 1 khufu stone-4 stone+3"


# --- Set-up and the first player ------------------------------------------------------------------


@pytest.mark.parametrize(("players", "left"), [(2, 75), (3, 71), (4, 67), (5, 63), (6, 59)])
def test_setup_deals_four_tiles_and_leaves_the_rest(players: int, left: int) -> None:
    """Also in the memory of another game."""
    s = start(players, BY_LOT)
    follow(s, then(pile_left=left, held=(box.HAND,) * players))
    assert all(height == 0 for board in s.height for height in board)
    used = LAYOUT.unpack(b"\x05" * LAYOUT.size)
    RULES.reseed(used, key_of(make_seed("giza")), 0, TABLE)
    RULES.setup(used, players, BY_LOT)
    assert LAYOUT.pack(used) == LAYOUT.pack(s)
    assert broken(used) == []


def test_everyone_is_told_who_begins() -> None:
    s = start(3, (0, 2, 0, 0, 0))
    assert told(s, ev.BEGAN) == [(1,)]
    assert [len(told(s, ev.TOOK, seat)) for seat in (-1, 0, 1, 2)] == [0, 4, 4, 4]


def test_the_proposer_is_drawn_by_lot() -> None:
    assert {int(start(4, BY_LOT, game=game).seat) for game in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize("seat", range(6))
def test_the_table_may_name_the_first_player(seat: int) -> None:
    assert start(6, (0, seat + 1, 0, 0, 0)).seat == seat


def test_a_tie_for_the_fewest_points_is_drawn_by_lot() -> None:
    found = set()
    for number in range(30):
        s = table("0 khufu stone+5", players=3, pile=1)
        RULES.reseed(s, [number] * 8, 0, 0)
        play(s, "discard demolition", "done")
        found.add(s.next_first)
    assert found == {1, 2}


# --- The turn ------------------------------------------------------------------------------------

TURNS: dict[str, Example] = {
    "the fewest points begin a following game": (
        given(at="0 khufu stone+5, 2 khufu stone-2", players=3, pile=1), then(next_first=-1),
        "discard demolition, done", then(next_first=2, events={ev.NEXT_FIRST: [(2,)]}),
    ),
    "a turn offers plays discards and removals and no pass": (
        given(at="0 sphinx scarab", hand="stone+5 stone+5 treasure+2 scarab"),
        then(only="play stone+5, play scarab, discard stone+5, discard treasure+2, discard scarab,"
                  " remove sphinx"),
    ),
    "a tile is chosen first and then its place": (
        given(), "play stone+5",
        then(only={f"on {place}" for place in PYRAMIDS}, seat=0, is_quiet=True),
        "on 1 khufu",
        then(seat=1, phase=st.TURN, picked=-1, events={ev.LAID: [(0, TILE["stone+5"], 1, 0, 0)]}),
    ),
    "the turn goes clockwise around the table": (
        given(players=3), "discard stone+5, done", then(seat=1), "discard demolition, done",
        then(seat=2), "discard demolition, done", then(seat=0), "discard stone+5, done",
    ),
    "who cannot play any tile has to discard": (
        given(at=SPENT, hand="stone+1 stone-1 treasure+2 sphinx-base"),
        then(may_play="", may_discard="stone+1, stone-1, treasure+2, sphinx-base"),
    ),
    "who can play one tile may": (
        given(at=SPENT.replace("1 menkaure scarab", "1 menkaure stone-2"), hand="stone+1 stone-2"),
        then(places={"stone+1": {"1 menkaure"}, "stone-2": set()}),
    ),
    "sphinx parts may be played on every board but no pyramid": (
        given(hand="sphinx-base", players=4),
        then(places={"sphinx-base": {f"{p} sphinx" for p in range(4)}}),
        "play sphinx-base, on 2 sphinx", then(stacks="2 sphinx sphinx-base"),
    ),
    "demolition hits every visible tile and no empty site": (
        given(at="0 khufu stone+5 treasure+5, 0 sphinx sphinx-base, 1 khafre stone-1,"
                 " 1 menkaure scarab, 1 sphinx sphinx-base sphinx-body"),
        then(places={"demolition": {"0 khufu", "0 sphinx", "1 khafre", "1 menkaure", "1 sphinx"}}),
    ),
    "an option keeps demolitions off the sphinxes of others": (
        given(at="0 sphinx sphinx-base, 1 khafre stone-4, 1 sphinx sphinx-base sphinx-body",
              options=OWN_SPHINX),
        then(places={"demolition": {"0 sphinx", "1 khafre"}}),
    ),
    "the option keeps demolitions off scarabs on the sphinxes of others": (
        given(at="1 sphinx scarab", options=OWN_SPHINX), then(may_not="play demolition"),
    ),
    "an option lets demolitions hit scarabs on the sphinxes of others": (
        given(at="0 sphinx sphinx-base, 1 sphinx sphinx-base scarab", options=SCARABS_TOO),
        then(places={"demolition": {"0 sphinx", "1 sphinx"}}),
        "play demolition, on 1 sphinx, discard stone+5, done",
        then(places={"demolition": {"0 sphinx"}}),
    ),
    "demolition takes one tile and shows the next": (
        given(at="1 khufu stone+5 treasure+5 stone+2"), "play demolition, on 1 khufu",
        then(stacks="1 khufu stone+5 treasure+5", lost="stone+2 demolition", events={
            ev.DEMOLISHED: [(0, TILE["stone+2"], 1, 0, 2)],
            ev.UNCOVERED: [(1, 0, 1, TILE["treasure+5"])]}),
    ),
    "demolition on an empty table cannot be played": (given(), then(may_not="play demolition")),
    "a demolished 1 reopens the pyramid": (
        given(at="1 khufu stone+5 stone+1", hands={1: ("stone+4",) * 4}),
        "play demolition, on 1 khufu", then(places={"stone+4": PYRAMIDS}),
    ),
    "a scarab may be played on a scarab and comes off one a turn": (
        given(at="0 khufu stone+5 scarab", hand="scarab"), "play scarab, on 0 khufu",
        "discard demolition, done", "remove khufu",
        then(stacks="0 khufu stone+5 scarab", seat=1, events={
            ev.REMOVED: [(0, 0)], ev.UNCOVERED: [(0, 0, 1, TILE["scarab"])]}),
    ),
    "only the owner takes a scarab off": (
        given(at="0 khufu scarab, 1 khafre scarab"), then(may_remove="khufu"),
    ),
    "the owner may leave a scarab and take a normal turn": (
        given(at="0 khufu stone+5 scarab"), "play stone+5, on 0 khafre",
        then(stacks="0 khufu stone+5 scarab", seat=1),
    ),
    "a scarab on an empty site leaves it empty again": (
        given(at="0 sphinx scarab"), "remove sphinx",
        then(stacks="0 sphinx", events={ev.UNCOVERED: []}),
    ),
    "a scarab on a peak holds the end up": (
        given(at="1 khufu stone+1, 1 khafre stone+1, 1 menkaure stone+2", hand="scarab",
              hands={1: ("stone+1",) + ("demolition",) * 3}),
        "play scarab, on 1 khufu, play stone+1, on 1 menkaure", then(is_over=False),
    ),
    "three own peaks end the game before drawing": (
        given(at="0 khufu stone+1, 0 khafre stone-1, 0 menkaure stone+4", hand="stone+1"),
        "play stone+1, on 0 menkaure",
        then(is_over=True, events={ev.COMPLETED: [(0, 0)], ev.DREW: []}, scores=(5, 0)),
    ),
    "uncovering anothers peak ends the game": (
        given(at="1 khufu stone+1, 1 khafre stone+1, 1 menkaure stone+5 stone+1 scarab"),
        "play demolition, on 1 menkaure", then(is_over=True, events={ev.COMPLETED: [(1, 0)]}),
    ),
    "two peaks and a sphinx do not end the game": (
        given(at="0 khufu stone+1, 0 khafre stone+1, 0 sphinx sphinx-base sphinx-body",
              hand="sphinx-head"),
        "play sphinx-head, on 0 sphinx", then(is_over=False),
    ),
    "drawing the last tile ends the game at once": (
        given(pile=1), "play stone+5, on 0 khufu", then(is_over=True, held=4, scores=(5, 0)),
    ),
    "tiles in hand do not count": (
        given(hand="sphinx-head stone+5 stone+5 stone+5", pile=1), "discard stone+5, done",
        then(scores=(0, 0)),
    ),
    "scores may be negative and incomplete stacks count": (
        given(at="0 khufu stone-5 stone-4, 1 khufu stone+3", pile=1), "discard demolition, done",
        then(scores=(-9, 3), ranks=(2, 1)),
    ),
    "points stay secret until the end": (given(at="0 khufu stone+5 stone+4"), then(scores=(0, 0))),
    "equal points and treasure share the victory": (
        given(at="0 khufu stone+5, 1 khafre stone+5", pile=1), "discard demolition, done",
        then(ranks=(1, 1), events={ev.ENDED: [(0,), (1,)]}),
    ),
}  # fmt: skip


@examples(TURNS)
def test_turns(example: Example) -> None:
    follow(table(**example[0]), *example[1:])


@pytest.mark.parametrize(
    ("choice", "parts", "points"),
    [
        (0, "base", -5), (0, "base sphinx-body", 5), (0, "base sphinx-body sphinx-head", 20),
        (1, "base", -15), (1, "base sphinx-body", -5),
        (1, "base sphinx-body sphinx-head scarab", 10),
    ],
)  # fmt: skip
def test_sphinx_values(choice: int, parts: str, points: int) -> None:
    s = table(f"0 sphinx sphinx-{parts}", pile=1, options=(choice, 1, 0, 0, 0))
    follow(s, "discard demolition, done", then(scores=(points, 0)))


def test_a_played_tile_is_replaced_by_one_drawn() -> None:
    s = position()
    follow(s, then(held=4), "play stone+5, on 0 khafre", then(held=4, events={ev.DREW: [(0, 1)]}))
    assert (len(told(s, ev.TOOK)), len(told(s, ev.TOOK, 0))) == (1, 1)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_one_to_four_tiles_may_be_discarded_though_a_tile_could_be_played(count: int) -> None:
    hand = ("stone+5", "stone+5", "scarab", "treasure+2")
    s = position(hands={0: hand})
    pile = s.pile_left
    for name in hand[:count]:
        follow(s, f"discard {name}", then(seat=0))
    assert legal(s) == {"done"} | {f"discard {name}" for name in hand[count:]}
    follow(s, "done", then(held=4, pile_left=pile - count, seat=1, phase=st.TURN))
    assert s.marked == [0] * box.HAND
    assert [record[1] for record in told(s, ev.DISCARDED)] == [TILE[name] for name in hand[:count]]
    assert sum(s.gone) == count


def test_marking_a_tile_tells_nobody_anything() -> None:
    s = position()
    follow(s, "discard stone+5, discard demolition", then(is_quiet=True))
    views = [LAYOUT.observe(s, viewer) for viewer in (1, -1)]
    assert all((view.phase, view.marked) == (st.TURN, [0] * box.HAND) for view in views)
    assert sum(LAYOUT.observe(s, 0).marked) == 2


def test_a_chosen_tile_is_not_shown_before_it_is_played() -> None:
    s = position()
    play(s, "play stone+5")
    assert [LAYOUT.observe(s, viewer).picked for viewer in (0, 1)] == [TILE["stone+5"], -1]


# --- Stones, treasures, sphinx parts -------------------------------------------------------------


@pytest.mark.parametrize("name", [n for n in box.TILE_NAMES if n.startswith("stone")])
def test_any_stone_may_start_any_pyramid_but_no_sphinx(name: str) -> None:
    assert places(table(hand=name), name) == PYRAMIDS


def test_what_may_lie_on_what() -> None:
    """The whole table: new tile against visible tile, on both sorts of site."""
    for tile in range(box.TILES):
        for top in range(-1, box.TILES):
            for site in range(4):
                if top == TILE["demolition"]:
                    continue
                below = [box.TILE_NAMES[top]] if top >= 0 else []
                expected = may_lie(box.TILE_NAMES[tile], box.SITE_NAMES[site], below)
                on_site = (top < 0 or top == TILE["scarab"]
                           or box.TILE_NAMES[top].startswith("sphinx") == (site == 3))  # fmt: skip
                if on_site:
                    assert bool(stacks.fits(tile, site, top)) is expected, (tile, top, site)
                    assert stacks.TAKES[site][top + 1] >> tile & 1 == expected


# --- What may be looked at ------------------------------------------------------------------------


def test_own_stacks_are_seen_whole_and_others_by_their_top() -> None:
    s = table(TALL)
    mine, theirs = LAYOUT.observe(s, 0), LAYOUT.observe(s, 1)
    assert mine.stack[0][0][:4] == [TILE["stone+5"], TILE["treasure+5"], TILE["stone+2"], -1]
    assert mine.stack[1][0][:3] == [-1, TILE["stone+3"], -1]
    assert theirs.stack[0][0][:3] == [-1, -1, TILE["stone+2"]]
    assert theirs.stack[1][0][:2] == [TILE["stone-4"], TILE["stone+3"]]
    assert theirs.height == s.height


def test_a_spectator_sees_tops_only_and_no_hand() -> None:
    view = LAYOUT.observe(table(TALL), -1)
    assert view.stack[0][0][:3] == [-1, -1, TILE["stone+2"]]
    assert all(tile == -1 for hand in view.hand for tile in hand)
    assert all(count == -1 for count in view.pile)


def test_at_the_end_every_stack_is_open_and_hands_are_not() -> None:
    s = table(TALL, pile=1)
    play(s, "discard demolition", "done")
    view = LAYOUT.observe(s, 1)
    assert view.stack == s.stack
    assert view.hand[0] == [-1] * box.HAND
    assert st.sees_tile(s, -1, 0, 0, 0) == 1


def test_names_and_tables_belong_together() -> None:
    assert len(box.TILE_NAMES) == len(box.NUMBERS) == len(box.POINTS) == box.TILES
    assert len(box.SITE_NAMES) == 4
