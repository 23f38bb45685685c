"""Checks of the rules: play ends, adds up, saves, undoes and refuses."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random

from nomarch.conformance.playing import (
    begin,
    changes,
    moves,
    played,
    samples,
    tried_setups,
    usual_setups,
)
from nomarch.conformance.problems import Problem, problem_at, problem_of_error
from nomarch.engine.match import Match
from nomarch.engine.new_match import load
from nomarch.errors import BadNotation, MoveRefused, NothingToUndo, RulesOutsideDialect
from nomarch.kernel.compile import backend, dialect
from nomarch.kernel.declare.game import MAX_PLAYERS, Rulebook, Setup
from nomarch.kernel.run.illegal_reasons import ReasonNotes
from nomarch.kernel.run.seeds import key_of, make_seed

MOST_DECISIONS = 20_000
POISONS = (0, 1, 85)
"""Bytes that stand for what memory held before."""
SCORED = "scored"
"""The name of events that award points."""
OPTION_GAMES = 50
LIST_ACTIONS = """
import sys
from nomarch.kernel.declare.game import include
print(*include(sys.argv[1]).actions, sep="\\n")
"""
STATE_LIMIT = 4096
"""Bytes that a state may have."""


def check_description(book: Rulebook) -> Iterator[Problem]:
    """Title, players, options and versions make sense."""
    game = book.game

    def wrong(sentence: str) -> Problem:
        return problem_at(book, "__init__", "Game(", sentence)

    if not game.title or not game.about:
        yield wrong("`GAME` needs a title and a sentence about the game.")
    if game.id != game.id.lower() or " " in game.id:
        yield wrong(f"The id {game.id!r} must be lower case, without spaces.")
    if list(game.players) != sorted(set(game.players)):
        yield wrong("`players` must be in ascending order.")
    if not 1 <= game.players[0] <= game.players[-1] <= MAX_PLAYERS:
        yield wrong(f"`players` must lie between 1 and {MAX_PLAYERS}.")
    if game.rules_version < 1:
        yield wrong("`rules_version` counts from 1.")
    if {setup.players for setup in book.setups()} != set(game.players):
        yield wrong("Some number of players has no allowed combination of options.")
    for option in game.options:
        if not option.title or not option.about or not all(c.title for c in option.choices):
            yield wrong(f"The option {option.id} and its choices need a title and a sentence.")
        if not len({choice.id for choice in option.choices}) == len(option.choices) > 1:
            yield wrong(f"The option {option.id} needs at least two choices, each with its own id.")


def check_dialect(book: Rulebook) -> Iterator[Problem]:
    """Rules, heuristic, beliefs and features keep to the dialect."""
    for name in backend.DIALECT_FILES:
        if book.has(name):
            try:
                dialect.check_module(book.module(name))
            except RulesOutsideDialect as error:
                yield problem_of_error(book, error, f"Reading `{name}`")


def check_state(book: Rulebook) -> Iterator[Problem]:
    """A state is small, and games of a series differ."""
    if book.layout.size > STATE_LIMIT:
        yield problem_at(
            book, "state", "class State",
            f"The state has {book.layout.size} bytes; {STATE_LIMIT} are allowed.",
        )  # fmt: skip
    build, setup = backend.interpreted(book.game.id), next(book.setups())
    key, words = key_of(make_seed("distinct")), set()
    for game in range(8):
        state = book.layout.plain()
        build.start(state, setup.players, setup.options or (0,), key, game)
        words.add(build.word(state))
    if len(words) != 8:
        yield problem_at(book, "rules", "def setup", "`setup` must leave the random stream alone.")


def check_reused_memory(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """`setup` sets every field: memory still holds what the last game left there."""
    build, found = backend.interpreted(book.game.id), []
    for poison in POISONS:
        state = book.layout.unpack(bytes([poison]) * book.layout.size)
        build.start(state, setup.players, setup.options or (0,), key_of(make_seed("reused")), 0)
        found.append(state)
    for field in book.layout.fields:
        if len({str(getattr(state, field.name)) for state in found}) > 1:
            sentence = (
                f"`setup` does not set all of `{field.name}`: later games of a batch would begin "
                "with what the game before left there."
            )
            yield problem_at(book, "rules", "def setup", sentence)


def check_results(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """`score` and `rank` write something for each seat, and scored events add up to it."""
    build, match = backend.interpreted(book.game.id), played(book, setup, 0)
    for verb in ("score", "rank"):
        rows = [[poison] * MAX_PLAYERS for poison in POISONS]
        for row in rows:
            getattr(build, verb)(match.state, row)
        if len({tuple(row[: setup.players]) for row in rows}) > 1:
            sentence = f"`{verb}` does not write the result of every seat."
            yield problem_at(book, "rules", f"def {verb}", sentence)
    yield from _check_scored_events(book, match)


def _check_scored_events(book: Rulebook, match: Match) -> Iterator[Problem]:
    """The table at the end is made of these events. Seats once below 0 may be forgiven points."""
    if not any(event.name == SCORED for event in book.events):
        return
    build, sums = backend.interpreted(book.game.id), [0] * MAX_PLAYERS
    build.score(book.layout.unpack(next(iter(match.positions()))), sums)
    lowest = sums[:]
    for record in (record for step in match.steps for record in step.events):
        if record.name == SCORED:
            sums[record.seat] += record.points
            lowest[record.seat] = min(lowest[record.seat], sums[record.seat])
    for line in match.ranking:
        if line.points != sums[line.seat] and lowest[line.seat] >= 0:
            sentence = (
                f"The events named `{SCORED}` add up to {sums[line.seat]} points of a seat with "
                f"{line.points}: the table at the end would be wrong."
            )
            yield problem_at(book, "rules", "SCORED,", sentence)
            return


def check_simultaneous(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """Where several seats decide at once, the order of their answers does not matter."""
    build, rng = backend.interpreted(book.game.id), Random(f"{book.game.id} {setup}")
    for match in samples(book, setup):
        answers = [(seat, rng.choice(match.legal_actions(seat))) for seat in match.to_act]
        results = []
        for order in (answers, answers[::-1]):
            state = book.layout.copy(match.state)
            for seat, action in order:
                if build.to_act(state) >> seat & 1:
                    build.apply(state, seat, action)
            results.append(book.layout.pack(state))
        if results[0] != results[1]:
            sentence = (
                "Several seats decide at once, and the order of their answers changes the result: "
                "store the answers, and act when all are in."
            )
            yield problem_at(book, "rules", "def apply", sentence)
            return


def check_notation(book: Rulebook) -> Iterator[Problem]:
    """Every action can be written down and read again."""
    for action, text in enumerate(book.actions):
        if book.actions.parse(text) != action or text != " ".join(text.split()):
            sentence = f"The notation {text!r} is not read back as the same action."
            yield problem_at(book, "actions", text.split()[0], sentence)
        if "=" in text or ";" in text:
            sentence = f"The notation {text!r} may not contain = or ;."
            yield problem_at(book, "actions", text.split()[0], sentence)


def check_numbering(book: Rulebook) -> Iterator[Problem]:
    """Actions have the same numbers in every process, whatever the order of sets is there."""
    found = set()
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-c", LIST_ACTIONS, book.package]
        found.add(subprocess.run(command, env=environment, capture_output=True).stdout)
    if len(found) > 1:
        yield problem_at(
            book, "actions", "{",
            "Actions are numbered in another order in each process: sort what comes from a set.",
        )  # fmt: skip


def check_options_matter(book: Rulebook) -> Iterator[Problem]:
    """A game in which an option is changed takes another course with the same decisions."""
    usual = {setup.players: setup for setup in usual_setups(book)}
    without = dict[int, bool]()
    for setup in tried_setups(book):
        changed = changes(usual[setup.players], setup)
        if len(changed) == 1:
            option, matters = changed[0][0], _differ(book, usual[setup.players], setup)
            without[option] = without.get(option, True) and not matters
    for option, has_none in without.items():
        if has_none:
            name = book.game.options[option].id
            sentence = f"The option {name!r} changes nothing in {OPTION_GAMES} random games."
            yield replace(problem_at(book, "__init__", f'"{name}"', sentence), is_note=True)


def _differ(book: Rulebook, *setups: Setup) -> bool:
    """Whether games of two set-ups allow or tell different things."""
    for game in range(OPTION_GAMES):
        rng = Random(game)
        matches = [Match(book, setup, make_seed(f"options {game}")) for setup in setups]
        while not matches[0].over:
            told = [match.steps[-1].events if match.steps else match.opening for match in matches]
            seen = [(match.scores, match.to_act, match.over) for match in matches]
            if told[0] != told[1] or seen[0] != seen[1]:
                return True
            seat = rng.choice(matches[0].to_act)
            legal = [match.legal(seat) for match in matches]
            if legal[0] != legal[1]:
                return True
            move = rng.choice(legal[0])
            for match in matches:
                match.play(seat, move)
        if matches[0].ranking != matches[1].ranking:
            return True
    return False


def check_endings(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """Random play ends, and ranks everyone."""
    for seed in range(2):
        match = begin(book, setup, seed)
        for count, _ in enumerate(moves(match, seed)):
            if count == MOST_DECISIONS:
                sentence = f"A random game with {setup.players} players does not end."
                yield problem_at(book, "rules", "def apply", sentence)
                return
        ranking = match.ranking
        if ranking[0].place != 1:
            yield problem_at(book, "rules", "def place", "Nobody has place 1 at the end.")
        if sorted(line.seat for line in ranking) != list(range(setup.players)):
            yield problem_at(book, "rules", "def place", "The ranking must name every seat once.")
        if match.to_act or any(match.legal(seat) for seat in range(setup.players)):
            sentence = "After the end nobody may be to act."
            yield problem_at(book, "rules", "def apply", sentence)
        events = [event for step in match.steps for event in step.events]
        how = book.invariants.ending(events)
        if how not in book.invariants.ENDINGS:
            sentence = f"`ending` says {how!r}, which `ENDINGS` does not list."
            yield problem_at(book, "invariants", "ENDINGS", sentence)


def check_invariants(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """Conservation laws hold after every step."""
    for seed in range(2):
        for ply, data in enumerate(played(book, setup, seed).positions()):
            for law in book.invariants.broken(book.layout.unpack(data)):
                sentence = f"After {ply} steps with {setup.players} players: {law}."
                yield problem_at(book, "invariants", "def broken", sentence)


def check_saves(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """A save reloads to the same bytes, and so does a replay of any length."""
    for match in samples(book, setup):
        twin = load(match.save())
        same = list(twin.positions()) == list(match.positions()) and twin.steps == match.steps
        if not same or twin.save() != match.save():
            yield problem_at(
                book, "rules", "def setup",
                "A reloaded save gives other bytes: does `setup` set every field?",
            )  # fmt: skip
            return
    match = played(book, setup, 2, decisions=120)
    positions = list(match.positions())
    for length in range(0, len(match.steps), 17):
        if book.layout.pack(match.replay(length).state) != positions[length]:
            sentence = f"A replay of {length} steps gives other bytes."
            yield problem_at(book, "rules", "def apply", sentence)
    setup = next(book.setups())
    match = played(book, setup, 6, decisions=30)
    twin = match.replay()
    for seat, move in moves(match, 7):
        twin.play(seat, move)
    if book.layout.pack(twin.state) != book.layout.pack(match.state):
        sentence = "Two equal states have different futures: chance must come from the state."
        yield problem_at(book, "rules", "def apply", sentence)


def check_undo(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """Undo and redo return the same bytes, unless something was revealed."""
    match = begin(book, setup, 3)
    wrong = problem_at(book, "rules", "def apply", "Undo does not return to the same bytes.")
    for seat, move in moves(match, 3):
        # The generator plays `move` itself afterwards: play, undo, compare, let it play again.
        before, steps = book.layout.pack(match.state), len(match.steps)
        match.play(seat, move)
        after = book.layout.pack(match.state)
        if match.can_undo(seat) != (not any(step.reveals for step in match.steps[steps:])):
            yield wrong
        if match.can_undo(seat):
            match.undo(seat)
            if book.layout.pack(match.state) != before or len(match.steps) != steps:
                yield wrong
            match.play(seat, move)
            if book.layout.pack(match.state) != after:
                yield wrong
        else:
            with suppress(NothingToUndo):
                match.undo(seat)
                yield wrong
        match.rewind(steps)
        if book.layout.pack(match.state) != before:
            yield wrong


def check_refusals(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """Refused moves change nothing."""
    for match in samples(book, setup):
        before, steps = book.layout.pack(match.state), list(match.steps)
        for seat in range(-1, setup.players + 1):
            legal = match.legal(seat) if seat < setup.players else []
            for text in list(book.actions)[:: max(1, len(book.actions) // 40)]:
                if text in legal:
                    continue
                with suppress(MoveRefused):
                    match.play(seat, text)
                    sentence = f"{text!r} is not legal for seat {seat} and was played."
                    yield problem_at(book, "rules", "def legal", sentence)
        with suppress(BadNotation):
            match.play(0, "fly to the moon")
        if book.layout.pack(match.state) != before or match.steps != steps:
            sentence = "A refused move changed the state: `legal` may not write to it."
            yield problem_at(book, "rules", "def legal", sentence)


def check_reasons(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """The rules that explain what is forbidden allow what the rules allow."""
    legal = backend.explaining(book.game.id)
    for match in samples(book, setup):
        for seat in match.to_act:
            notes = ReasonNotes()
            legal(book.layout.copy(match.state), seat, notes)
            allowed = {action for action, ways in notes.found.items() if () in ways}
            if allowed != set(match.legal_actions(seat)):
                sentence = "With reasons (`because`), `legal` allows something else."
                yield problem_at(book, "rules", "def legal", sentence)
                return
