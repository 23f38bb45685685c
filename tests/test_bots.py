"""Bots: strangers that see a view, choose what is legal, and are worth playing."""

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from nomarch.bots import LEVELS, SEARCHING, Bot, Bots, arena, make_bot
from nomarch.bots.greedy import Greedy
from nomarch.bots.level_settings import Oversight, level_settings
from nomarch.bots.play import bot_rng, decide, play_on
from nomarch.bots.search import Search, compile_search
from nomarch.bots.search_compiler import SearchCompiler, run_until_exit
from nomarch.bots.weakened import WeakenedBot
from nomarch.conformance.playing import usual_setups
from nomarch.engine.new_match import new
from nomarch.engine.simulation import simulate
from nomarch.errors import BadOption
from nomarch.i18n import translator
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import Rulebook, Setup
from nomarch.kernel.declare.layout import STREAM
from nomarch.web.http.bot_levels import bot_level_choices

from .bot_positions import BOOKS, RA, each_book, positions, question, scrambled, stream_of
from .conformance.playing import SMALLEST, case_id


def quick_bots(book: Rulebook) -> dict[str, Bot]:
    """The bots that compile nothing; `test_search.py` tries the others."""
    return {level: make_bot(level, book) for level in LEVELS if level not in SEARCHING}


def marks_of(book: Rulebook, setup: Setup) -> list[pytest.MarkDecorator]:
    """The smallest game tells whether playing works; how strong a game's bots are is measured."""
    return [] if book is SMALLEST else [pytest.mark.thorough]


@pytest.mark.compiles
@pytest.mark.parametrize(
    ("book", "setup"),
    [
        pytest.param(book, setup, marks=marks_of(book, setup))
        for book in (SMALLEST, *BOOKS)
        for setup in usual_setups(book)
    ],
    ids=case_id,
)
def test_greedy_beats_random_clearly(book: Rulebook, setup: Setup) -> None:
    others = ("random",) * (setup.players - 1)
    result = simulate(
        book.game.id, 300, setup.players, "greedy against random",
        options=book.option_ids(setup), bots=("greedy", *others), rotate=True,
    )  # fmt: skip
    greedy, *rest = result.lines
    assert greedy.win_low > max(line.win_high for line in rest)
    assert greedy.mean_score > max(line.mean_score for line in rest)


@each_book
def test_the_same_view_and_stream_give_the_same_legal_choice(book: Rulebook) -> None:
    """Two worlds that look alike to a seat: no bot can tell them apart."""
    bots = quick_bots(book)
    for number, match in enumerate(positions(book, every=29, seed=2)):
        _, seat, legal = question(match)
        worlds = match.state, scrambled(book, match, seat, number)
        views = [book.layout.observe(state, seat) for state in worlds]
        data = [book.layout.pack(view) for view in views]
        assert data[0] == data[1]
        for name, bot in bots.items():
            choices = [bot.choose(view, seat, legal, stream_of(number)) for view in views]
            assert choices[0] == choices[1]
            assert choices[0] in legal, name
        assert [book.layout.pack(view) for view in views] == data, "a bot leaves its view alone"


@each_book
def test_bots_are_given_nothing_hidden(book: Rulebook) -> None:
    seen: list[tuple[Any, int, Any]] = []

    class Spy:
        def choose(self, view: Any, seat: int, legal: Sequence[int], stream: Any) -> int:
            seen.append((view, seat, stream))
            return legal[0]

    for match in positions(book, seed=3):
        decide(match, match.to_act[0], Spy())
        view, seat, stream = seen[-1]
        assert view is not match.state
        assert view.trace is None
        assert stream.rng_key != match.state.rng_key  # type: ignore[attr-defined]
        for field in book.layout.fields:
            values = np.array(getattr(view, field.name))
            for index in field.indices():
                if not field.is_seen(match.state, seat, index):
                    assert values[index] == field.unknown, field.name
    assert seen


def test_until_search_is_compiled_the_greedy_bot_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SearchCompiler, "warm_up", lambda *_, **more: None)
    bot, greedy = Search(RA, SearchCompiler(compile_search)), Greedy(RA)
    view, seat, legal = question(next(positions(RA)))
    answers = [each.choose(view, seat, legal, stream_of(1)) for each in (bot, greedy)]
    assert answers[0] == answers[1]
    assert bot.choose(view, seat, legal[-1:], stream_of(1)) == legal[-1], "one choice, no thought"


def test_random_streams_differ_by_seat_and_by_decision() -> None:
    match = new("ra", seed="whims")
    streams = [STREAM.pack(bot_rng(match, seat)) for seat in range(match.players)]
    play_on(match, "random", 3)
    streams += [STREAM.pack(bot_rng(match, seat)) for seat in range(match.players)]
    assert len(set(streams)) == len(streams)


def test_levels_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SearchCompiler, "warm_up", lambda *_, **more: None)
    playouts = []
    for level in SEARCHING:
        bot = make_bot(level, BOOKS[0])
        assert isinstance(bot, Search)
        assert bot.max_seconds == 10
        playouts.append(bot.playouts)
    assert playouts == sorted(set(playouts))
    assert isinstance(make_bot("keen", BOOKS[0]), Search)
    with pytest.raises(BadOption, match="There is no bot 'wizard'; the bots are random, novice, e"):
        make_bot("wizard", BOOKS[0])


