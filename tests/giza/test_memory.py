"""What is remembered: a covered tile is forgotten until the end, or can always be looked up.

The rulebook: nobody may look at what lies under the top of another player's stack.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from html import unescape

import pytest

import nomarch
from nomarch.bots.play import play_on
from nomarch.engine.match import SHAPES, SPECTATOR, Match
from nomarch.games.giza import components as box, events as ev, heuristic, words
from nomarch.games.giza.state import State
from nomarch.games.giza.words import component_names
from nomarch.i18n import ENGLISH
from nomarch.kernel.declare.events import FADED, EventRecord
from nomarch.kernel.declare.lessons import Start
from nomarch.learning.course import StagedMatch

from .table import GAME, LAYOUT, OPEN_MEMORY, RULES, TILE, USUAL, Boards, number_of, position, stack
from .test_beliefs import check

KHUFU = "Khufu"
OTHERS = (0, 2, SPECTATOR)
"""Those who may not look through the stacks of seat 1."""
HANDS = {
    0: ("stone+5", "demolition", "demolition", "scarab"),
    1: ("treasure+5", "stone-5", "demolition", "stone+1"),
    2: ("demolition", "demolition", "stone+4", "stone+3"),
}
COVERED = [(0, "play stone+5", "on 1 khufu"), (1, "play treasure+5", "on 1 khufu")]
UNCOVERED = [(2, "play demolition", "on 1 khufu")]
REBUILT = [(0, "play scarab", "on 0 sphinx"), (1, "play stone+1", "on 1 khufu")]

Turns = Sequence[tuple[int, *tuple[str, ...]]]


def at_table(
    boards: Boards | None = None,
    hands: Mapping[int, Sequence[str]] = HANDS,
    options: Sequence[int] = USUAL,
    pile: int | None = None,
) -> Match:
    """A match of three that begins with a position of one's own."""
    match = nomarch.new("giza", 3, seed="memory")
    state = position(boards, hands, players=3, options=options, pile=pile)
    start = Start(players=3, prepare=lambda s: vars(s).update(vars(state)))
    return StagedMatch(match.book, match.setup, start, match.names)


def play(match: Match, turns: Turns) -> None:
    for seat, *moves in turns:
        for move in moves:
            match.play(seat, move)


def about(match: Match, viewer: int, site: str = KHUFU) -> list[str]:
    """What the log says about a site."""
    return [line for line in match.log(viewer) if site in line]


@pytest.mark.parametrize("viewer", [*OTHERS, 1])
def test_a_tile_is_named_while_it_can_be_seen(viewer: int) -> None:
    match = at_table()
    play(match, COVERED[:1])
    told = {
        0: "You play a +5 stone on Seat 2's Khufu.",
        1: "Seat 1 plays a +5 stone on your Khufu.",
    }
    usual = "Seat 1 plays a +5 stone on Seat 2's Khufu."
    assert about(match, viewer) == [told.get(viewer, usual)]


@pytest.mark.parametrize("viewer", OTHERS)
def test_a_covered_tile_is_forgotten_by_all_but_the_owner_of_the_board(viewer: int) -> None:
    match = at_table()
    play(match, COVERED)
    assert about(match, viewer) == [
        f"{'You play' if viewer == 0 else 'Seat 1 plays'} a hidden tile on Seat 2's Khufu.",
        "Seat 2 plays a +5 treasure on their Khufu.",
    ]
    assert about(match, 1)[0] == "Seat 1 plays a +5 stone on your Khufu."


def test_what_is_forgotten_has_no_picture() -> None:
    match = at_table()
    play(match, COVERED)
    laid = [record for record in match.steps[1].events if record.event is ev.LAID]
    assert [line.icon for line in match.describe_events(laid, 0)] == [""]
    assert [line.icon for line in match.describe_events(laid, 1)] == [f"tile-{TILE['stone+5']}"]


@pytest.mark.parametrize("viewer", OTHERS)
def test_an_uncovered_tile_is_named_again(viewer: int) -> None:
    match = at_table()
    play(match, COVERED + UNCOVERED)
    told = about(match, viewer)
    assert "+5 stone" in told[0]
    who = "You demolish" if viewer == 2 else "Seat 3 demolishes"
    assert told[2:] == [
        f"{who} a +5 treasure on Seat 2's Khufu.",
        "Seat 2's Khufu now shows a +5 stone.",
    ]


