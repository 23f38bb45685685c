"""Turns in few sentences, dates and numbers, in every language; big changes are explained."""

from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path

import pytest

import nomarch
from nomarch.engine.match import Match
from nomarch.engine.match_log import Step
from nomarch.games.ra import state as st
from nomarch.i18n import ENGLISH, LANGUAGES
from nomarch.kernel.declare.events import ALL, Event, EventRecord, join_events
from nomarch.kernel.declare.game import Rulebook, rulebooks
from nomarch.kernel.declare.sentences import Telling
from nomarch.tables.state.absences import PAUSED, AbsenceEvent
from nomarch.web.http.formats import Formats
from nomarch.web.table.captions import PRONOUNS, summarize_opening, summarize_turn
from nomarch.web.table.log_entries import log_lines

from .actors import Person

GOLDEN = Path(__file__).parents[1] / "golden"


def played(game: str) -> Match:
    return nomarch.load(sorted((GOLDEN / game).glob("*.txt"))[0].read_text())


def turns(match: Match) -> Iterator[list[Step]]:
    for _, run in groupby(match.steps, lambda step: step.seat):
        yield list(run)


def told(match: Match, steps: list[Step], viewer: int, language: str) -> str:
    return " ".join(line.text for line in summarize_turn(match, steps, viewer, language, viewer))


def bought(match: Match, seat: int, least: int) -> list[Step]:
    for turn in turns(match):
        names = [record.name for step in turn for record in step.events]
        if turn[0].seat == seat and "farmer-placed" in names and names.count("bought") >= least:
            return turn
    raise AssertionError("nobody buys so much")


@pytest.mark.parametrize(
    ("language", "pronoun", "verb", "conjunction"),
    [("en", "You", "buy", "and"), ("fr", "Vous", "achetez", "et"), ("nl", "Je", "koopt", "en")],
)
def test_purchases_of_a_turn_are_one_sentence(
    language: str, pronoun: str, verb: str, conjunction: str
) -> None:
    match = played("amun-re")
    turn = bought(match, 0, 2)
    mine, theirs = told(match, turn, 0, language), told(match, turn, 1, language)
    assert mine.split(".")[0].count(f" {verb} ") == 1
    assert mine.startswith(f"{pronoun} {verb} ")
    assert f" {conjunction} " in mine
    assert theirs.count(match.names[0]) == theirs.count("."), "a sentence for each verb"
    plain = [line for step in turn for line in match.sentences(step, 0, language)]
    assert len(mine) < len(" ".join(plain))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", rulebooks().values(), ids=rulebooks())
def test_every_turn_can_be_told_in_few_sentences(book: Rulebook, language: str) -> None:
    match, told = played(book.game.id), 0
    for turn in turns(match):
        parts = summarize_turn(match, turn, 0, language, 0)
        text, told = " ".join(part.text for part in parts), told + len(parts)
        assert not [odd for odd in ("..", ",.", "{", "×") if odd in text]
        assert text == "" or text[-1] in ".!?)"
        if turn[0].seat == 0 and parts and parts[0].text.startswith(f"{PRONOUNS[language]} "):
            assert match.names[0] not in parts[0].text
    assert told


LOST = Event("lost", "seat tile count", "{player} loses {count} of {tile}.", sums="count")
FELL = Event("fell", "seat level", "{player} is on {level}.", latest="level")
SHOWN = Event("shown", "place tile", "Shown: {tile}.", lists="tile place")
PAID = Event("paid", "seat", "{player} pays.", many="{player} pays {times} times.")


@pytest.mark.parametrize(
    ("event", "numbers", "text"),
    [
        (LOST, [(0, 5, 1), (0, 5, 1)], ["Ann loses 2 of 5."]),
        (LOST, [(0, 5, 1), (0, 6, 1)], ["Ann loses 1 of 5.", "Ann loses 1 of 6."]),
        (FELL, [(0, 3), (0, 4)], ["Ann is on 4."]),
        (SHOWN, [(0, 7), (1, 8), (2, 7)], ["Shown: 7, 8 and 7."]),
        (PAID, [(0,), (0,)], ["Ann pays 2 times."]),
        (PAID, [(0,), (1,)], ["Ann pays.", "Bob pays."]),
    ],
)
def test_equal_events_are_told_as_one(
    event: Event, numbers: list[tuple[int, ...]], text: list[str]
) -> None:
    records = join_events(EventRecord(event, ALL, each) for each in numbers)
    assert [Telling(one, ENGLISH, ("Ann", "Bob"), {}).sentence() for one in records] == text


def test_an_opening_is_told_in_few_sentences() -> None:
    match = nomarch.new("fertility", players=4, seed="few")
    assert len(summarize_opening(match, 0, "en", 0)) <= 3


