"""The command line: what it prints, what it refuses, and what it keeps."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import nomarch
from nomarch.bots import search
from nomarch.bots.play import play_on
from nomarch.cli.entry_point import INTERRUPTED

from .conftest import Cli

SOURCES = Path(nomarch.__file__).parent.parent
COMMANDS = ("play", "sim", "draw", "verify", "bench", "games")
START = "import sys; from nomarch.cli import main; sys.exit(main())"
START_LISTENING = (
    # Shells start jobs in the background deaf to interrupts; this one listens wherever it runs.
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); " + START
)

Typed = Callable[..., tuple[object, str]]


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOMARCH_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "data" / "terminal.txt"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, cli: Cli) -> Typed:
    """Plays with these answers at the prompt: exit status and what was printed."""

    def run(answers: Sequence[str], *arguments: str) -> tuple[object, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{a}\n" for a in answers)))
        status, out, err = cli("play", *arguments, "--language", "en")
        assert err == ""
        return status, out

    return run


def command(*arguments: str, start: str = START, **more: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", start, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        **more,  # type: ignore[call-overload]
    )


def loaded(path: Path) -> nomarch.Match:
    """The match of a file that the terminal keeps, which ends in a line about the seats."""
    body, _, _ = path.read_text(encoding="utf-8").rpartition("seats ")
    return nomarch.load(body)


@pytest.mark.parametrize(
    ("arguments", "begins"),
    [
        (["--help"], "usage: nomarch "),
        (["--version"], f"nomarch {nomarch.__version__}\n"),
        *(([name, "--help"], f"usage: nomarch {name}") for name in COMMANDS),
    ],
)
def test_help_teaches(arguments: list[str], begins: str, cli: Cli) -> None:
    status, out, _ = cli(*arguments)
    assert status == 0
    assert out.startswith(begins)
    if arguments == ["--help"]:
        assert all(name in out for name in (*COMMANDS, "examples:"))


def test_help_loads_nothing_heavy() -> None:
    script = (
        "import sys\n"
        "from nomarch.cli import main\n"
        "try:\n"
        "    main(['--help'])\n"
        "except SystemExit:\n"
        "    pass\n"
        "heavy = {'numpy', 'numba', 'rich', 'babel'} & sys.modules.keys()\n"
        "sys.exit(f'loaded {heavy}' if heavy else 0)\n"
    )
    process = command(start=script)
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dance"],
        ["play", "ra", "--players", "many"],
        ["play", "ra", "--dance"],
        ["draw", "ra"],
        ["draw", "ra", "--shape", "round", "-o", "x.svg"],
        ["verify"],
        ["sim"],
        ["sim", "ra", "--on", "paper"],
        *(["serve", "--rate", rate] for rate in ("0", "-1", "nan", "inf", "many")),
        ["serve", "--drain", "nan"],
        ["serve", "--end-invitations", "inf"],
    ],
)
def test_arguments_that_cannot_be_read(arguments: list[str], cli: Cli) -> None:
    status, out, err = cli(*arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "--help')" in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play"], "Which game? For example: nomarch play ra"),
        (["play", "chess"], "There is no game 'chess'; the games are"),
        (["play", "ra", "--players", "9"], "Ra is for 2 to 5 players, not 9."),
        (["play", "ra", "--seats", "me,wizard,me"], "There is no bot 'wizard'; the bots are"),
        (["play", "ra", "--players", "3", "--seats", "me,me,me,me"], "4 seats were named for 3"),
        (["play", "ra", "--option", "duel"], "--option duel: expected NAME=CHOICE."),
        (["play", "ra", "--option", "duel=yes"], "duel=yes: expected one of off, on."),
        (["play", "ra", "--seed", " "], "A seed may not be empty"),
        (["play", "--resume"], "there is no game to go on with"),
        (["play", "--resume", "nowhere.txt"], "nowhere.txt does not exist"),
        (["sim", "ra", "--games", "0"], "at least one game, not 0."),
        (["sim", "ra", "--workers", "-1"], "at least one worker, not -1."),
        (["sim", "ra", "--on", "cuda", "--workers", "2"], "a graphics card needs none."),
        (["sim", "ra", "--bots", "random,wizard,random"], "No compiled bot 'wizard'"),
        (["sim", "ra", "--players", "3", "--bots", "random"], "3 players need 3 bots, not 1."),
        (["draw", "-o", "x.svg"], "Which game? For example: nomarch draw ra"),
        (["draw", "ra", "-o", "x.gif"], "x.gif: expected a name that ends in .svg or .png."),
        (["draw", "ra", "--seat", "9", "-o", "x.svg"], "--seat 9: expected -1 to 4."),
        (["draw", "ra", "--names", "Ann,Bob", "-o", "x.svg"], "5 players need 5 names, not 2."),
        (["draw", "ra", "-o", "no/such/folder/x.svg"], "no/such/folder/x.svg: No such file"),
        (["draw", "--from", "nowhere.txt", "-o", "x.svg"], "nowhere.txt: No such file"),
        (["verify", "nowhere.txt"], "nowhere.txt: No such file"),
    ],
)
def test_wishes_that_cannot_be_granted(arguments: list[str], words: str, cli: Cli) -> None:
    """One line on stderr, nothing on stdout, exit status 2."""
    status, out, err = cli(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("nomarch: ")
    assert err.count("\n") == 1
    assert words in err


def test_games_are_listed(cli: Cli) -> None:
    status, out, _ = cli("games")
    assert status == 0
    for game in nomarch.games():
        assert f"{game:<10} " in out
    assert "--option duel=…" in out


def test_a_reader_who_leaves_early_gets_no_complaint() -> None:
    process = command("games")
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")


def test_a_game_is_played_through(typed: Typed, kept: Path) -> None:
    """By number or by notation; whatever is asked, the first choice is always there."""
    status, out = typed(["1"] * 400, "ra", "--seed", "7", "--players", "3")
    assert status == 0
    assert "Epoch 3 begins" in out
    assert "wins the game." in out
    match = loaded(kept)
    assert match.over
    assert out.rstrip().endswith(f"3. {match.ranking[2].name}: {match.ranking[2].points}")


def test_notation_numbers_and_nonsense(typed: Typed, kept: Path) -> None:
    _, out = typed(
        ["99", "[/red]", "bid 3", "", "invoke", "quit"],
        "ra", "--seed", "7", "--seats", "me,me,me",
    )  # fmt: skip
    assert "'99' is no move of Ra." in out
    assert "'[/red]' is no move of Ra." in out
    assert "'bid 3' is not allowed now" in out
    match = loaded(kept)
    assert [match.book.actions[step.action] for step in match.steps] == ["invoke"]


def test_undo_at_the_prompt(typed: Typed, kept: Path) -> None:
    """At a shared keyboard the last decision is taken back, whoever's it was."""
    seats = ("--seats", "me,me,me")
    _, out = typed(["undo", "invoke", "undo"], "ra", "--seed", "7", *seats)
    assert "has made no decision yet." in out
    assert loaded(kept).steps == []
    _, out = typed(["draw", "undo"], "--resume")
    assert "Something was revealed since" in out
    assert len(loaded(kept).steps) == 1


