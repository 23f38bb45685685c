"""Practice: mistakes of an analysed game come back after 1, 3 and 7 days."""

import msgspec
import pytest

from nomarch.bots.analysis import BLUNDER, Decision
from nomarch.kernel.declare.game import rulebook
from nomarch.learning import mistakes
from nomarch.learning.mistakes import DAY, MistakeCard
from nomarch.learning.puzzles import Puzzle, load_puzzles, start_puzzle
from nomarch.storage.notes import put_note
from nomarch.tables.analysis_jobs import AnalysisJobs
from nomarch.tables.state.model import now
from nomarch.tables.stores.table_store import remove_table

from .actors import Person, Site, last_mistake
from .conftest import Patch
from .test_analysis import ONE_COMPILE, SMALLEST, _blunder_15, analysis_jobs, moves, study

__all__ = ["_blunder_15", "analysis_jobs"]

GIZA = rulebook("giza")


@ONE_COMPILE
@pytest.mark.usefixtures("_blunder_15")
def test_a_blunder_is_asked_again_on_later_days(
    analysis_jobs: AnalysisJobs, ann: Person, bob: Person, monkeypatch: Patch
) -> None:
    table = ann.meets(bob, game=SMALLEST.game.id)
    list(moves(table, ann, bob))
    found = study(analysis_jobs, ann, table)
    for one in found["decisions"]:
        assert sum(one["chances"]) == pytest.approx(100, abs=0.2)
    worst = next(one for one in found["turning"] if one["seat"] == 0)
    path = f"/api/lessons/{SMALLEST.game.id}/mistake-{table}-{worst['ply']}"
    assert "Solve it" not in ann.reads("/practice")  # not before tomorrow
    clock = [now() + DAY + 60]
    monkeypatch.setattr("nomarch.web.site.practice_views.now", lambda: clock[0])
    assert path.removeprefix("/api/lessons") in ann.reads("/practice")
    assert 'href="/practice"' in ann.reads("/")
    heard = ann.posts(path, at=0, move="cast 3")["heard"]
    assert heard.startswith("That's what you played.")
    assert "Solve it" not in ann.reads("/practice")
    for days in (1, 3, 7):
        clock[0] += days * DAY + 60
        assert "Solve it" in ann.reads("/practice")
        solved = ann.posts(path, at=0, move="land")
        assert (solved["right"], solved["done"]) == (True, True)
        assert "Solve it" not in ann.reads("/practice")
    bob.cannot_read(path, status=404)


@ONE_COMPILE
@pytest.mark.usefixtures("analysis_jobs", "_blunder_15")
def test_the_coach_says_what_a_blunder_costs_and_only_that(ann: Person, stranger: Person) -> None:
    table = ann.opens("me", "here", game=SMALLEST.game.id, coached=True)
    for seat, is_blunder in moves(table, ann, ann):
        review = ann.posts(f"{table.api}/review", seat=seat)
        if is_blunder:
            break
        assert review["text"] == "", "it criticises what it would have recommended"
    assert review["text"].startswith("Better: Land.")
    assert "more games" in review["text"]
    assert review["best"] == "land"
    french = ann.posts(f"{table.api}/review?lang=fr", seat=0)
    assert french["text"].startswith("Mieux")
    stranger.cannot(f"{table.api}/review", status=401, seat=0)
    plain = ann.opens("me", "here", game=SMALLEST.game.id)
    assert "no coach" in ann.cannot(f"{plain.api}/review", status=409, seat=0)


def test_the_mistakes_of_a_deleted_game_go_with_it(site: Site, ann: Person) -> None:
    cards = [last_mistake(site.rush(ann.opens("me", "here", "here"), seed=seed)) for seed in (1, 2)]
    gone, kept = cards
    for card in cards:
        host, topic = site.live(card.table).table.record.host, f"mistake/{card.table}/{card.ply}"
        site.changes(put_note, host, topic, msgspec.json.encode(card))
    site.changes(remove_table, gone.table)
    site.call(site.tables.tables.reload, gone.table)
    page = ann.get(f"/learn/ra/{gone.id}")
    assert page.status_code == 410
    assert "This game was deleted" in page.text
    assert f"/learn/ra/{kept.id}" in page.text, "the next one is offered"
    assert gone.id not in ann.get("/practice").text
    assert ann.get(f"/learn/ra/{kept.id}").status_code == 200


def test_a_card_is_learnt_after_three_right_answers_in_time() -> None:
    card = MistakeCard("ra", "t", 3, due=100.0)
    assert card.answered(True, 50.0) == card  # too early to count
    for _ in range(3):
        assert card.is_due(card.due)
        card = card.answered(True, card.due)
    assert card.is_learnt
    again = MistakeCard("ra", "t", 3, due=100.0, passed=2).answered(False, 200.0)
    assert (again.passed, again.due) == (0, 200.0 + DAY)


def missed(puzzle: Puzzle) -> Decision:
    """The first decision of a puzzle, answered with the rival of its right move."""
    decision, rival = puzzle.decisions[0], puzzle.decisions[0].rival
    win, ply = decision.wrong[rival].win, start_puzzle(GIZA, puzzle).ply
    best = decision.right[0]
    return Decision(ply, puzzle.seat, rival, win, best, decision.win, 10.0, BLUNDER, "")


def test_practice_leads_to_the_theme_that_was_missed(ann: Person) -> None:
    page, places = ann.get("/puzzles/giza").text, set()
    for puzzle in load_puzzles(GIZA):
        if puzzle.decisions and puzzle.decisions[0].rival:
            match = start_puzzle(GIZA, puzzle)
            match.play(puzzle.seat, puzzle.decisions[0].rival)
            place, _, anchor = mistakes.where_to_practise(match, missed(puzzle)).partition("#")
            assert ann.get(place).status_code == 200
            assert not anchor or f'<h2 id="{anchor}">' in page
            places.add(anchor or place)
    assert sum(one.startswith("theme-") for one in places) > 2


def test_accuracy_is_summed_up_by_phase() -> None:
    puzzle = next(one for one in load_puzzles(GIZA) if one.decisions and one.decisions[0].rival)
    match = start_puzzle(GIZA, puzzle)
    match.play(puzzle.seat, puzzle.decisions[0].rival)
    report = mistakes.report_game(match, [missed(puzzle)], puzzle.seat)
    (phase,) = report.phases
    assert mistakes.phase_title(GIZA, phase, "en") == "Stones and treasures"
    assert 0 <= mistakes.sum_up(GIZA, [report, report]).phases[phase] < 100
    assert mistakes.phase_title(GIZA, "", "de") == "Andere Entscheidungen"
