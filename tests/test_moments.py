"""Moments of each game: which beats their events play, and that the pieces are on the board."""

from collections.abc import Iterator
from functools import cache

import pytest

from nomarch.bots.play import play_on
from nomarch.engine.match import SPECTATOR, Match
from nomarch.engine.match_log import moments_of
from nomarch.engine.stages import cuts_of, stages_of
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.declare.moments import Beat
from nomarch.kernel.run.seeds import make_seed


@cache
def played(game: str) -> Match:
    book = rulebook(game)
    match = Match(book, book.setup(3, {}), make_seed("the river rises"), ("Neith", "Tia", "Iset"))
    play_on(match, "greedy", 10_000)
    return match


def beats(match: Match, event: str, viewer: int) -> Iterator[tuple[int, Beat]]:
    """What a viewer's page plays for an event, with the number of its step."""
    for ply, step in enumerate(match.steps):
        records = [record for record in step.events if record.name == event]
        told = match.past(ply + 1).may_tell(records, viewer)
        for beat in moments_of(match.book, step, told, viewer):
            yield ply, beat


def ids(match: Match, ply: int, viewer: int) -> set[str]:
    drawing = str(match.past(ply).svg(viewer, standalone=False))
    return {part.partition('"')[0] for part in drawing.split(' id="board-')[1:]}


def test_wheat_is_harvested_from_its_field() -> None:
    match = played("fertility")
    wheat = [(p, b) for p, b in beats(match, "laid", SPECTATOR) if b.at.startswith("wheat-")]
    assert wheat
    for ply, beat in wheat:
        assert beat.start.split("|")[0] in ids(match, ply, SPECTATOR)


@pytest.mark.parametrize(
    ("game", "event", "viewer"),
    [("ra", "drew", 0), ("giza", "drew", 0), ("fertility", "shown-tile", 1), ("egizia", "drew", 2)],
)
def test_what_is_drawn_turns_over(game: str, event: str, viewer: int) -> None:
    match = played(game)
    turned = [(p, b) for p, b in beats(match, event, viewer) if b.do == "flip"]
    assert turned
    for ply, beat in turned[:12]:
        assert beat.back in match.book.art.symbols()
        assert set(beat.at.split("|")) & ids(match, ply + 1, viewer), beat.at


def test_sphinx_cards_of_others_stay_face_down_until_the_end() -> None:
    match = played("egizia")
    assert {beat.do for _, beat in beats(match, "drew", SPECTATOR)} == {"fly"}
    shown = [(p, b) for p, b in beats(match, "riddle", SPECTATOR) if b.do == "flip"]
    assert shown
    for ply, beat in shown:
        assert beat.at in ids(match, ply + 1, SPECTATOR)


@pytest.mark.parametrize("game", ["ra", "giza", "amun-re", "egizia", "fertility"])
def test_stages_tell_every_event_once_and_end_at_the_page(game: str) -> None:
    match = played(game)
    stages = list(stages_of(match, match.steps, 0))
    told = [record for stage in stages for record in stage.events]
    assert told == [record for step in match.steps for record in step.events]
    assert stages[-1].match is match
    assert any(cuts_of(match.book, step) for step in match.steps)
    for stage in stages[:-1]:
        assert stage.match.to_act == ()


def test_an_epoch_is_scored_before_its_tiles_go() -> None:
    match = played("ra")
    begun = (at for at, step in enumerate(match.steps) for record in step.events
             if record.name == "epoch-started")  # fmt: skip
    at = next(begun)
    *passed, last = stages_of(match.past(at + 1), match.steps[: at + 1], at)
    scored, state = passed[-1], passed[-1].match.state
    assert scored.events[0].name == "scoring"
    totals = [record.points for record in scored.events if record.name == "total"]
    assert state.points[:3] == totals
    assert state.epoch == 1
    assert last.events[0].name == "epoch-started"
    assert last.match.state.epoch == 2