def test_words_other_than_moves(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search.SearchCompiler, "warm_up", lambda *_, **more: None)
    copy = tmp_path / "copy.txt"
    status, out = typed(
        ["help", "hint", "draw", "log", "rules", "save", f"save {copy}", "save /dev/null/x"],
        "ra", "--seed", "7", "--seats", "me,me,me,me",
    )  # fmt: skip
    assert status == 0
    assert "take the last decision back" in out
    assert "\n→ " in out.replace("> →", ">\n→")
    assert "Epoch 1 begins" in out
    assert "Over three epochs you bid suns for tiles." in out
    assert f"Saved to {copy}" in out
    assert "/dev/null/x: " in out
    assert len(nomarch.load(copy.read_text(encoding="utf-8")).steps) == 1


def test_a_game_is_kept_and_resumed(typed: Typed, kept: Path) -> None:
    status, out = typed(["draw"], "ra", "--seed", "7", "--seats", "me,easy,me")
    assert status == 0
    assert f"Kept in {kept}; go on with: nomarch play --resume" in out
    before = loaded(kept)
    assert kept.read_text(encoding="utf-8").endswith("seats me,easy,me\n")
    status, out = typed(["1"], "--resume")
    assert status == 0
    after = loaded(kept)
    assert after.seed == before.seed
    assert after.steps[: len(before.steps)] == before.steps
    assert len(after.steps) > len(before.steps)
    assert kept.read_text(encoding="utf-8").endswith("seats me,easy,me\n")