@pytest.mark.parametrize("viewer", OTHERS)
def test_what_lay_on_a_covered_tile_is_forgotten_with_it(viewer: int) -> None:
    """A treasure 5 that was demolished would tell that a 5 lies below."""
    match = at_table()
    play(match, COVERED + UNCOVERED + REBUILT)
    told = about(match, viewer)
    assert ["hidden tile" in line for line in told] == [True, True, True, True, False]
    assert told[-1] == "Seat 2 plays a +1 stone on their Khufu."


def test_draws_are_told_until_the_hand_changes() -> None:
    match = at_table()
    play(match, COVERED[:1])
    assert sum("You draw a" in line for line in match.log(0)) == 1
    play(match, [COVERED[1], (2, "discard demolition", "done")])
    match.play(0, "discard scarab")
    assert sum("You draw a" in line for line in match.log(0)) == 1
    play(match, [(0, "done")])
    drawn = [record.tile for record in match.steps[-1].events if record.event is ev.TOOK]
    lines = [line for line in match.log(0) if "You draw a" in line]
    assert lines == [f"You draw a {component_names.tile(ENGLISH, drawn[0])}."]


def test_everything_is_told_when_the_game_is_over() -> None:
    match = at_table(pile=4)
    play(match, [*COVERED, (2, "discard demolition", "done")])
    assert "hidden tile" in about(match, 0)[0]
    play(match, [(0, "discard scarab", "done")])
    assert match.over
    for viewer in (*OTHERS, 1):
        assert not any("hidden tile" in line for line in match.log(viewer))
    assert sum("You draw a" in line for line in match.log(0)) == 2


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_log_names_exactly_the_tiles_that_are_seen(players: int, seed: int) -> None:
    """Whatever happened: of what lies on the table now, a viewer reads the names that it sees."""
    match = nomarch.new("giza", players, seed=seed)
    play_on(match, "greedy", 2_000)
    match.rewind(match.ply * 3 // 4)
    lying = lying_records(match)
    assert any(len(tiles) > 1 for tiles in lying.values())
    for viewer in range(SPECTATOR, players):
        view = LAYOUT.observe(match.state, viewer)
        for (owner, site), stacked in lying.items():
            for level, records in enumerate(stacked):
                told = {record.as_told(match.state, viewer).tile for record in records}
                assert told == {view.stack[owner][site][level]}
    for seat in range(players):
        drawn = [record.as_told(match.state, seat) for record in took(match, seat)]
        assert not Counter(e.tile for e in drawn if e.tile != FADED) - Counter(
            match.state.hand[seat]
        )


def lying_records(match: Match) -> dict[tuple[int, int], list[list[EventRecord]]]:
    """For each stack and each of its tiles, the records that named it."""
    lying: dict[tuple[int, int], list[list[EventRecord]]] = {}
    for step in match.steps:
        for record in step.events:
            if record.event is ev.LAID:
                lying.setdefault((record.owner, record.site), []).append([record])
            elif record.event is ev.UNCOVERED:
                lying[record.owner, record.site][-1].append(record)
            elif record.event is ev.DEMOLISHED:
                lying[record.owner, record.site].pop()
            elif record.event is ev.REMOVED:
                lying[record.seat, record.site].pop()
    return lying


def took(match: Match, seat: int) -> list[EventRecord]:
    records = [*match.opening, *(record for step in match.steps for record in step.events)]
    return [record for record in records if record.event is ev.TOOK and record.seat == seat]


# --- Worlds that differ in a covered tile alone ---------------------------------------------------


def worlds(options: Sequence[int] = USUAL) -> list[Match]:
    """Seat 0 lays a good 5 in one world, a bad 5 in the other; seat 1 covers it."""
    found = []
    for laid, kept in (("stone+5", "stone-5"), ("stone-5", "stone+5")):
        hands = {**HANDS, 0: (laid, *HANDS[0][1:]), 1: ("treasure+5", kept, *HANDS[1][2:])}
        match = at_table(hands=hands, options=options)
        play(match, [(0, f"play {laid}", "on 1 khufu"), *COVERED[1:]])
        found.append(match)
    return found


def everything_shown(match: Match, viewer: int) -> list[object]:
    """The log, and the board at every step, as one may know them now."""
    shown: list[object] = [match.log(viewer, language) for language in ("en", "fr", "nl")]
    for ply in range(match.ply + 1):
        past = match.past(ply)
        lines = [past.sentences(step, viewer) for step in past.steps]
        shown += [past.view(viewer), lines, past.prompt(viewer)]
        shown += [past.svg(viewer, shape=shape) for shape in SHAPES]
    return shown


@pytest.mark.parametrize("viewer", OTHERS)
def test_log_and_replay_do_not_depend_on_a_covered_tile(viewer: int) -> None:
    one, other = worlds()
    assert everything_shown(one, viewer) == everything_shown(other, viewer)


@pytest.mark.parametrize("viewer", OTHERS)
def test_with_open_memory_they_tell_it(viewer: int) -> None:
    one, other = worlds(OPEN_MEMORY)
    assert "+5 stone" in about(one, viewer)[0]
    assert "−5 stone" in about(other, viewer)[0]
    assert everything_shown(one, viewer) != everything_shown(other, viewer)


def test_the_owner_of_the_board_is_told_in_any_case() -> None:
    one, other = worlds()
    assert about(one, 1)[0] != about(other, 1)[0]


def test_a_past_board_shows_what_has_not_been_covered_since() -> None:
    match = at_table()
    play(match, COVERED[:1])
    view = match.past(2).observe(2)
    assert isinstance(view, State)
    assert stack(view, 1, "khufu") == ["stone+5"]
    play(match, COVERED[1:])
    view = match.past(2).observe(2)
    assert isinstance(view, State)
    assert view.stack[1][0][0] == -1
    assert view.takes[1][0] == -1
    assert match.past(1).observe(0).hand[0] == [-1] * box.HAND  # type: ignore[attr-defined]
    assert match.past(3).observe(0).hand[0] == match.state.hand[0]  # type: ignore[attr-defined]


# --- Open memory ----------------------------------------------------------------------------------

BOARDS = {
    (0, "khufu"): ("stone+5", "stone-3"),
    (1, "khufu"): ("stone+4", "treasure+4", "stone-2"),
    (1, "khafre"): ("stone-5", "stone-4", "scarab"),
}


def test_with_open_memory_every_stack_is_seen_and_every_point_counted() -> None:
    s = position(BOARDS, options=OPEN_MEMORY)
    view = LAYOUT.observe(s, SPECTATOR)
    assert view.stack == s.stack
    assert view.hand[0] == [-1] * box.HAND
    assert GAME.scores(s) == [2, -3]
    rows = words.position(ENGLISH, view, ("Ann", "Bob")).rows
    assert [row[1] for row in rows] == ["+2", "−3"]
    assert rows[1][3] == "−5 stone / −4 stone / scarab"


def test_as_at_the_table_no_points_are_counted_before_the_end() -> None:
    assert GAME.scores(position(BOARDS)) == [0, 0]


def test_with_open_memory_the_board_shows_covered_tiles() -> None:
    drawn = {}
    for options in (USUAL, OPEN_MEMORY):
        match = at_table(BOARDS, options=options)
        drawn[options] = [
            unescape(match.svg(seat, shape=shape)) for seat in OTHERS for shape in SHAPES
        ]
    assert all("−5 stone / −4 stone / scarab" in svg for svg in drawn[OPEN_MEMORY])
    assert not any("−5 stone" in svg for svg in drawn[USUAL])
    assert all("2 covered / scarab" in svg for svg in drawn[USUAL])


def test_with_open_memory_a_dream_keeps_every_stack() -> None:
    s = position(BOARDS, options=OPEN_MEMORY)
    for viewer in (0, 1, SPECTATOR):
        states = check(s, viewer)
        assert all(state.stack == s.stack for state in states)
        assert len({tuple(state.pile) for state in states}) > 5


def test_with_open_memory_a_bot_counts_what_a_person_can_look_up() -> None:
    views = [LAYOUT.observe(position(BOARDS, options=o), 0) for o in (USUAL, OPEN_MEMORY)]
    assert heuristic.estimate(views[1], 0, 1) == -300
    assert heuristic.estimate(views[0], 0, 1) != -300


def test_with_open_memory_a_bot_foresees_the_end_under_anothers_scarab() -> None:
    peaks = {(1, site): ("stone-1",) for site in ("khufu", "khafre")}
    boards = {
        **peaks,
        (1, "menkaure"): ("stone-4", "stone-1", "scarab"),
        (0, "khufu"): ("stone+5",),
    }
    values = []
    for options in (USUAL, OPEN_MEMORY):
        s = position(boards, options=options)
        RULES.apply(s, 0, number_of("play demolition"))
        values.append(RULES.evaluate(LAYOUT.observe(s, 0), 0, number_of("on 1 menkaure")))
    assert values[1] > heuristic.WIN > values[0]
