"""The arena: every bot in every seat on the same seeds, resumable, programs included."""

import json
import shlex
import shutil
import sys
from math import log, log10
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable as _driver

from nomarch.bots import Bots, arena, program
from nomarch.bots.play import decide, play_on
from nomarch.bots.program import Program
from nomarch.bots.registry import bot_from_spec
from nomarch.bots.search import Search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.engine.match import Match
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import Rulebook, include, rulebook
from nomarch.kernel.run.seeds import make_seed

from .bot_positions import each_book
from .conftest import Cli

EXAMPLES = Path(__file__).parent.parent / "examples"
include("tests.smallest")


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs have all the time that they need to begin, to answer and to leave."""
    monkeypatch.setattr(Program.__init__, "__defaults__", (120.0,))
    monkeypatch.setattr(program, "EXIT_TIMEOUT", 120.0)


def script(folder: Path, body: str) -> str:
    path = folder / "bot.py"
    path.write_text(f"import json, sys, time\n{body}\n", encoding="utf-8")
    return "cmd:" + shlex.join([sys.executable, str(path)])


def test_everyone_sits_everywhere_on_each_seed() -> None:
    contest = arena.contest("ra", ["greedy", "random"], 3, 1)
    assert [contest.lineup(number) for number in range(3)] == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert contest.lineup(3) == contest.lineup(0)
    many = arena.contest("crocodile", ["random", "easy", "greedy"], 2, 1)
    blocks = [many.lineup(number) for number in range(6)]
    assert blocks == [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]


def test_a_block_shares_its_seed_and_processes_play_the_same_games() -> None:
    contest = arena.contest("ra", ["greedy", "random"], 3, 5)
    played = arena.play(contest, 4, workers=1)
    assert played == arena.play(contest, 4, workers=2)
    assert [result.number for result in played] == [0, 1, 2, 3]
    assert [result.bots for result in played[:2]] == [[0, 1, 1], [1, 0, 1]]


def test_standings_count_wins_and_rate() -> None:
    contest = arena.contest("ra", ["random", "greedy"], 3, 3)
    played = arena.play(contest, 6, workers=1)
    first, last = arena.standings(contest, played)
    assert (first.bot, last.bot) == ("greedy", "random")
    assert (first.games, last.games) == (12, 6)
    assert first.wins + last.wins == pytest.approx(6)
    assert first.win_low <= first.win_rate <= first.win_high
    assert first.rating == 1500
    assert last.rating_low < last.rating < last.rating_high
    assert last.rating < first.rating


def result(bots: list[int], winner: int) -> arena.ArenaResult:
    places = [1 if seat == winner else 2 for seat in range(len(bots))]
    return arena.ArenaResult(0, bots, places, [0] * len(bots), {})


def test_elo_orders_bots_by_their_share_of_wins() -> None:
    contest = arena.contest("ra", ["random", "greedy"], 4, 3)
    # Three seats of `random` win as often as the one of `greedy`: a factor of three each.
    played = [result([0, 0, 0, 1], 3), result([1, 0, 0, 0], 2)] * 500
    greedy, dull = arena.standings(contest, played)
    assert (greedy.bot, greedy.win_rate) == ("greedy", 0.5)
    assert dull.rating == pytest.approx(1500 - 400 * log10(3), abs=2)
    assert dull.rating_high - dull.rating == pytest.approx(1.96 * 400 / log(10) / 250**0.5, rel=0.1)


def test_a_file_is_gone_on_with(tmp_path: Path) -> None:
    file, contest = tmp_path / "games.jsonl", arena.contest("crocodile", ["greedy", "easy"], 2, 7)
    whole = arena.play(contest, 6, workers=1)
    arena.play(contest, 4, file, workers=1)
    text = file.read_text(encoding="utf-8")
    assert json.loads(text.splitlines()[0])["bots"] == ["greedy", "easy"]
    # Stopped in the middle of a line: that game is played again.
    file.write_text(text[:-9], encoding="utf-8")
    steps: list[int] = []
    assert arena.play(contest, 6, file, 1, steps.append) == whole
    assert steps == [3, 1, 1, 1]
    assert arena.play(contest, 6, file, 1) == whole
    with pytest.raises(BadOption, match="holds another contest"):
        arena.play(arena.contest("crocodile", ["greedy", "easy"], 2, 8), 6, file)
    file.write_text("a shopping list\n", encoding="utf-8")
    with pytest.raises(BadOption, match="holds no games of an arena"):
        arena.play(contest, 6, file)


@pytest.mark.parametrize(
    ("bots", "games", "sentence"),
    [
        (["greedy"], 1, "at least two bots"),
        (["greedy", "greedy"], 1, "Name each bot once"),
        (["greedy", "random"], 0, "at least one game"),
        (["greedy", "wizard"], 1, "There is no bot 'wizard'"),
        (["greedy", "search:fast"], 1, "'fast' is no setting"),
        (["greedy", "search:100ms"], 1, "'100ms' is no setting; write playouts"),
        (["greedy", "search:9,spells=3"], 1, "'spells=3' is no setting"),
        (["greedy", "py:nomarch:Wizard"], 1, "there is no such class"),
        (["greedy", "cmd:./no-such-bot"], 1, "it cannot be started"),
        (["greedy", "cmd:"], 1, "it cannot be started"),
    ],
)
def test_bad_wishes_get_a_sentence(bots: list[str], games: int, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        arena.play(arena.contest("crocodile", bots, 2, 1), games, workers=1)


def test_searches_and_classes_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SearchCompiler, "warm_up", lambda *_, **more: None)
    book, bots = rulebook("ra"), Bots()
    bot = bot_from_spec("search:80,width=4,noise=30", book, bots)
    assert isinstance(bot, Search)
    assert (bot.playouts, bot.plan.width, bot.plan.noise) == (80, 4, 30)
    assert type(bot_from_spec("py:nomarch.bots.greedy:Greedy", book, bots)).__name__ == "Greedy"


def test_the_command(tmp_path: Path, cli: Cli) -> None:
    line = "arena ra --players 3 --bots greedy random --games 3 --workers 1 --seed 1"
    status, out, _ = cli(*line.split())
    assert status == 0
    assert "ra, 3 players, 3 games" in out
    told = json.loads(cli(*line.split(), "--json", "--file", tmp_path / "games")[1])
    assert told["standings"][0]["bot"] == "greedy"
    assert told["seed"]
    assert {"nomarch", "rules", "python", "numba"} <= set(told["versions"])
    status, _, err = cli("arena", "ra", "--bots", "greedy")
    assert status == 2
    assert "at least two bots" in err


def recording(log: Path, answer: str) -> str:
    """A program's body that keeps what it hears and answers with an expression."""
    return (
        f"for line in sys.stdin:\n"
        f"    open({str(log)!r}, 'a').write(line)\n"
        f"    m = json.loads(line)\n"
        f"    'legal' in m and print({answer}, flush=True)"
    )