def test_a_game_may_be_kept_elsewhere(typed: Typed, tmp_path: Path, kept: Path) -> None:
    path = tmp_path / "folder" / "mine.txt"
    _, out = typed([], "ra", "--seed", "7", "--save", str(path))
    assert f"nomarch play --resume {path}" in out
    assert not kept.exists()
    _, out = typed(["1"], "--resume", str(path))
    assert f"Kept in {path}" in out


def test_a_plain_save_can_be_resumed(typed: Typed, tmp_path: Path) -> None:
    """Names with brackets are no markup."""
    path = tmp_path / "plain.txt"
    match = nomarch.new("ra", 3, 7, names=("[/bold]", "[red]", "]["))
    path.write_text(match.save(), encoding="utf-8")
    status, out = typed(["1", "log"], "--resume", str(path), "--seats", "me")
    assert status == 0
    assert "[/bold]" in out
    assert "[red]" in out
    assert path.read_text(encoding="utf-8").endswith("seats me,greedy,greedy\n")


def test_a_game_goes_from_player_to_player_as_a_file(typed: Typed, tmp_path: Path) -> None:
    """Whoever gets it plays the seat that is to act, and the bot stays one."""
    path = tmp_path / "game.txt"
    _, out = typed(["1"], "ra", "--seed", "7", "--seats", "me,other,greedy", "--save", str(path))
    for turn in range(4):
        match = nomarch.load(path.read_text(encoding="utf-8"))
        [seat] = match.to_act
        assert seat in (0, 1), turn
        assert f"{match.names[seat]}'s turn. Send {path}" in out, turn
        _, out = typed(["1"] * 9, "--resume", str(path))
        assert f"{match.names[seat]}>" in out
        assert f"{match.names[1 - seat]}>" not in out
    assert match.names == ("Player 1", "Player 2", "Greedy 3")
    assert {step.seat for step in match.steps if not step.auto} == {0, 1, 2}


@pytest.mark.parametrize("damage", [b"\xff\xfe", b"chess", b"nomarch 1\nseats \n", b""])
def test_a_damaged_game_is_not_resumed(damage: bytes, kept: Path, cli: Cli) -> None:
    kept.parent.mkdir(parents=True)
    kept.write_bytes(damage)
    status, _, err = cli("play", "--resume", "--language", "en")
    assert status == 2
    assert err.startswith("nomarch: line 1: ")
    assert kept.read_bytes() == damage, "what cannot be read is not overwritten"


