"""Networks as bots: one small file, NumPy alone, and a sentence for each that does not fit."""

import io
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from nomarch.bots import Bots, arena
from nomarch.bots.network_bot import NetworkBot
from nomarch.bots.plain_network import PlainNetworkBot, find_plain, load_plain
from nomarch.bots.play import bot_rng, decide, play_on
from nomarch.bots.prior import NetworkPrior
from nomarch.bots.registry import bot_from_spec
from nomarch.bots.search import GUIDED, MIN_PLAYOUTS, Search, SearchRun
from nomarch.bots.trained_for import encoding_fingerprint, published_paths
from nomarch.bots.weights import (
    Weights,
    find_published,
    has_network,
    load_published,
    load_weights,
    masked_softmax,
    relative_evaluation,
)
from nomarch.cli import main
from nomarch.engine.match import Match
from nomarch.engine.simulation import wilson
from nomarch.envs import Batch
from nomarch.errors import BadOption
from nomarch.kernel.compile import backend, cpu_network
from nomarch.kernel.declare.actions import allow
from nomarch.kernel.declare.game import Rulebook, include, rulebook
from nomarch.kernel.run import network
from nomarch.kernel.run.seeds import make_seed
from nomarch.kernel.run.worlds import GAMES, VALUE

from .bot_positions import BOOKS, COMPILER, RA, each_book, each_compiled, question, ready, untrained
from .conformance.playing import SMALLEST


def position(book: Rulebook, decisions: int) -> Match:
    match = Match(book, book.setup(book.game.usual_players), make_seed("a net's position"))
    play_on(match, "greedy", decisions)
    while len(match.legal_actions(match.to_act[0])) == 1:
        play_on(match, "greedy", 1)
    return match


def test_a_file_gives_back_what_was_written(tmp_path: Path) -> None:
    written, path = untrained(RA), tmp_path / "weights.npz"
    written.save(path)
    found = load_weights(path)
    assert replace(found, mean=0, std=0, layers=()) == replace(  # type: ignore[arg-type]
        written, mean=0, std=0, layers=()
    )
    rows = np.arange(2 * len(written.mean)).reshape(2, -1) % 7
    for a, b in zip(found(rows), written(rows), strict=True):
        assert np.array_equal(a, b)
    assert [file.name for file in tmp_path.iterdir()] == ["weights.npz"]


def test_a_net_takes_what_it_likes_best() -> None:
    match, plain = position(SMALLEST, 3), untrained(SMALLEST)
    inputs, outputs = len(SMALLEST.features), len(SMALLEST.actions) + SMALLEST.game.usual_players
    seat = match.to_act[0]
    for action in match.legal_actions(seat):
        layer = np.zeros((inputs, outputs), np.float32), np.eye(outputs, dtype=np.float32)[action]
        bot = NetworkBot(SMALLEST, replace(plain, layers=(layer,)))
        assert SMALLEST.actions.parse(decide(match, seat, bot)) == action


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"game": "giza"}, "trained for giza, not for ra"),
        ({"rules_version": 0}, "version 0 of the rules of ra, which are at version"),
        ({"mean": np.zeros(999)}, "observations of 999 numbers, but those of ra have 365"),
        ({"fingerprint": "?"}, "meant something else"),
        ({"players": (2, 3)}, "trained for 2 or 3 players, not 4"),
    ],
)
def test_weights_for_something_else_are_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        NetworkBot(RA, replace(untrained(RA, 4), **changes), 4)


def test_features_added_later_count_as_zero() -> None:
    """A network trained without the last feature plays on; one in the middle makes it useless."""
    book = RA
    full = untrained(book)
    before = full.inputs - book.features.all[-1].block.size
    (first, bias), *rest = full.layers
    old = replace(
        full,
        mean=full.mean[:before],
        std=full.std[:before],
        layers=((first[:before], bias), *rest),
        fingerprint=encoding_fingerprint(book, before),
    )
    padded = np.concatenate([first[:before], np.zeros_like(first[before:])])
    blind = replace(full, layers=((padded, bias), *rest))
    for decisions in (3, 20):
        match = position(book, decisions)
        view, seat, legal = question(match)
        plays = [NetworkBot(book, each).logits(view, seat, legal) for each in (old, blind)]
        assert plays[0] == pytest.approx(plays[1])
    with pytest.raises(BadOption, match="meant something else"):
        replace(old, fingerprint=encoding_fingerprint(book, before - 1)).check(book)


