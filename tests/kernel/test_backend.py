"""Backends: a cache that cannot go stale, and walls that keep the layers apart."""

import ast
import gc
import importlib
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from threading import Event

import numba
import numpy as np
import pytest

import nomarch
from nomarch.bots import search
from nomarch.cli import main
from nomarch.envs import pettingzoo
from nomarch.envs.batch import Batch
from nomarch.envs.pointer_calls import pointer_call
from nomarch.errors import RulesOutsideDialect
from nomarch.kernel.compile import backend, compile_notice, compiler
from nomarch.kernel.compile.linker import LinkOptions, Replacements
from nomarch.kernel.declare.chance import TABLE
from nomarch.kernel.declare.game import Rulebook, include, rulebooks
from nomarch.kernel.declare.layout import STREAM
from nomarch.paths import locked

PACKAGE = Path(nomarch.__file__).parent
BOOK = include("tests.smallest")


@pytest.fixture
def copied_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Copies of the kernel's and a game's sources, which the backend takes for the real ones."""
    package = importlib.import_module(BOOK.package)
    kernel, game = tmp_path / "kernel", tmp_path / "game"
    shutil.copytree(Path(backend.__file__).parents[1], kernel)
    shutil.copytree(Path(str(package.__file__)).parent, game)
    monkeypatch.setattr(backend, "__file__", str(kernel / "compile/backend.py"))
    monkeypatch.setattr(package, "__file__", str(game / "__init__.py"))
    return kernel, game


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for compiled code; Numba's setting is put back afterwards."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", numba.config.CACHE_DIR)
    monkeypatch.setenv("NOMARCH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_the_cache_changes_with_every_source_it_depends_on(
    copied_sources: tuple[Path, Path],
) -> None:
    """A source of each folder is changed; pictures, words and the like may go."""
    seen = [backend.source_hash(BOOK, "1"), backend.source_hash(BOOK, "2")]
    folders = {source.parent for root in copied_sources for source in root.rglob("*.py")}
    assert len(folders) > 3
    for folder in folders:
        sources = {source.name: source for source in sorted(folder.glob("*.py"))}
        others = [name for name in sources if name.startswith(backend.INDEPENDENT)]
        for name in others:
            sources.pop(name).unlink()
        assert backend.source_hash(BOOK, "2") == seen[-1], others
        with sources.popitem()[1].open("a", encoding="utf-8") as changed:
            changed.write("\n# changed\n")
        seen.append(backend.source_hash(BOOK, "2"))
    assert len(set(seen)) == len(seen)


def test_compiled_code_is_kept_in_a_folder_of_its_own(own_cache: Path) -> None:
    own_cache.write_text("a file stands where the folder should be", encoding="utf-8")
    build = backend.numba_build(BOOK.game.id, "cpu")
    assert build.first_seat(0b0100) == 2, "a cache that cannot be written only costs time"
    own_cache.unlink()
    build = backend.numba_build(BOOK.game.id, "cpu")
    assert build.first_seat(0b1000) == 3
    (folder,) = own_cache.iterdir()
    assert folder.name.startswith(f"{BOOK.game.id}-cpu-")
    assert list(folder.rglob("*.nbi"))


def test_the_interpreted_build_checks_indices() -> None:
    """A bag that is emptier than it claims: the search for the tile runs past its end."""
    build, stream = backend.interpreted(BOOK.game.id), STREAM.plain()
    build.reseed(stream, [0] * 8, 0, TABLE)
    with pytest.raises(IndexError):
        build.draw_from(stream, [0] * 3, 9)


def test_rules_outside_the_dialect_are_not_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "rules.py"
    source.write_text("def setup(s):\n    return 0.5\n", encoding="utf-8")
    monkeypatch.setattr(BOOK.module("rules"), "__file__", str(source))
    with pytest.raises(RulesOutsideDialect, match="has no floats"):
        backend.link(BOOK, LinkOptions())


def test_no_game_is_named_outside_games() -> None:
    books = rulebooks().values()
    names = {name for book in books for name in (book.game.id, book.game.title)}
    names |= {book.package.rpartition(".")[2] for book in books}
    for path in PACKAGE.rglob("*.py"):
        if not path.is_relative_to(PACKAGE / "games"):
            nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            quoted = {node.value for node in nodes if isinstance(node, ast.Constant)}
            assert not quoted & names, f"{path.name} names a game"


@pytest.fixture
def notices(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> pytest.LogCaptureFixture:
    """What is logged of compiling, also of entries that call few functions."""
    monkeypatch.setattr(compile_notice, "FEW", 1)
    return caplog


def test_compiling_is_announced_once(own_cache: Path, notices: pytest.LogCaptureFixture) -> None:
    for _ in range(2):
        build = backend.numba_build(BOOK.game.id, "cpu")
        assert build.next_allowed(np.array([4], np.uint32), -1) == 2
    ((level, sentence),) = [(each.levelname, each.getMessage()) for each in notices.records]
    assert level == "WARNING"
    assert sentence == (
        "Compiling Crocodile for environments (next_allowed): usually 1 s, then stored in "
        f"{own_cache}. To do it ahead: nomarch compile crocodile"
    )


def test_an_announcement_names_the_purpose(caplog: pytest.LogCaptureFixture) -> None:
    purposes = {"play_series": "simulations", "step_slots": "batches", "search_worlds": "search"}
    for entry in purposes:
        compile_notice.log_compilation(BOOK.game, None, entry, 90)
    assert [notice.getMessage().partition(". ")[0] for notice in caplog.records] == [
        f"Compiling Crocodile for {purpose} ({entry}): usually 9 s, in every process"
        for entry, purpose in purposes.items()
    ]


def forget_builds() -> None:
    for make in (backend.cpu, backend.random_play, backend.search, pointer_call):
        make.cache_clear()


@pytest.fixture
def new_builds(notices: pytest.LogCaptureFixture) -> Iterator[None]:
    forget_builds()
    yield
    forget_builds()


@pytest.mark.thorough  # compiles a game twice; the next one only calls the command
@pytest.mark.usefixtures("new_builds")
def test_what_was_compiled_ahead_is_only_loaded(
    notices: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, searched = BOOK.game.id, list[Rulebook]()
    monkeypatch.setattr(search, "compile_search", searched.append)
    assert main(["compile", game]) == 0
    assert searched == [BOOK]
    assert notices.records
    notices.clear()
    forget_builds()
    for bot in ("random", "greedy"):
        nomarch.simulate(game, 10, 2, seed=1, bots=[bot, bot])
        Batch(game, 2, n=4, seed=1, policies=["caller", bot]).step()
    env = pettingzoo.raw_env(game)
    env.reset(seed=1)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    assert notices.records == []


def test_random_play_compiles_no_evaluation() -> None:
    def parts_of(overrides: Replacements) -> set[str]:
        options = LinkOptions(
            compiled=True,
            overrides=overrides,
            entry=lambda function, parts: {getattr(part, "__name__", "") for part in parts},
        )
        found: set[str] = backend.link(BOOK, options).play_series
        return found

    assert {"apply", "legal", "setup"} < parts_of(backend.RANDOM_PLAY)
    assert parts_of({}) - parts_of(backend.RANDOM_PLAY) >= {"evaluate"}


def test_what_another_process_compiles_is_waited_for(
    notices: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (backend.numba_build(BOOK.game.id, "cpu") for _ in range(2))
    folder, mask = Path(first.next_allowed._cache.cache_path), np.array([4], np.uint32)
    comes, locks = Event(), [nullcontext(), locked(folder / "next_allowed.lock")]

    def lock_of(path: Path) -> AbstractContextManager[None]:
        assert path == folder / "next_allowed.lock"
        comes.set()
        return locks.pop()

    monkeypatch.setattr(compiler, "locked", lock_of)
    with ThreadPoolExecutor(1) as threads:
        with locked(folder / "next_allowed.lock"):  # by a process that compiles it
            waiting = threads.submit(second.next_allowed, mask, -1)
            assert comes.wait(60)
            assert first.next_allowed(mask, -1) == 2
        assert waiting.result() == 2
    assert len(notices.records) == 1


def test_a_game_is_linked_in_several_threads_at_once() -> None:
    def let_others_go_on(*_: object) -> None:
        """In the middle of everything that makes objects."""
        time.sleep(0)

    gc.callbacks.append(let_others_go_on)
    try:
        with ThreadPoolExecutor(4) as threads:
            builds = list(threads.map(backend.interpreted.__wrapped__, [BOOK.game.id] * 8))
    finally:
        gc.callbacks.remove(let_others_go_on)
    assert all(vars(build).keys() == vars(builds[0]).keys() for build in builds)
