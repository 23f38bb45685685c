"""Every game: nobody learns what they may not know, and everything is drawn and told."""

from __future__ import annotations

import json
import re
from random import Random
from xml.etree import ElementTree

import pytest

from nomarch.engine.match import SPECTATOR, Match
from nomarch.i18n import LANGUAGES, translator
from nomarch.kernel import backend
from nomarch.kernel.actions import allowed
from nomarch.kernel.chance import DREAM
from nomarch.kernel.game import Rulebook, Setup, buffers
from nomarch.kernel.layout import EVERYONE, STREAM, GameState

from .playing import each_game, each_setup, played, samples, tried_setups


def dream(book: Rulebook, match: Match, seat: int, salt: int) -> GameState:
    """A full state that agrees with what the seat sees."""
    rules = backend.interpreted(book.game.id)
    stream = STREAM.plain()
    rules.reseed(stream, [salt] * 8, salt, DREAM)
    state = book.layout.observe(match.state, seat)
    rules.determinise(state, seat, stream)
    return state


@each_setup
def test_a_dream_looks_like_the_truth(book: Rulebook, setup: Setup) -> None:
    """`observe(determinise(view)) == view`, the laws hold, and the dream can be played on."""
    broken = book.invariants.broken
    rules = backend.interpreted(book.game.id)
    mask, _ = buffers(book)
    for number, match in enumerate(samples(book, setup)):
        for seat in range(setup.players):
            state = dream(book, match, seat, number)
            seen = book.layout.pack(book.layout.observe(match.state, seat))
            assert book.layout.pack(book.layout.observe(state, seat)) == seen
            # Who only watches knows less than any seat: what a seat imagines changes nothing.
            watched = [book.layout.observe(s, SPECTATOR) for s in (match.state, state)]
            assert book.layout.pack(watched[0]) == book.layout.pack(watched[1])
            assert broken(state) == []
            rng = Random(number)
            for _ in range(12):
                if rules.is_over(state):
                    break
                actor = rng.choice(
                    [p for p in range(setup.players) if rules.to_act(state) >> p & 1]
                )
                rules.ask(state, actor, mask)
                rules.apply(state, actor, rng.choice(allowed(mask)))
                assert broken(state) == []


@each_setup
def test_scrambling_what_is_hidden_changes_nothing_a_seat_sees(
    book: Rulebook, setup: Setup
) -> None:
    """View bytes, legal moves and visible events are blind to what the seat may not know."""
    rules = backend.interpreted(book.game.id)
    for number, match in enumerate(samples(book, setup)):
        for seat in range(setup.players):
            twin = dream(book, match, seat, number + 1000)
            for viewer_state in (match.state, twin):
                viewer_state.trace = None
            seen = [book.layout.pack(book.layout.observe(s, seat)) for s in (match.state, twin)]
            assert seen[0] == seen[1]
            assert book.layout.as_data(match.state, seat) == book.layout.as_data(twin, seat)
            if seat not in match.to_act:
                continue
            masks = [buffers(book)[0] for _ in range(2)]
            rules.ask(match.state, seat, masks[0])
            rules.ask(twin, seat, masks[1])
            assert masks[0] == masks[1]
            for action in match.legal_actions(seat)[:4]:
                told = [_visible_events(book, rules, s, seat, action) for s in (match.state, twin)]
                if None not in told:
                    assert told[0] == told[1]