@each_book
def test_a_program_is_told_what_its_seat_sees(book: Rulebook, tmp_path: Path) -> None:
    log = tmp_path / "heard"
    match = Match(book, book.setup(book.game.usual_players), make_seed("a program's eyes"))
    bot = bot_from_spec(script(tmp_path, recording(log, "m['legal'][0]")), book, Bots())
    assert isinstance(bot, Program)
    asked = []
    for _ in range(3):
        play_on(match, "greedy", 9)
        seat = match.to_act[0]
        asked.append({"seat": seat, "legal": match.legal(seat), "state": match.view(seat)["state"]})
        assert decide(match, seat, bot) == match.legal(seat)[0]
    bot.close()
    heard = [json.loads(line) for line in log.read_text().splitlines()]
    assert heard == [{"nomarch": 1, "game": book.game.id}, *json.loads(json.dumps(asked))]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("sys.exit(3)", "it stopped with status 3"),
        ("for _ in '12': sys.stdin.readline()\nraise SystemExit(4)", "stopped with status 4"),
        ("", "'abracadabra' is none of the legal moves"),
        ("for line in sys.stdin: pass", "no answer within 0.3 seconds"),
        ("sys.stdout.buffer.write(b'\\xff\\xfe\\n' * 9); sys.stdout.flush()", "none of the legal"),
    ],
)
def test_a_program_that_fails_is_replaced_and_the_game_goes_on(
    tmp_path: Path, body: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "heard"
    if "within" in why:
        monkeypatch.setattr(Program.__init__, "__defaults__", (0.3,))
    bot = script(tmp_path, body or recording(log, "'abracadabra'"))
    contest = arena.contest("crocodile", [bot, "greedy"], 2, 1)
    (result,) = arena.play(contest, 1, workers=1)
    assert why in result.faults["0"]
    assert sorted(result.places)[0] == 1
    assert [line.faults for line in arena.standings(contest, [result]) if "cmd" in line.bot] == [1]
    if not body:
        assert json.loads(log.read_text().splitlines()[-1]) == {"replaced": why}


@pytest.mark.parametrize("name", ["bot.py", "bot.js"])
def test_the_examples_play_whole_games_and_are_short(name: str) -> None:
    path = EXAMPLES / name
    assert len(path.read_text(encoding="utf-8").splitlines()) < 60
    # Playwright brings a Node.js of its own, for machines that have none.
    runner = sys.executable if name.endswith("py") else shutil.which("node") or str(_driver()[0])
    bot = "cmd:" + shlex.join([runner, str(path)])
    for game in ("ra", "crocodile"):
        contest = arena.contest(game, [bot, "greedy"], rulebook(game).game.players[-1], 1)
        (result,) = arena.play(contest, 1, workers=1)
        assert result.faults == {}


def test_a_class_is_found_in_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "class MyBot:\n    def __init__(self, book):\n        self.game = book.game.id\n"
    (tmp_path / "my_own_bot.py").write_text(source)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    assert bot_from_spec("py:my_own_bot:MyBot", rulebook("ra"), Bots()).game == "ra"