def test_what_happens_to_everybody_is_no_part_of_a_players_turn() -> None:
    match = played("amun-re")
    incomes = [
        text
        for turn in turns(match)
        if any(record.name == "received" for step in turn for record in step.events)
        for text in told(match, turn, 0, "en").split(". ")
        if " gold from " in text
    ]
    assert incomes
    assert all(text.startswith(("You collect ", "Seat ")) for text in incomes)
    assert any(text.count(" gold from ") > 1 for text in incomes)


def test_turns_are_told_once_each_auction_in_order() -> None:
    match = played("ra")
    alone = max(turns(match), key=lambda turn: sum(step.seat == 0 for step in turn))
    names = [record.name for step in alone for record in step.events]
    assert names.count("won") > 1
    text = told(match, alone, 0, "en")
    bids = [text.index(f"bid {sun}. You win") for sun in (7, 1, 3)]
    assert bids == sorted(bids)


def test_who_came_or_went_is_told_with_the_turn() -> None:
    match = played("amun-re")
    ply = next(entry.ply for entry in log_lines(match, 0, "en", 0) if entry.turn)
    absences = {ply: [AbsenceEvent(1, PAUSED)]}
    (entry,) = log_lines(match, 0, "en", ply - 1, match.steps[:ply], absences=absences)
    assert entry.turn[-1] == entry.lines[-1]
    assert match.names[1] in entry.turn[-1].text


def test_what_was_drawn_stays_in_ones_own_turn() -> None:
    match = played("giza")
    draws = [turn for turn in turns(match) if turn[0].seat == 0 and told(match, turn, 0, "en")]
    assert any(" draw a " in told(match, turn, 0, "en") for turn in draws)
    assert not any(" draws a " in told(match, turn, 1, "en") for turn in draws)


def test_a_log_tells_a_turn_with_its_last_step() -> None:
    match = played("amun-re")
    entries = log_lines(match, 0, "en", 0)
    for entry, following in pairwise(entries):
        if entry.turn:
            assert entry.seat != following.seat
    assert any(entry.turn for entry in entries)


@pytest.mark.parametrize("book", rulebooks().values(), ids=rulebooks())
def test_big_changes_of_every_game_are_explained(book: Rulebook) -> None:
    for path in sorted((GOLDEN / book.game.id).glob("*.txt")):
        match = nomarch.load(path.read_text())
        for ply, step in enumerate(match.steps):
            wanted = {record.event.explained for record in step.events} - {""}
            if wanted:
                entry = log_lines(match, 0, "fr", ply, match.steps[: ply + 1])[-1]
                assert set(entry.explained) == wanted
                assert set(entry.explained.values()).isdisjoint(wanted)
                return
    raise AssertionError("nothing is explained")


def test_tiles_won_are_marked_as_the_winners() -> None:
    """The last to pass ends the auction, but the tiles are another's."""
    match = played("ra")
    for ply, step in enumerate(match.steps, start=1):
        won = [record for record in step.events if record.name == "won"]
        if won and won[0].seat != step.seat and won[0].tiles > 1:  # not a disaster alone
            entry = log_lines(match, 0, "en", ply - 1, match.steps[:ply])[-1]
            marked = [name for name in entry.touched if name.startswith(f"have-{won[0].seat}-")]
            assert marked
            assert {entry.touched_by[name] for name in marked} == {won[0].seat}
            return
    raise AssertionError("every auction was won by who bid last")


def test_an_auction_for_nothing_says_so() -> None:
    match = nomarch.new("ra", players=3, seed="nothing 17")
    match.play(match.to_act[0], "draw")
    assert match.state.phase == st.AUCTION, "the first tile is Ra"  # type: ignore[attr-defined]
    assert "no tiles to win" in match.prompt(match.to_act[0])


DAY = 1_795_000_000.0  # 18 November 2026


@pytest.mark.parametrize(
    ("tag", "day", "number", "percent"),
    [
        ("en-GB", "18 Nov 2026", "−1,234.5", "50%"),
        ("en-US", "Nov 18, 2026", "−1,234.5", "50%"),
        ("fr-FR", "18 nov. 2026", "−1\u202f234,5", "50\u202f%"),
        ("nl-NL", "18 nov 2026", "−1.234,5", "50%"),
    ],
)
def test_formats(tag: str, day: str, number: str, percent: str) -> None:
    formats = Formats(tag)
    assert formats.day(DAY) == day
    assert formats.number(-1234.5) == number
    assert formats.percent(49.6).replace("\xa0", "\u202f") == percent
    assert formats.signed(-3) == "−3"
    assert formats.signed(0.5, 2).startswith("+0")


@pytest.mark.parametrize(
    ("accepted", "tag"),
    [("en-US,en;q=0.9", "en-US"), ("en", "en-GB"), ("nl-BE,nl", "nl-BE"), ("fr-XX-!,fr", "fr-FR")],
)
def test_pages_name_the_locale(stranger: Person, accepted: str, tag: str) -> None:
    page = stranger.get("/", headers={"accept-language": accepted})
    assert f'data-locale="{tag}"' in page.text
