"""Bots: strangers that see a view, choose what is legal, and are worth playing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
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
from nomarch.engine.match import Match
from nomarch.engine.simulation import simulate
from nomarch.errors import BadOption
from nomarch.i18n import translator
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.chance import IMAGINED, POLICY, reseed
from nomarch.kernel.declare.game import Rulebook, Setup, rulebooks
from nomarch.kernel.declare.layout import STREAM
from nomarch.kernel.run.seeds import key_of, make_seed
from nomarch.web.http.bot_levels import bot_level_choices

from .conformance.playing import SMALLEST, case_id

BOOKS = list(rulebooks().values())

each_game = pytest.mark.parametrize("book", BOOKS, ids=[book.game.id for book in BOOKS])


def usual_setups(book: Rulebook) -> list[Setup]:
    """The first set-up of every player count."""
    found: dict[int, Setup] = {}
    for setup in book.setups():
        found.setdefault(setup.players, setup)
    return list(found.values())


def positions(book: Rulebook, every: int = 17, seed: int = 1) -> Iterator[Match]:
    """One match between greedy bots, stopped now and then where there is a choice."""
    match = Match(book, usual_setups(book)[-1], make_seed(f"bots {seed}"))
    while not match.over:
        if len(match.legal_actions(match.to_act[0])) > 1:
            yield match
        play_on(match, "greedy", every)


def stream_of(number: int) -> Any:
    stream = STREAM.plain()
    reseed(stream, key_of(make_seed("a bot's whims")), number, POLICY)
    return stream


def quick_bots(book: Rulebook) -> dict[str, Bot]:
    """The bots that compile nothing; `test_search.py` tries the others."""
    return {level: make_bot(level, book) for level in LEVELS if level not in SEARCHING}


@pytest.mark.compiles
@pytest.mark.parametrize(
    "book",
    [SMALLEST, *(pytest.param(book, marks=pytest.mark.compiled) for book in BOOKS)],
    ids=case_id,
)
def test_greedy_beats_random_clearly(book: Rulebook) -> None:
    """Seats rotate, and the intervals of the rates do not meet."""
    for setup in usual_setups(book):
        others = ("random",) * (setup.players - 1)
        result = simulate(
            book.game.id, 300, setup.players, "greedy against random",
            options=book.option_ids(setup), bots=("greedy", *others), rotate=True,
        )  # fmt: skip
        greedy, *rest = result.lines
        assert greedy.win_low > max(line.win_high for line in rest)
        assert greedy.mean_score > max(line.mean_score for line in rest)


@each_game
def test_every_bot_chooses_what_is_legal(book: Rulebook) -> None:
    for name, bot in quick_bots(book).items():
        for number, match in enumerate(positions(book, every=29)):
            seat = match.to_act[0]
            legal = match.legal_actions(seat)
            assert bot.choose(match.observe(seat), seat, legal, stream_of(number)) in legal, name


@each_game
def test_the_same_view_and_stream_give_the_same_choice(book: Rulebook) -> None:
    """Two worlds that look alike to a seat: no bot can tell them apart."""
    rules, bots = backend.interpreted(book.game.id), quick_bots(book)
    for number, match in enumerate(positions(book, every=29, seed=2)):
        seat = match.to_act[0]
        legal = match.legal_actions(seat)
        twin, belief_stream = match.observe(seat), STREAM.plain()
        rules.reseed(belief_stream, [number] * 8, 0, IMAGINED)
        rules.determinise(twin, seat, belief_stream)
        views = [book.layout.observe(state, seat) for state in (match.state, twin)]
        data = [book.layout.pack(view) for view in views]
        assert data[0] == data[1]
        for bot in bots.values():
            choices = [bot.choose(view, seat, legal, stream_of(number)) for view in views]
            assert choices[0] == choices[1]
        assert [book.layout.pack(view) for view in views] == data, "a bot leaves its view alone"


@each_game
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


@each_game
def test_until_search_is_compiled_the_greedy_bot_answers(
    book: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SearchCompiler, "warm_up", lambda *_, **more: None)
    bot, greedy = Search(book, SearchCompiler(compile_search)), Greedy(book)
    match = next(positions(book))
    seat = match.to_act[0]
    asked = (match.observe(seat), seat, match.legal_actions(seat))
    assert bot.choose(*asked, stream_of(1)) == greedy.choose(*asked, stream_of(1))


@each_game
def test_a_single_choice_needs_no_thought(book: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SearchCompiler, "warm_up", lambda *_, **more: None)
    match = next(positions(book))
    seat = match.to_act[0]
    only = match.legal_actions(seat)[-1:]
    assert (
        Search(book, SearchCompiler(compile_search)).choose(
            match.observe(seat), seat, only, stream_of(1)
        )
        == only[0]
    )


@each_game
@pytest.mark.parametrize("level", ["random", "novice", "easy", "greedy"])
def test_a_game_between_bots_can_be_played_again(book: Rulebook, level: str) -> None:
    saves = set()
    for _ in range(2):
        match = Match(book, usual_setups(book)[0], make_seed("again"))
        steps = play_on(match, level, 50)
        assert match.over or sum(not step.auto for step in steps) == 50
        saves.add(match.save())
    assert len(saves) == 1


@each_game
def test_random_streams_differ_by_seat_and_by_decision(book: Rulebook) -> None:
    match = Match(book, usual_setups(book)[0], make_seed("whims"))
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


@each_game
@pytest.mark.parametrize("level", ["novice", "easy"])
def test_weak_levels_overlook_but_never_play_absurd_moves(book: Rulebook, level: str) -> None:
    oversight = level_settings(book).oversight[level]
    rules, bot = backend.interpreted(book.game.id), WeakenedBot(book, oversight)
    slips, asked = 0, 0
    for number, match in enumerate(positions(book, every=11, seed=6)):
        seat = match.to_act[0]
        legal, view = match.legal_actions(seat), match.observe(seat)
        before = book.layout.pack(view)
        seems = dict(zip(legal, bot.judge(view, seat, legal), strict=True))
        assert book.layout.pack(view) == before
        best = max(rules.evaluate(view, seat, action) for action in legal)
        for stream in range(4):
            chosen = bot.choose(view, seat, legal, stream_of(number + stream))
            assert max(seems.values()) - seems[chosen] <= 100 * oversight.max_loss
            slips += rules.evaluate(view, seat, chosen) < best
            asked += 1
    assert 0 < slips < asked


def test_a_beginner_takes_points_now() -> None:
    """Without foresight, a bot of Ra bids on lots that others leave."""
    book = rulebooks()["ra"]
    bot = WeakenedBot(book, Oversight(foresight=0, overlooked=0, max_loss=700))
    greedy = WeakenedBot(book, Oversight(foresight=100, overlooked=0, max_loss=700))
    auctions = grabs = 0
    for match in positions(book, every=3, seed=6):
        seat = match.to_act[0]
        legal, view = match.legal_actions(seat), match.observe(seat)
        bids = [a for a in legal if book.actions[a].startswith("bid")]
        if bids:
            auctions += greedy.choose(view, seat, legal, stream_of(1)) in bids
            grabs += bot.choose(view, seat, legal, stream_of(1)) in bids
    assert 2 * grabs > 3 * auctions > 0


def test_gentler_levels_lose_to_sterner_ones() -> None:
    """The heuristic without errors wins more than with some, and that more than with many."""
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