def test_ctrl_c_keeps_the_game(kept: Path, typed: Typed) -> None:
    process = command(
        "play", "ra", "--seed", "7", "--seats", "me,me,me", "--language", "en",
        start=START_LISTENING,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("draw\n")
    process.stdin.flush()
    heard = ""
    while heard.count("> ") < 2:  # the second prompt: the first answer has been carried out
        heard += process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert "Traceback" not in out + err
    assert "go on with: nomarch play --resume" in out
    assert process.returncode == 0
    assert len(loaded(kept).steps) == 1
    status, _ = typed(["invoke"], "--resume")
    assert status == 0
    assert len(loaded(kept).steps) == 2


def test_ctrl_c_elsewhere_stops_in_one_line(monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("nomarch.engine.simulation.simulate", interrupted)
    assert cli("sim", "ra") == (INTERRUPTED, "", "\nnomarch: stopped.\n")


def simulated(cli: Cli, line: str) -> dict[str, Any]:
    status, out, _ = cli("sim", "ra", "--players", "3", "--seed", "5", "--json", *line.split())
    assert status == 0
    return json.loads(out)  # type: ignore[no-any-return]


@pytest.mark.compiled
def test_simulation_as_json(cli: Cli) -> None:
    result = simulated(cli, "--games 60 --bots greedy,random,random --rotate")
    assert set(result) == {
        "game", "players", "seed", "games", "steps", "seconds", "rotated", "lines",
        "games_per_second", "steps_per_second",
    }  # fmt: skip
    assert (result["game"], result["players"], result["games"]) == ("ra", 3, 60)
    assert result["rotated"] is True
    assert len(result["seed"]) == 64
    for line in result["lines"]:
        assert set(line) == {
            "bot", "games", "wins", "win_rate", "win_low", "win_high", "mean_score", "score_sd",
        }  # fmt: skip
        assert line["games"] == 60
        assert 0 <= line["win_low"] <= line["win_rate"] <= line["win_high"] <= 1
    assert sum(line["wins"] for line in result["lines"]) == pytest.approx(60)


@pytest.mark.thorough
def test_simulation_depends_on_the_seed_alone(cli: Cli) -> None:
    def outcome(line: str) -> list[object]:
        result = simulated(cli, f"--games 1300 {line}")
        return [result[key] for key in ("seed", "steps", "lines")]

    assert outcome("--workers 1") == outcome("--workers 3") == outcome("")
    assert outcome("--seed 6") != outcome("--seed 5")


@pytest.mark.compiled
def test_simulations_and_measurements_as_a_table(cli: Cli) -> None:
    status, out, err = cli("sim", "ra", "--games", "30", "--players", "3", "--seed", "5")
    assert status == 0
    assert "ra, 3 players, 30 games" in out
    assert "games/s" in out
    assert err == "", "no progress bar where nobody looks"
    _, out, _ = cli("bench", "ra", "--players", "3", "--seconds", "0.01")
    title, _, line, *_ = out.splitlines()
    assert title.startswith("| game | players |")
    assert line.startswith("| ra | 3 |")


def test_draw_a_board(tmp_path: Path, cli: Cli) -> None:
    path = tmp_path / "ra.svg"
    names = "Ann,Bob,Cleo,Dan,Eve"
    assert cli("draw", "ra", "--names", names, "-o", path) == (0, f"{path}\n", "")
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    assert root.tag.endswith("svg")
    assert "Cleo" in path.read_text(encoding="utf-8")
    path = tmp_path / "ra.png"
    arguments = ["--players", "3", "--moves", "10", "--shape", "tall", "--seat", "-1"]
    assert cli("draw", "ra", *arguments, "-o", path) == (0, f"{path}\n", "")
    assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_draw_a_save(save: Path, cli: Cli) -> None:
    path, match = save.with_suffix(".svg"), nomarch.new("ra", 3, 7)
    save.write_text(match.save(), encoding="utf-8")
    assert cli("draw", "--from", save, "-o", path)[0] == 0
    assert path.read_text(encoding="utf-8") == match.svg(match.to_act[0])
    save.write_bytes(b"\xff")
    assert cli("draw", "--from", save, "-o", path)[0] == 2


@pytest.fixture
def save(tmp_path: Path) -> Path:
    match = nomarch.new("ra", 3, 7)
    play_on(match, "random", 10_000)
    path = tmp_path / "game.txt"
    path.write_text(match.save(), encoding="utf-8")
    return path


def test_verify_a_good_save(save: Path, cli: Cli) -> None:
    match = nomarch.load(save.read_text(encoding="utf-8"))
    status, out, _ = cli("verify", save)
    assert status == 0
    assert f"{save}: good. Ra, 3 players," in out
    assert match.commitment in out
    assert f"1. {match.ranking[0].name}: {match.ranking[0].points}" in out
    assert cli("verify", save, "--commitment", f" {match.commitment.upper()} ")[0] == 0
    status, out, _ = cli("verify", save, "--commitment", "0" * 64)
    assert status == 1
    assert "FAILED, the seed does not match the fingerprint" in out


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"drew", b"dreW"), (b"seed ", b"seed 0"), (b"end ", b"the end "), (b"draw", b"invoke"),
     (b"game", b"\xff")],
)  # fmt: skip
def test_verify_a_tampered_save(save: Path, old: bytes, new: bytes, cli: Cli) -> None:
    save.write_bytes(save.read_bytes().replace(old, new, 1))
    status, out, err = cli("verify", save)
    assert (status, err) == (1, "")
    assert out.startswith(f"{save}: FAILED, line ")