def test_levels_that_a_machine_is_too_slow_for_are_known() -> None:
    book, bots = BOOKS[0], Bots()
    playouts = level_settings(book).playouts
    assert bots.slow_levels(book) == set()
    seconds = bots.compiler.playout_seconds
    seconds[book.game.id] = 2.1 / playouts["champion"]
    assert bots.slow_levels(book) == {"champion"}
    seconds[book.game.id] = 2.1 / playouts["master"]
    assert bots.slow_levels(book) == {"master", "champion"}
    t = translator("nomarch", "en")
    words = bot_level_choices(book, t, bots.slow_levels(book))[book.game.usual_players]
    assert [level for level, text in words.items() if "slow" in text] == [
        level for level in ("master", "champion") if level in words
    ]


@each_book
@pytest.mark.parametrize("level", ["novice", "easy"])
def test_weak_levels_overlook_but_never_play_absurd_moves(book: Rulebook, level: str) -> None:
    oversight = level_settings(book).oversight[level]
    rules, bot = backend.interpreted(book.game.id), WeakenedBot(book, oversight)
    slips, asked = 0, 0
    for number, match in enumerate(positions(book, every=11, seed=6)):
        view, seat, legal = question(match)
        seems = dict(zip(legal, bot.judge(view, seat, legal), strict=True))
        best = max(rules.evaluate(view, seat, action) for action in legal)
        for stream in range(4):
            chosen = bot.choose(view, seat, legal, stream_of(number + stream))
            assert max(seems.values()) - seems[chosen] <= 100 * oversight.max_loss
            slips += rules.evaluate(view, seat, chosen) < best
            asked += 1
    assert 0 < slips < asked


def test_a_beginner_takes_points_now() -> None:
    """Without foresight, a bot of Ra bids on lots that others leave."""
    beginner, greedy = (WeakenedBot(RA, Oversight(sight, 0, 700)) for sight in (0, 100))
    auctions = grabs = 0
    for match in positions(RA, every=3, seed=6):
        view, seat, legal = question(match)
        bids = [action for action in legal if RA.actions[action].startswith("bid")]
        if bids:
            auctions += greedy.choose(view, seat, legal, stream_of(1)) in bids
            grabs += beginner.choose(view, seat, legal, stream_of(1)) in bids
    assert 2 * grabs > 3 * auctions > 0


@pytest.mark.compiled
def test_gentler_levels_lose_to_sterner_ones() -> None:
    contest = arena.contest("ra", ["greedy", "easy", "novice"], 3, "levels")
    lines = arena.standings(contest, arena.play(contest, 90, workers=1))
    assert [line.bot for line in lines] == ["greedy", "easy", "novice"]


def test_bots_are_made_once_and_share_what_they_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    warmed: list[str] = []
    monkeypatch.setattr(
        SearchCompiler, "warm_up", lambda self, book, **more: warmed.append(book.game.id)
    )
    bots = Bots()
    searches = [bots.get("strong", book) for book in BOOKS for _ in range(2)]
    assert warmed == [book.game.id for book in BOOKS]
    assert len({id(bot) for bot in searches}) == len(BOOKS)
    assert len({id(bot.compiler) for bot in searches if isinstance(bot, Search)}) == 1
    assert bots.get("strong", BOOKS[0]) is not Bots().get("strong", BOOKS[0])


def test_a_compiler_that_fails_in_the_background_is_not_tried_in_a_thread(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    compiled: list[str] = []
    for status in (1, -9, 0):
        compiler = SearchCompiler(lambda book: compiled.append(book.game.id))
        monkeypatch.setattr(
            "nomarch.bots.search_compiler.run_until_exit", lambda command, status=status: status
        )
        compiler._compile_aside(BOOKS[0])
        assert compiler.is_ready(BOOKS[0]) == (status == 0)
    assert compiled == [BOOKS[0].game.id]
    assert "failed with status -9" in caplog.text
    monkeypatch.undo()
    caplog.clear()
    with_status = [sys.executable, "-c", "import sys; print('line', file=sys.stderr); sys.exit(3)"]
    assert run_until_exit(with_status) == 3
    assert caplog.messages == ["line"], "a log has what the compiler writes"


COMPILING = "exit_with_parent(); print('compiling', flush=True)"


def test_a_compiler_in_the_background_ends_with_the_process_that_started_it() -> None:
    imports = (
        "from threading import Event\n"
        "from nomarch.bots.search_compiler import exit_with_parent, run_until_exit\n"
    )
    compiler = [sys.executable, "-c", f"{imports}{COMPILING}; Event().wait()"]
    parent = [sys.executable, "-c", f"{imports}run_until_exit({compiler!r})"]
    with subprocess.Popen(parent, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"compiling\n"
        process.kill()
        assert process.stdout.read() == b""  # the compiler would keep it open
    compiler[-1] = imports + COMPILING  # one that is done
    parent[-1] = f"{imports}run_until_exit({compiler!r})"
    done = subprocess.run(parent, capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"compiling\n", b"")


ALONE = {"PYTHONHASHSEED": "1", "OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
BUSY = {"PYTHONHASHSEED": "2", "OPENBLAS_NUM_THREADS": "4", "NUMBA_NUM_THREADS": "4"}
PLAY = """
import sys
from nomarch.bots.play import play_on
from nomarch.engine.new_match import new
match = new("ra", players=4, seed="0" * 32)
for level in sys.argv[1:]:
    print(level, [(step.seat, step.action) for step in play_on(match, level, 12)])
"""


def test_processes_with_other_threads_choose_the_same_moves() -> None:
    levels = ("novice", "easy", "greedy", "greedy+caller", "strong")
    command = [sys.executable, "-c", PLAY, *levels]
    first, second = (
        subprocess.run(
            command, env=os.environ | threads, capture_output=True, text=True, check=True
        ).stdout
        for threads in (ALONE, BUSY)
    )
    assert first == second
    assert len(first.splitlines()) == len(levels)
