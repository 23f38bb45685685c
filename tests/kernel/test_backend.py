"""Backends: a cache that cannot go stale, and walls that keep the layers apart."""

from __future__ import annotations

import ast
import gc
import importlib
import shutil
import sys
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


def fingerprint() -> str:
    return backend.source_hash(BOOK, "1")


def test_the_cache_changes_with_every_source_it_depends_on(
    copied_sources: tuple[Path, Path],
) -> None:
    seen = {fingerprint()}
    kernel, game = copied_sources
    own = {source: source.name for source in kernel.rglob("*.py")}
    own |= {source: source.relative_to(game).parts[0] for source in game.rglob("*.py")}
    compiled = [source for source, name in own.items() if not name.startswith(backend.INDEPENDENT)]
    assert len(compiled) > len(backend.DIALECT_FILES)
    for source in compiled:
        source.write_text(source.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
        assert fingerprint() not in seen, f"{source.name} does not count"
        seen.add(fingerprint())


def test_the_cache_outlives_changes_of_pictures_and_words(
    copied_sources: tuple[Path, Path],
) -> None:
    before = fingerprint()
    for name in backend.INDEPENDENT:
        for source in copied_sources[1].glob(f"{name}*"):
            source.rename(source.with_name(f"{name}_changed"))
    assert fingerprint() == before


def test_the_cache_changes_with_the_compiler() -> None:
    assert backend.source_hash(BOOK, "1") != backend.source_hash(BOOK, "2")


def test_compiled_code_is_kept_in_a_folder_of_its_own(own_cache: Path) -> None:
    build = backend.numba_build(BOOK.game.id, "cpu")
    assert build.first_seat(0b1000) == 3
    (folder,) = own_cache.iterdir()
    assert folder.name.startswith(f"{BOOK.game.id}-cpu-")
    assert list(folder.rglob("*.nbi"))


def test_a_cache_that_cannot_be_written_only_costs_time(own_cache: Path) -> None:
    own_cache.write_text("a file stands where the folder should be", encoding="utf-8")
    build = backend.numba_build(BOOK.game.id, "cpu")
    assert build.first_seat(0b0100) == 2


def test_builds_are_made_once() -> None:
    game = BOOK.game.id
    assert backend.interpreted(game) is backend.interpreted(game)
    assert backend.cpu(game) is backend.cpu(game)
    assert backend.cpu(game) is not backend.search(game)


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


# --- Walls: who may import whom is import-linter's to say (pyproject.toml) --------------------


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
    """With how to do it ahead, and as a warning; not when code is found on disk later."""
    for _ in range(2):
        build = backend.numba_build(BOOK.game.id, "cpu")
        assert build.next_allowed(np.array([4], np.uint32), -1) == 2
    assert [(notice.levelname, notice.getMessage()) for notice in notices.records] == [
        (
            "WARNING",
            "Compiling Crocodile for environments (next_allowed): usually 1 s, then stored in "
            f"{own_cache}. To do it ahead: nomarch compile crocodile",
        )
    ]


def test_what_compiles_quickly_is_not_announced(
    own_cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert backend.numba_build(BOOK.game.id, "cpu").next_allowed(np.zeros(1, np.uint32), -1) == -1
    assert caplog.records == []


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


def test_an_unknown_game_is_not_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "no such game"]) == 2
    assert "There is no game 'no such game'" in capsys.readouterr().err


def parts_of(entry: str, overrides: Replacements) -> set[str]:
    """The names of all functions that are compiled with an entry."""
    options = LinkOptions(
        compiled=True,
        overrides=overrides,
        entry=lambda function, parts: {getattr(part, "__name__", "") for part in parts},
    )
    build = backend.link(BOOK, options)
    found: set[str] = getattr(build, entry)
    return found


def test_random_play_compiles_no_evaluation() -> None:
    parts = parts_of("play_series", backend.RANDOM_PLAY)
    assert {"apply", "legal", "setup"} < parts
    assert "evaluate" not in parts
    assert "evaluate" in parts_of("play_series", {})


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


@pytest.fixture
def busy_threads() -> Iterator[None]:
    """Threads that let others go on in the middle of everything that makes objects."""

    def let_others_go_on(*_: object) -> None:
        time.sleep(0)

    gc.callbacks.append(let_others_go_on)
    yield
    gc.callbacks.remove(let_others_go_on)


@pytest.mark.usefixtures("busy_threads")
def test_a_game_is_linked_in_several_threads_at_once() -> None:
    with ThreadPoolExecutor(4) as threads:
        builds = list(threads.map(backend.interpreted.__wrapped__, [BOOK.game.id] * 8))
    assert all(vars(build).keys() == vars(builds[0]).keys() for build in builds)


def test_without_numbas_internals_plain_njit_compiles(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    book = include("tests.smallest")
    monkeypatch.setitem(sys.modules, "nomarch.kernel.compile.compiler", None)
    monkeypatch.delattr("nomarch.kernel.compile.compiler", raising=False)
    build = backend.numba_build("crocodile", "plain")
    (record,) = caplog.records
    assert "lacks internals that Nomarch uses" in record.getMessage()
    compiled, interpreted = book.layout.array()[0], book.layout.plain()
    build.start(compiled, 3, np.array([0]), np.zeros(8, np.int64), 5)
    backend.interpreted("crocodile").start(interpreted, 3, (0,), [0] * 8, 5)
    assert compiled.tobytes() == book.layout.pack(interpreted)