def test_files_that_hold_no_weights_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    with pytest.raises(BadOption, match=r"cannot be read \(No such file"):
        load_weights(path)
    whole, other = untrained(SMALLEST), io.BytesIO()
    whole.save(path)
    np.savez(other, mean=np.zeros(3))
    broken = (b"", b"not a file of arrays", path.read_bytes()[:-40], other.getvalue())
    for content in (*broken, b"PK\x05\x06" + bytes(18)):
        path.write_bytes(content)
        for load in (load_weights, load_plain):
            with pytest.raises(BadOption, match="holds no weights"):
                load(path)
    for layers in (whole.layers[:0], whole.layers[1:]):
        replace(whole, layers=layers).save(path)
        with pytest.raises(BadOption, match="do not fit each other"):
            load_weights(path)


def test_an_observation_that_means_something_else_is_another_sight() -> None:
    assert encoding_fingerprint(SMALLEST) == encoding_fingerprint(include("tests.smallest"))
    assert len({encoding_fingerprint(book) for book in [*BOOKS, SMALLEST]}) == len(BOOKS) + 1


LARGEST = 8_000_000


@each_book
def test_published_weights_fit_their_game(book: Rulebook) -> None:
    """A change of rules, features or actions needs new training, or the file removed."""
    for players in book.game.players:
        assert has_network(book, players)
        weights, paths = load_published(book, players), [*published_paths(book, players)]
        weights.check(book, players)
        assert weights.trained > 0
        assert all(path.stat().st_size < LARGEST for path in paths)
        own_first = book.folder / f"weights-{players}.npz", book.folder / "weights.npz"
        assert paths == [path for path in own_first if path.exists()]
    if book.game.id == "egizia":
        assert (load_published(book, 4).players, load_published(book, 3).players[0]) == ((4,), 2)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[pytest.mark.xdist_group(f"compile-{game}"), pytest.mark.compiled])
        for game in ("ra", "giza")
    ],
)
def test_published_weights_beat_the_evaluation(game: str) -> None:
    """The others take long to compile; `tools.networks train` trains all of them."""
    weights = load_published(rulebook(game), 4)
    policies, won = ["caller", *["greedy"] * 3], np.full(240, np.nan)
    batch = Batch(game, 4, 240, seed="published weights", policies=policies, rotate=True)
    while np.isnan(won).any():
        evaluation = relative_evaluation(batch.evaluate(), batch.mask, weights.evaluation_unit)
        logits, _ = weights(batch.observation, evaluation)
        batch.step(masked_softmax(logits, batch.mask).argmax(axis=1))
        ended = (batch.done == 1) & np.isnan(won)
        won[ended] = (batch.reward[:, 0] == batch.reward.max(axis=1))[ended]
    low, _ = wilson(float(won.mean()), len(won))
    assert low > 1 / 4


def test_a_net_is_named_by_its_file(tmp_path: Path) -> None:
    book, path = SMALLEST, tmp_path / "weights.npz"
    untrained(book, 2).save(path)
    assert isinstance(bot_from_spec(f"net:{path}", book, Bots(), 2), NetworkBot)
    bot = bot_from_spec(f"net:{path},40,limit=3", book, Bots(), 2)
    assert isinstance(bot, Search)
    assert (bot.playouts, bot.plan.limit) == (40, 3)
    for wish, sentence in (
        (f"net:{path},deep", "'deep' is no setting"),
        ("net", "No weights come with crocodile for 2 players"),
        (f"net:{tmp_path}", "cannot be read"),
    ):
        with pytest.raises(BadOption, match=sentence):
            bot_from_spec(wish, book, Bots(), 2)
    with pytest.raises(BadOption, match="for 2 players, not 3"):
        bot_from_spec(f"net:{path}", book, Bots(), 3)


