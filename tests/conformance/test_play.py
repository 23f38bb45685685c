"""Every game, every player count, every option: play ends, adds up, saves, undoes and agrees."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

import nomarch
from nomarch.kernel import backend, dialect
from nomarch.kernel.actions import allowed
from nomarch.kernel.game import Rulebook, Setup, buffers
from nomarch.kernel.layout import STREAM
from nomarch.kernel.seeds import key_of, make_seed

from .playing import begin, each_game, each_setup, moves, played, samples

MOST_DECISIONS = 20_000
STATE_LIMIT = 4096


@each_setup
@pytest.mark.parametrize("seed", range(2))
def test_random_play_ends_and_ranks_everyone(book: Rulebook, setup: Setup, seed: int) -> None:
    match = begin(book, setup, seed)
    for count, _ in enumerate(moves(match, seed)):
        assert count < MOST_DECISIONS
    ranking = match.ranking
    assert ranking[0].place == 1
    assert sorted(line.seat for line in ranking) == list(range(setup.players))
    assert match.to_act == ()
    assert all(match.legal(seat) == [] for seat in range(setup.players))


@each_setup
def test_conservation_laws_hold_after_every_step(book: Rulebook, setup: Setup) -> None:
    broken = book.invariants.broken
    for seed in range(2):
        match = played(book, setup, seed)
        for data in match.positions():
            assert broken(book.layout.unpack(data)) == []


@each_setup
def test_all_backends_agree_after_every_move(book: Rulebook, setup: Setup) -> None:
    builds = [backend.checked(book.game.id), backend.cpu(book.game.id)]
    plain, rng = backend.interpreted(book.game.id), Random(f"{book.game.id}{setup}")
    options, key = np.array(setup.options or (0,)), np.array(key_of(make_seed(rng.random().hex())))
    state, (mask, row) = book.layout.plain(), buffers(book)
    plain.start(state, setup.players, setup.options or (0,), key.tolist(), 0)
    records = [book.layout.records()[0] for _ in builds]
    masks = [np.zeros(len(mask), np.uint32) for _ in builds]
    rows = [np.zeros(len(row), np.int64) for _ in builds]
    for build, record in zip(builds, records, strict=True):
        build.start(record, setup.players, options, key, 0)
    while not plain.is_over(state):
        data = book.layout.pack(state)
        bits = plain.to_act(state)
        seat = rng.choice([s for s in range(setup.players) if bits >> s & 1])
        plain.ask(state, seat, mask)
        for build, record, other in zip(builds, records, masks, strict=True):
            assert record.tobytes() == data
            assert (build.to_act(record), build.is_over(record)) == (bits, 0)
            build.ask(record, seat, other)
            assert other.tolist() == mask
        action = rng.choice(allowed(mask))
        plain.apply(state, seat, action)
        for build, record in zip(builds, records, strict=True):
            build.apply(record, seat, action)
    for build, record, other_row in zip(builds, records, rows, strict=True):
        assert record.tobytes() == book.layout.pack(state)
        for verb in ("score", "rank"):
            getattr(plain, verb)(state, row)
            getattr(build, verb)(record, other_row)
            assert other_row[: setup.players].tolist() == row[: setup.players]


@each_setup
def test_series_agree_between_interpreter_and_cpu(book: Rulebook, setup: Setup) -> None:
    """Whole games by both built-in policies, so that judgements agree too."""
    key, policies = key_of(make_seed("series")), [1] + [0] * (setup.players - 1)
    results = []
    for build, state, stream, array in (
        (backend.interpreted(book.game.id), book.layout.plain(), STREAM.plain(), _lists),
        (backend.cpu(book.game.id), book.layout.records()[0], STREAM.records()[0], _arrays),
    ):
        mask, row, tally = (
            array(np.zeros(shape, kind))
            for shape, kind in (
                (book.actions.words, np.uint32), (6, np.int64), ((setup.players, 4), np.int64)
            )
        )  # fmt: skip
        steps = build.play_series(
            state, stream, mask, array(np.array(setup.options or (0,))), array(np.array(policies)),
            1, array(np.array(key)), 5, 3, row, tally,
        )  # fmt: skip
        data = state.tobytes() if isinstance(state, np.void) else book.layout.pack(state)
        results.append((steps, data, np.array(tally).tolist()))
    assert results[0] == results[1]


def _lists(array: np.ndarray) -> list:
    return array.tolist()


def _arrays(array: np.ndarray) -> np.ndarray:
    return array


@each_game
def test_every_action_survives_its_notation(book: Rulebook) -> None:
    assert len(set(book.actions)) == len(book.actions)
    for action, text in enumerate(book.actions):
        assert book.actions.parse(text) == action
        assert text == " ".join(text.split())
        assert "=" not in text
        assert ";" not in text


@each_setup
def test_a_save_reloads_to_the_same_bytes(book: Rulebook, setup: Setup) -> None:
    for match in samples(book, setup):
        twin = nomarch.load(match.save())
        assert list(twin.positions()) == list(match.positions())
        assert twin.steps == match.steps
        assert twin.save() == match.save()


@each_setup
def test_replay_gives_the_same_bytes_at_every_length(book: Rulebook, setup: Setup) -> None:
    match = played(book, setup, 2, decisions=120)
    positions = list(match.positions())
    for length in range(0, len(match.steps), 17):
        assert book.layout.pack(match.replay(length).state) == positions[length]


@each_setup
def test_undo_and_redo_return_the_same_bytes(book: Rulebook, setup: Setup) -> None:
    match, undone = begin(book, setup, 3), 0
    before = book.layout.pack(match.state)
    steps = len(match.steps)
    for seat, move in moves(match, 3):
        # The generator plays `move` itself afterwards: play, undo, compare, let it play again.
        before, steps = book.layout.pack(match.state), len(match.steps)
        match.play(seat, move)
        after = book.layout.pack(match.state)
        if match.can_undo(seat):
            match.undo(seat)
            undone += 1
            assert book.layout.pack(match.state) == before
            assert len(match.steps) == steps
            match.play(seat, move)
            assert book.layout.pack(match.state) == after
        else:
            with pytest.raises(nomarch.NothingToUndo):
                match.undo(seat)
            assert book.layout.pack(match.state) == after
        match.rewind(steps)
        assert book.layout.pack(match.state) == before
    assert undone > 0


@each_setup
def test_refused_moves_change_nothing(book: Rulebook, setup: Setup) -> None:
    for match in samples(book, setup):
        before, steps = book.layout.pack(match.state), list(match.steps)
        for seat in range(-1, setup.players + 1):
            allowed = match.legal(seat) if seat < setup.players else []
            for text in book.actions[:: max(1, len(book.actions) // 40)]:
                if text not in allowed:
                    with pytest.raises(nomarch.MoveRefused):
                        match.play(seat, text)
        with pytest.raises(nomarch.BadNotation):
            match.play(0, "fly to the moon")
        assert book.layout.pack(match.state) == before
        assert match.steps == steps


@each_game
def test_a_state_is_small(book: Rulebook) -> None:
    assert book.layout.size <= STATE_LIMIT
    assert book.layout.dtype.itemsize == book.layout.size


@each_game
def test_rule_files_keep_to_the_dialect(book: Rulebook) -> None:
    for name in backend.DIALECT_FILES:
        if book.has(name):
            dialect.check_module(book.module(name))


@each_game
def test_chance_is_part_of_the_state(book: Rulebook) -> None:
    """Two states with equal bytes have equal futures."""
    setup = next(book.setups())
    match = played(book, setup, 6, decisions=30)
    twin = match.replay()
    for seat, move in moves(match, 7):
        twin.play(seat, move)
    assert book.layout.pack(twin.state) == book.layout.pack(match.state)


@each_game
def test_every_way_to_end_has_a_golden_playthrough(book: Rulebook) -> None:
    folder = Path(__file__).parent.parent / "golden" / book.game.id
    module = book.invariants
    seen = {}
    for path in sorted(folder.glob("*.txt")):
        match = nomarch.load(path.read_text(encoding="utf-8"))
        assert match.over
        events = [event for step in match.steps for event in step.events]
        assert module.ending(events) == path.stem
        seen[path.stem] = path
    assert set(seen) == set(module.ENDINGS)


@each_game
def test_different_games_of_a_series_have_different_chance(book: Rulebook) -> None:
    build, setup = backend.interpreted(book.game.id), next(book.setups())
    key, words = key_of(make_seed("distinct")), set()
    for game in range(8):
        state = book.layout.plain()
        build.start(state, setup.players, setup.options or (0,), key, game)
        words.add(build.word(state))
    assert len(words) == 8