@each_setup
def test_what_is_forgotten_does_not_depend_on_what_is_hidden(book: Rulebook, setup: Setup) -> None:
    """The log, and what one sees looking back, follow from what the seat sees now."""
    for number, match in enumerate(samples(book, setup)):
        records = [*match.opening, *(record for step in match.steps for record in step.events)]
        past = book.layout.unpack(list(match.positions())[match.ply // 2])
        for seat in range(setup.players):
            now = match.state, dream(book, match, seat, number)
            told = [[record.as_told(s, seat) for record in records] for s in now]
            assert told[0] == told[1]
            looks = [book.layout.pack(book.layout.observe(past, seat, s)) for s in now]
            assert looks[0] == looks[1]


def _visible_events(book, rules, state, seat, action):
    """What the seat is told of its own move, or None when that reveals something."""
    after = book.layout.copy(state)
    after.trace = []
    rules.apply(after, seat, action)
    if any(record.event.reveals for record in after.trace):
        return None
    if (after.rng_count, after.rng_used) != (state.rng_count, state.rng_used):
        return None
    return [record for record in after.trace if record.is_told_to(seat)]


@each_setup
def test_data_views_are_json_and_hide_by_allow_list(book: Rulebook, setup: Setup) -> None:
    match = played(book, setup, 13, decisions=50)
    for seat in range(SPECTATOR, setup.players):
        view = json.loads(json.dumps(match.view(seat)))
        assert not any(name.startswith("rng_") for name in view["state"])
        assert match.seed not in json.dumps(view)
        for field in book.layout.fields:
            if field.sees is EVERYONE:
                assert view["state"][field.stored_name] == json.loads(
                    json.dumps(getattr(match.state, field.name))
                )


@each_setup
def test_judgement_needs_only_the_view(book: Rulebook, setup: Setup) -> None:
    rules = backend.interpreted(book.game.id)
    for match in samples(book, setup):
        before = book.layout.pack(match.state)
        for seat in match.to_act:
            state, view = match.state, match.observe(seat)
            for action in match.legal_actions(seat):
                assert rules.evaluate(state, seat, action) == rules.evaluate(view, seat, action)
        assert book.layout.pack(match.state) == before


@each_setup
def test_features_need_only_the_view_and_are_blind_to_what_is_hidden(
    book: Rulebook, setup: Setup
) -> None:
    """For every seat, whether it is asked or not, from the first position to the last."""
    rules = backend.interpreted(book.game.id)
    row, other = [0] * len(book.features), [0] * len(book.features)
    for number, match in enumerate(samples(book, setup)):
        before = book.layout.pack(match.state)
        for seat in range(setup.players):
            rules.encode_observation(match.state, seat, row)
            for twin in (match.observe(seat), dream(book, match, seat, number + 2000)):
                rules.encode_observation(twin, seat, other)
                assert other == row
            for feature in book.features.all:
                values = [row[place] for place in feature.block]
                assert feature.low <= min(values) <= max(values) <= feature.high, feature.name
        assert book.layout.pack(match.state) == before


@each_setup
@pytest.mark.parametrize("shape", ["wide", "tall"])
def test_every_position_is_drawn_with_exactly_the_legal_moves(
    book: Rulebook, setup: Setup, shape: str
) -> None:
    for match in samples(book, setup):
        for seat in range(SPECTATOR, setup.players):
            drawing = match.svg(seat, shape=shape, standalone=False)
            root = ElementTree.fromstring(drawing)
            actions = {node.get("data-action") for node in root.iter() if node.get("data-action")}
            assert actions == set(match.legal(seat))
            ids = [node.get("id") for node in root.iter() if node.get("id")]
            assert len(ids) == len(set(ids))
            assert root.find("{http://www.w3.org/2000/svg}title").text
            assert root.find("{http://www.w3.org/2000/svg}desc").text
            for node in root.iter():
                if node.get("data-action"):
                    assert node.get("aria-label")
                    assert node.get("tabindex") == "0"
            assert not re.search(r"(fill|stroke)=\"#|style=", drawing)


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_happens_can_be_told(book: Rulebook, language: str) -> None:
    for setup in tried_setups(book):
        for match in samples(book, setup):
            for seat in range(SPECTATOR, setup.players):
                assert match.prompt(seat, language)
                position = book.words.position(
                    translator(book.package, language), match.observe(seat), match.names
                )
                assert len(position.rows) == setup.players
                assert {len(row) for row in position.rows} == {len(position.columns)}
                for move in match.legal(seat):
                    assert match.describe(seat, move, language)
            assert match.log(SPECTATOR, language)
        assert all("{" not in line for line in match.log(SPECTATOR, language))
    words = book.words
    t = translator(book.package, language)
    assert all(words.categories(t))
    assert all(chapter.paragraphs for chapter in words.rules_help(t))


@each_game
def test_the_cover_and_the_logs_pictures_are_drawn(book: Rulebook) -> None:
    art = book.art
    ElementTree.fromstring(art.cover())
    symbols = art.symbols()
    for markup in symbols.values():
        ElementTree.fromstring(f"<g>{markup}</g>")
    match = played(book, next(book.setups()), 17)
    icons = {event.icon() for step in match.steps for event in step.events}
    assert icons - {""} <= set(symbols)


@each_setup
def test_scores_shown_while_a_game_runs_tell_no_secret(book: Rulebook, setup: Setup) -> None:
    rules = backend.interpreted(book.game.id)
    for number, match in enumerate(samples(book, setup)):
        if match.over:
            continue
        for seat in range(setup.players):
            rows = [[0] * 6 for _ in range(2)]
            rules.score(match.state, rows[0])
            rules.score(dream(book, match, seat, number), rows[1])
            assert rows[0] == rows[1]
