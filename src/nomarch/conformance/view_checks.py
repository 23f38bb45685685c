"""Checks of secrets: nobody learns what they may not know."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from random import Random

from nomarch.conformance.playing import changes, played, samples, usual_setups
from nomarch.conformance.problems import Problem, elements, problem_at
from nomarch.engine.match import SPECTATOR, Match
from nomarch.kernel.compile import backend
from nomarch.kernel.compile.backend import Build
from nomarch.kernel.declare.chance import IMAGINED
from nomarch.kernel.declare.events import EventRecord
from nomarch.kernel.declare.game import MAX_PLAYERS, Rulebook, Setup
from nomarch.kernel.declare.layout import EVERYONE, STREAM, Field, GameState
from nomarch.kernel.run.seeds import make_seed

AHEAD = 12
"""Moves that an imagined position is played on for."""


def imagine(book: Rulebook, true: GameState, seat: int, salt: int) -> GameState:
    """Return a full state that agrees with what the seat sees of the true one."""
    rules = backend.interpreted(book.game.id)
    stream = STREAM.plain()
    rules.reseed(stream, [salt] * 8, salt, IMAGINED)
    state = book.layout.observe(true, seat)
    rules.determinise(state, seat, stream)
    return state


def check_beliefs(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """`observe(determinise(view)) == view`, the laws hold, and the world can be played on."""
    broken = book.invariants.broken
    rules = backend.interpreted(book.game.id)

    def wrong(sentence: str) -> Problem:
        return problem_at(book, "beliefs", "def determinise", sentence)

    for number, match in enumerate(samples(book, setup)):
        for seat in range(setup.players):
            state = imagine(book, match.state, seat, number)
            seen = book.layout.pack(book.layout.observe(match.state, seat))
            if book.layout.pack(book.layout.observe(state, seat)) != seen:
                yield wrong("`determinise` changes what the seat sees.")
            # Who only watches knows less than any seat: what a seat imagines changes nothing.
            watched = [book.layout.observe(s, SPECTATOR) for s in (match.state, state)]
            if book.layout.pack(watched[0]) != book.layout.pack(watched[1]):
                yield wrong("`determinise` changes what a spectator sees.")
            yield from (wrong(f"In an imagined position: {law}.") for law in broken(state))
            if state.rng_key == imagine(book, match.state, seat, number + 3000).rng_key:
                yield wrong("Every imagined world has the same future: `determinise` must `fork`.")
            rng = Random(number)
            for _ in range(AHEAD):
                if rules.is_over(state):
                    break
                bits = rules.to_act(state)
                actor = rng.choice([p for p in range(setup.players) if bits >> p & 1])
                rules.apply(state, actor, rng.choice(backend.legal_actions(book, state, actor)))
                yield from (wrong(f"Playing on from there: {law}.") for law in broken(state))


def check_imagined_values(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """`determinise` replaces every hidden value."""
    hidden = [field for field in own_fields(book) if field.sees is not EVERYONE]
    true: dict[str, set[int]] = defaultdict(set)
    imagined: dict[str, set[int]] = defaultdict(set)
    for number, match in enumerate(samples(book, setup)):
        worlds = [imagine(book, match.state, seat, number) for seat in range(setup.players)]
        for field in hidden:
            imagined[field.name].update(*(elements(world, field) for world in worlds))
    for state in map(book.layout.unpack, match.positions()):
        for field in hidden:
            true[field.name].update(elements(state, field))
    for field in hidden:
        if field.unknown in imagined[field.name] - true[field.name]:
            sentence = (
                f"`determinise` leaves {field.unknown} in `{field.name}`, which stands for a "
                "hidden value: replace it by something possible."
            )
            yield problem_at(book, "beliefs", "def determinise", sentence)


def own_fields(book: Rulebook) -> list[Field]:
    """The fields of a state but for its random stream."""
    return [field for field in book.layout.fields if field not in STREAM.fields]


def check_secrets(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """Views, legal moves and visible events are blind to what the seat may not know."""
    rules = backend.interpreted(book.game.id)
    for number, match in enumerate(samples(book, setup)):
        for seat in range(setup.players):
            twin = imagine(book, match.state, seat, number + 1000)
            match.state.trace = twin.trace = None
            states = (match.state, twin)
            seen = [book.layout.pack(book.layout.observe(s, seat)) for s in states]
            if seen[0] != seen[1] or len({str(book.layout.as_data(s, seat)) for s in states}) > 1:
                sentence = f"The view of seat {seat} depends on something hidden."
                yield problem_at(book, "state", "class State", sentence)
            if rules.to_act(match.state) != rules.to_act(twin):
                sentence = "Who is to act depends on something hidden."
                yield problem_at(book, "rules", "def to_act", sentence)
            if seat not in match.to_act:
                continue
            legal = [backend.legal_actions(book, state, seat) for state in states]
            if legal[0] != legal[1]:
                sentence = f"The legal moves of seat {seat} depend on something hidden."
                yield problem_at(book, "rules", "def legal", sentence)
            for action in match.legal_actions(seat)[:4]:
                told = [_visible_events(book, rules, s, seat, action) for s in states]
                if None not in told and told[0] != told[1]:
                    sentence = f"What {book.actions[action]!r} tells depends on something hidden."
                    yield problem_at(book, "rules", "def apply", sentence)


def _visible_events(
    book: Rulebook, rules: Build, state: GameState, seat: int, action: int
) -> list[EventRecord] | None:
    """What the seat is told of its own move, or None when that reveals something."""
    after = book.layout.copy(state)
    trace: list[EventRecord] = []
    after.trace = trace
    rules.apply(after, seat, action)
    if any(record.event.reveals for record in trace):
        return None
    if (after.rng_count, after.rng_used) != (state.rng_count, state.rng_used):
        return None
    return [record for record in trace if record.is_told_to(seat)]


def check_memory(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """The log, and what one sees looking back, follow from what the seat sees now."""
    for number, match in enumerate(samples(book, setup)):
        records = [*match.opening, *(record for step in match.steps for record in step.events)]
        past = book.layout.unpack(list(match.positions())[match.ply // 2])
        for seat in range(setup.players):
            now = match.state, imagine(book, match.state, seat, number)
            told = [[record.as_told(s, seat) for record in records] for s in now]
            if told[0] != told[1]:
                sentence = "What fades from the log depends on something hidden."
                yield problem_at(book, "events", "fades", sentence)
            looks = [book.layout.pack(book.layout.observe(past, seat, s)) for s in now]
            if looks[0] != looks[1]:
                sentence = "What is seen of the past depends on something hidden."
                yield problem_at(book, "state", "past", sentence)


def check_data(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """Data views are JSON, and hide all that is not declared visible."""
    match = played(book, setup, 13, decisions=50)
    for seat in range(SPECTATOR, setup.players):
        view = json.loads(json.dumps(match.view(seat)))
        if any(name.startswith("rng_") for name in view["state"]) or match.seed in str(view):
            yield problem_at(book, "state", "class State", "A view contains the random stream.")
        for field in book.layout.fields:
            true = json.loads(json.dumps(getattr(match.state, field.name)))
            if field.sees is EVERYONE and view["state"][field.stored_name] != true:
                sentence = f"Everyone may see {field.stored_name}, but a view hides it."
                yield problem_at(book, "state", field.name, sentence)


def check_evaluation(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """`evaluate` needs only the view, and changes nothing."""
    rules = backend.interpreted(book.game.id)
    for match in samples(book, setup):
        before = book.layout.pack(match.state)
        for seat in match.to_act:
            state, view = match.state, match.observe(seat)
            for action in match.legal_actions(seat):
                if rules.evaluate(state, seat, action) != rules.evaluate(view, seat, action):
                    sentence = f"`evaluate` of {book.actions[action]!r} uses something hidden."
                    yield problem_at(book, "heuristic", "def evaluate", sentence)
        if book.layout.pack(match.state) != before:
            yield problem_at(book, "heuristic", "def evaluate", "`evaluate` changes the state.")
            return


def check_features(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """Observations need only the view and stay in their bounds, for every seat."""
    rules = backend.interpreted(book.game.id)
    row, other = [0] * len(book.features), [0] * len(book.features)
    for number, match in enumerate(samples(book, setup)):
        before = book.layout.pack(match.state)
        for seat in range(setup.players):
            rules.encode_observation(match.state, seat, row)
            for twin in (match.observe(seat), imagine(book, match.state, seat, number + 2000)):
                rules.encode_observation(twin, seat, other)
                if row != other:
                    yield problem_at(
                        book, "features", "def encode", "`encode` uses something hidden."
                    )
        if book.layout.pack(match.state) != before:
            yield problem_at(book, "features", "def encode", "`encode` changes the state.")
            return
    for state in map(book.layout.unpack, played(book, setup, 0).positions()):
        for seat in range(setup.players):
            rules.encode_observation(state, seat, row)
            for feature in book.features.all:
                values = [row[place] for place in feature.block]
                if not feature.low <= min(values) <= max(values) <= feature.high:
                    yield problem_at(
                        book, "features", f'"{feature.name}"',
                        f"The feature {feature.name} is between {min(values)} and {max(values)}; "
                        f"it is declared from {feature.low} to {feature.high}.",
                    )  # fmt: skip


def check_options_are_seen(book: Rulebook) -> Iterator[Problem]:
    """Two games that differ only in an option differ in their observations, too."""
    rules = backend.interpreted(book.game.id)

    def begin(setup: Setup) -> tuple[bytes, list[int]]:
        match, row = Match(book, setup, make_seed("options")), [0] * len(book.features)
        rules.encode_observation(match.state, 0, row)
        return book.layout.pack(match.state), row

    usual = {setup.players: setup for setup in usual_setups(book)}
    for setup in book.setups():
        known = usual[setup.players]
        changed = changes(known, setup)
        if len(changed) == 1:
            (before, row), (after, other) = begin(known), begin(setup)
            if before != after and row == other:
                option = book.game.options[changed[0][0]]
                sentence = f"No feature says how the option {option.id!r} is set."
                yield problem_at(book, "features", "FEATURES", sentence)


def check_scores(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """Scores shown while a game runs tell no secret."""
    rules = backend.interpreted(book.game.id)
    for number, match in enumerate(samples(book, setup)):
        if match.over:
            continue
        for seat in range(setup.players):
            rows = [[0] * MAX_PLAYERS for _ in range(2)]
            rules.score(match.state, rows[0])
            rules.score(imagine(book, match.state, seat, number), rows[1])
            if rows[0] != rows[1]:
                yield problem_at(book, "rules", "def score", "The points tell something hidden.")