def test_nets_meet_others_in_the_arena(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    untrained(SMALLEST, 2).save(path)
    contest = arena.contest("crocodile", [f"net:{path}", f"net:{path},16"], 2, 3)
    played = arena.play(contest, 4, workers=1)
    assert played == arena.play(contest, 4, workers=1)
    assert sum(line.wins for line in arena.standings(contest, played)) == 4


def test_a_net_sits_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "weights.npz"
    untrained(SMALLEST, 2).save(path)
    monkeypatch.setattr("builtins.input", lambda _: "1")
    seats = ["--seats", f"me,net:{path}", "--seed", "2", "--save", str(tmp_path / "game.txt")]
    assert main(["play", "crocodile", *seats, "--language", "en"]) == 0
    assert "Net 2" in capsys.readouterr().out
    three = ["--players", "3", "--save", str(tmp_path / "other.txt")]
    assert main(["play", "crocodile", "--seats", f"me,net:{path}", *three]) == 2
    assert "for 2 players, not 3" in capsys.readouterr().err


@each_compiled
def test_only_plausible_moves_are_searched_unless_included(book: Rulebook) -> None:
    match = position(book, 12)
    view, seat, legal = question(match)
    prior = NetworkPrior(book, untrained(book))
    bot = ready(book, 64, replace(GUIDED, width=2), prior=prior)
    likely = prior.probabilities(view, seat, legal)
    assert likely is not None
    assert sum(likely.values()) == pytest.approx(1)
    least = min(legal, key=lambda action: likely[action])
    found = bot.analyse(view, seat, legal, bot_rng(match, seat))
    assert sum(estimate.games > MIN_PLAYOUTS for estimate in found) == 2
    included = bot.analyse(view, seat, legal, bot_rng(match, seat), include=[least])
    assert next(e for e in included if e.action == least).games > MIN_PLAYOUTS


@pytest.mark.xdist_group("compile-crocodile")
def test_without_a_network_for_the_table_the_evaluation_guides() -> None:
    match = position(SMALLEST, 3)
    asked = question(match)
    others = NetworkPrior(SMALLEST, untrained(SMALLEST, match.players + 1))
    found = [
        ready(SMALLEST, 32, prior=prior).analyse(*asked, bot_rng(match, asked[1]))
        for prior in (None, others)
    ]
    assert found[0] == found[1]


def with_evaluation(book: Rulebook) -> Weights:
    chance, plain = np.random.default_rng(2), untrained(book)
    return replace(
        plain,
        evaluation_scale=chance.uniform(0.5, 2, len(book.actions)).astype(np.float32),
        evaluation_unit=0.5,
    )


@pytest.mark.xdist_group("compile-crocodile")
def test_a_guided_search_finds_the_same_on_every_machine() -> None:
    """Action, playouts and wins in hundredths, as recorded once."""
    prior = NetworkPrior(SMALLEST, with_evaluation(SMALLEST))
    bot, found = ready(SMALLEST, 200, prior=prior), []
    for match in (position(SMALLEST, decisions) for decisions in (0, 3, 6)):
        asked = *question(match), bot_rng(match, match.to_act[0])
        found.append([(e.action, e.games, round(e.win * e.games)) for e in bot.analyse(*asked)])
    assert found == [
        [(3, 83, 3225), (1, 83, 3100), (2, 33, 1275)],
        [(3, 75, 4075), (2, 75, 3525), (1, 25, 1150), (0, 25, 933)],
        [(1, 75, 1083), (2, 75, 700), (0, 25, 400), (3, 25, 100)],
    ]


@each_compiled
def test_compiled_code_reads_views_as_the_interpreter_does(book: Rulebook) -> None:
    COMPILER.warm_up(book, wait=True)
    compiled = NetworkBot(book, with_evaluation(book), is_compiled=True)
    plain = NetworkBot(book, compiled.weights)
    for decisions in (0, 3, 6) if book is SMALLEST else (0, 20, 60):
        match = position(book, decisions)
        view, seat, legal = question(match)
        assert compiled.logits(view, seat, legal)[legal] == pytest.approx(
            plain.logits(view, seat, legal)[legal], abs=1e-5
        )


@each_compiled
def test_a_playout_that_is_cut_short_counts_by_the_networks_value(book: Rulebook) -> None:
    """The network is shown the seat's own view of the world, where the seat has a choice again."""
    COMPILER.warm_up(book, wait=True)
    match, weights, plan = position(book, 12), with_evaluation(book), replace(GUIDED, limit=1)
    view, seat, (action, *_) = question(match)
    bot, run = NetworkBot(book, weights), SearchRun(book, plan, view, seat, bot_rng(match, seat))
    run.network = bot.for_playouts(plan.limit, 100 - plan.network, plan.temperature)
    run.play(action, 1)
    end = book.layout.unpack(run.memory.states.tobytes()[: book.layout.size])
    rules, mask = backend.interpreted(book.game.id), [0] * book.actions.words
    assert rules.first_seat(rules.to_act(end)) == seat
    rules.ask(end, seat, mask)
    assert sum(word.bit_count() for word in mask) > 1
    chance = weights(bot.encode(end, seat))[1][0]
    assert run.network.places[0] == pytest.approx(10_000 * chance, abs=2)
    assert run.known[action][GAMES] == 1
    assert run.known[action][VALUE] > 0


def test_compiled_products_are_numpys() -> None:
    """Without a temperature the best action is taken, with one as often as the policy says."""
    book = RA
    weights = with_evaluation(book)
    sample = numba.njit(cpu_network.native_functions()[network.sample_action], _nrt=False)
    chance = np.random.default_rng(3)
    best = NetworkBot(book, weights).for_playouts(0, 0, 0)
    warm = NetworkBot(book, weights).for_playouts(0, 0, 200)
    for _ in range(20):
        obs = chance.integers(0, 5, len(book.features)) * (chance.random(len(book.features)) < 0.3)
        legal = np.sort(chance.choice(len(book.actions), 6, replace=False))
        words, mask = [0] * book.actions.words, np.zeros(len(book.actions))
        for action in legal.tolist():
            allow(words, action)
        mask[legal] = 1
        values = chance.integers(-100, 100, len(book.actions))
        logits, _ = weights(obs, relative_evaluation(values, mask, weights.evaluation_unit))
        arguments = obs, np.array(words, np.uint32), values
        favourite = int(legal[np.argmax(logits[legal])])
        assert sample(best, *arguments, int(chance.integers(1 << 32))) == favourite
        draws = (np.arange(1000) * 4294967 + 1).tolist()
        share = np.mean([sample(warm, *arguments, draw) == favourite for draw in draws])
        assert share == pytest.approx(masked_softmax(logits / 2, mask)[favourite], abs=0.02)


NO_TORCH = """
import sys
sys.modules["torch"] = None
from pathlib import Path
from nomarch.bots.weights import load_weights
from nomarch.bots.network_bot import NetworkBot
from nomarch.kernel.declare.game import include
book = include("tests.smallest")
NetworkBot(book, load_weights(Path(sys.argv[1])), 2)
from nomarch.cli import main
sys.exit(main(["train", "crocodile", "--out", sys.argv[2]]))
"""


def test_playing_needs_no_torch_and_training_says_so(tmp_path: Path) -> None:
    path, run = tmp_path / "weights.npz", tmp_path / "run"
    untrained(SMALLEST, 2).save(path)
    command = [sys.executable, "-c", NO_TORCH, str(path), str(run)]
    root = Path(__file__).parent.parent
    done = subprocess.run(command, capture_output=True, text=True, cwd=root, check=False)
    assert done.returncode == 2
    assert done.stderr == "nomarch: Training needs the extra: pip install 'nomarch[train]'.\n"
    assert not run.exists()


@pytest.mark.compiled
@each_book
def test_plain_python_chooses_by_the_rules_as_numpy_does(book: Rulebook) -> None:
    players = book.game.usual_players
    plain, weights = find_plain(book, players), find_published(book, players)
    assert plain is not None
    assert weights is not None
    match, bots = position(book, 3), (PlainNetworkBot(book, plain), NetworkBot(book, weights))
    for _ in range(25):
        view, seat, legal = question(match)
        logits, expected = (bot.logits(view, seat, legal) for bot in bots)
        assert [logits[one] for one in legal] == pytest.approx(
            [float(expected[one]) for one in legal], abs=1e-3
        )
        chosen = [bot.choose(view, seat, legal, bot_rng(match, seat)) for bot in bots]
        assert chosen[0] == chosen[1]
        assert sum(bots[0].probabilities(view, seat, legal).values()) == pytest.approx(1)
        places = bots[1].weights(bots[1].encode(view, seat))[1]
        assert bots[0].predict_places(view, seat) == pytest.approx(places.tolist(), abs=1e-3)
        match.play(seat, book.actions[chosen[0]])
        if match.over:
            break
    assert match.ply > 20
