"""Game records: games between bots as data, one row per decision, in Parquet or JSON Lines.

A file depends on its header alone: bots without a clock write the same bytes on every run.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from nomarch import __version__
from nomarch.bots import Bot, Bots
from nomarch.bots.play import decide
from nomarch.bots.program import Program
from nomarch.bots.registry import bot_from_spec
from nomarch.engine.executors import SerialExecutor, processes
from nomarch.engine.match import Match
from nomarch.errors import BadOption
from nomarch.kernel import backend
from nomarch.kernel.game import rulebook
from nomarch.kernel.seeds import make_seed

FORMAT = 1
"""Version of the columns."""
SUFFIXES = (".jsonl", ".parquet")
ROWS_PER_GROUP = 16_384
"""Rows of a Parquet row group."""

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class GameRecordHeader:
    """Everything that the rows of a file depend on."""

    game: str
    players: int
    options: dict[str, str]
    bots: list[str]
    seed: str
    games: int
    rotate: bool
    """Whether bots move one seat on from game to game."""
    views: bool
    """Whether rows hold JSON views in place of observations."""
    reproducible: bool
    """Whether another run writes the same bytes; false with bots on a clock or outside programs."""
    rules: int
    nomarch: str
    actions: list[str]
    """The notation of every action number."""
    format: int = FORMAT

    def lineup(self, number: int) -> list[str]:
        """Return the bots of a game by seat."""
        turn = number % self.players if self.rotate else 0
        return self.bots[-turn:] + self.bots[:-turn] if turn else list(self.bots)


@dataclass(frozen=True)
class RecordedDecision:
    """One row: what a seat saw, could do and did, and how its game ended."""

    game: int
    ply: int
    seat: int
    bot: str
    observation: list[int] | None
    view: dict[str, Any] | None
    legal: list[int]
    action: int
    move: str
    places: list[int]
    points: list[int]


def plan_records(
    game: str,
    bots: Sequence[str],
    games: int,
    players: int | None = None,
    seed: str | int | None = None,
    options: Mapping[str, str] | None = None,
    *,
    rotate: bool = False,
    views: bool = False,
) -> GameRecordHeader:
    """Return a checked header; one bot takes every seat, otherwise name one per seat."""
    book = rulebook(game)
    if games < 1:
        raise BadOption(f"A record needs at least one game, not {games}.")
    if players is None and len(bots) > 1:
        players = len(bots)
    setup = book.setup(players, options)
    seats = list(bots) * setup.players if len(bots) == 1 else list(bots)
    if len(seats) != setup.players:
        raise BadOption(
            f"{setup.players} players need {setup.players} bots or one, not {len(bots)}."
        )
    return GameRecordHeader(
        game=game,
        players=setup.players,
        options=book.option_ids(setup),
        bots=seats,
        seed=make_seed(seed),
        games=games,
        rotate=rotate,
        views=views,
        reproducible=all(map(_is_reproducible, seats)),
        rules=book.game.rules_version,
        nomarch=__version__,
        actions=list(book.actions),
    )


def _is_reproducible(spec: str) -> bool:
    """Programs and classes of others may depend on anything."""
    return spec.partition(":")[0] not in ("cmd", "py")


# --- Playing --------------------------------------------------------------------------------------

_bots = Bots()
"""The bots of this process."""


def play_game(header: GameRecordHeader, number: int) -> list[RecordedDecision]:
    """Play one game of a record and return its decisions."""
    book = rulebook(header.game)
    setup, lineup = book.setup(header.players, header.options), header.lineup(number)
    match = Match(book, setup, make_seed(f"{header.seed} game {number}"))
    seen: list[dict[str, Any]] = []
    with closing(_Lineup(header, lineup)) as players:
        while not match.over:
            seat = match.to_act[0]
            move = decide(match, seat, players.bots[seat])
            seen.append(_describe_decision(match, seat, move, views=header.views))
            match.play(seat, move)
    places = {line.seat: line.place for line in match.ranking}
    ranked = [places[seat] for seat in range(header.players)]
    points = list(match.scores)
    return [
        RecordedDecision(game=number, bot=lineup[row["seat"]], places=ranked, points=points, **row)
        for row in seen
    ]


class _Lineup:
    """The bots of a game; closing ends the programs among them."""

    def __init__(self, header: GameRecordHeader, specs: Sequence[str]) -> None:
        self.bots: list[Bot] = []
        try:
            for spec in specs:
                bot = bot_from_spec(spec, rulebook(header.game), _bots, header.players)
                self.bots.append(bot)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        for bot in self.bots:
            if isinstance(bot, Program):
                bot.close()


def _describe_decision(match: Match, seat: int, move: str, *, views: bool) -> dict[str, Any]:
    book, observation, view = match.book, None, None
    if views:
        view = book.layout.as_data(match.state, seat)
    else:
        observation = [0] * len(book.features)
        rules = backend.interpreted(book.game.id)
        rules.encode_observation(match.observe(seat), seat, observation)
    return {
        "ply": match.ply,
        "seat": seat,
        "observation": observation,
        "view": view,
        "legal": match.legal_actions(seat),
        "action": match.parse(move),
        "move": move,
    }


def record(
    header: GameRecordHeader,
    path: str | os.PathLike[str],
    workers: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> int:
    """Play the games and write them to `path`; return the number of rows.

    The file appears when it is complete.
    """
    path = Path(path)
    part, rows = path.with_name(f"{path.name}.part"), 0
    try:
        with closing(_open_writer(path.suffix, part, header)) as writer:
            for decisions in _play_in_order(header, workers or os.cpu_count() or 1):
                writer.write(decisions)
                rows += len(decisions)
                if progress:
                    progress(1)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return rows


def _play_in_order(header: GameRecordHeader, workers: int) -> Iterator[list[RecordedDecision]]:
    job, waiting, wanted = partial(play_game, header), dict[int, list[RecordedDecision]](), 1
    # Play one game here first, so that processes find the compiled bots in the cache.
    yield job(0)
    with SerialExecutor() if workers == 1 else processes(workers) as executor:
        for number, decisions in executor.run(job, range(1, header.games)):
            waiting[number] = decisions
            while wanted in waiting:
                yield waiting.pop(wanted)
                wanted += 1


# --- Files ----------------------------------------------------------------------------------------


class _RowWriter(Protocol):
    def write(self, decisions: Sequence[RecordedDecision]) -> None: ...

    def close(self) -> None: ...


def _open_writer(suffix: str, path: Path, header: GameRecordHeader) -> _RowWriter:
    _check_suffix(suffix)
    return (_ParquetWriter if suffix == ".parquet" else _LineWriter)(path, header)


def _check_suffix(suffix: str) -> None:
    if suffix not in SUFFIXES:
        raise BadOption(f"Records end in {' or '.join(SUFFIXES)}, not in {suffix!r}.")


class _LineWriter:
    def __init__(self, path: Path, header: GameRecordHeader) -> None:
        self._absent = "observation" if header.views else "view"
        self._file = path.open("w", encoding="utf-8", newline="\n")
        self._write_line({"nomarch records": asdict(header)})

    def write(self, decisions: Sequence[RecordedDecision]) -> None:
        for decision in decisions:
            row = dict(vars(decision))
            del row[self._absent]
            self._write_line(row)

    def _write_line(self, entry: dict[str, Any]) -> None:
        self._file.write(json.dumps(entry, separators=(",", ":"), ensure_ascii=False) + "\n")

    def close(self) -> None:
        self._file.close()


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise BadOption(
            "Parquet needs the extra: pip install 'nomarch[records]'. "
            "A file that ends in .jsonl needs nothing."
        ) from error
    return pyarrow, pyarrow.parquet


class _ParquetWriter:
    def __init__(self, path: Path, header: GameRecordHeader) -> None:
        arrow, parquet = _arrow()
        small, many = arrow.int16(), arrow.list_(arrow.int16())
        seen = ("view", arrow.string()) if header.views else ("observation", many)
        columns = [
            ("game", arrow.int64()), ("ply", arrow.int32()), ("seat", arrow.int8()),
            ("bot", arrow.string()), seen, ("legal", many), ("action", small),
            ("move", arrow.string()), ("places", arrow.list_(arrow.int8())),
            ("points", arrow.list_(arrow.int32())),
        ]  # fmt: skip
        self._schema = arrow.schema(columns, {"nomarch": json.dumps(asdict(header))})
        self._table = arrow.Table
        self._rows: list[dict[str, Any]] = []
        self._writer = parquet.ParquetWriter(path, self._schema, compression="zstd")

    def write(self, decisions: Sequence[RecordedDecision]) -> None:
        for decision in decisions:
            row = dict(vars(decision))
            if decision.view is not None:
                row["view"] = json.dumps(decision.view, separators=(",", ":"), ensure_ascii=False)
            self._rows.append(row)
        while len(self._rows) >= ROWS_PER_GROUP:
            self._write_group(self._rows[:ROWS_PER_GROUP])
            del self._rows[:ROWS_PER_GROUP]

    def _write_group(self, rows: list[dict[str, Any]]) -> None:
        self._writer.write_table(self._table.from_pylist(rows, self._schema))

    def close(self) -> None:
        if self._rows:
            self._write_group(self._rows)
        self._writer.close()


class GameRecordFile:
    """A file of decisions: its header, and its rows as they are read."""

    def __init__(self, path: Path, header: GameRecordHeader) -> None:
        self.path, self.header = path, header

    def __repr__(self) -> str:
        return f"<Records of {self.header.game}: {self.header.games} games, {self.path.name}>"

    def __iter__(self) -> Iterator[RecordedDecision]:
        rows = (
            _read_parquet(self.path) if self.path.suffix == ".parquet" else _read_lines(self.path)
        )
        for row in rows:
            yield RecordedDecision(**{"observation": None, "view": None} | row)

    def games(self) -> Iterator[list[RecordedDecision]]:
        """Yield the decisions of each game."""
        game: list[RecordedDecision] = []
        for decision in self:
            if game and game[0].game != decision.game:
                yield game
                game = []
            game.append(decision)
        if game:
            yield game

    def arrays(self) -> dict[str, Array]:
        """Load all rows as NumPy arrays, with legal moves as a mask and each seat's own result."""
        rows = list(self)
        mask = np.zeros((len(rows), len(self.header.actions)), bool)
        for at, row in enumerate(rows):
            mask[at, row.legal] = True
        columns: dict[str, Array] = {
            "game": np.array([row.game for row in rows], np.int64),
            "ply": np.array([row.ply for row in rows], np.int32),
            "seat": np.array([row.seat for row in rows], np.int8),
            "legal": mask,
            "action": np.array([row.action for row in rows], np.int16),
            "place": np.array([row.places[row.seat] for row in rows], np.int8),
            "points": np.array([row.points[row.seat] for row in rows], np.int32),
        }
        if not self.header.views:
            columns["observation"] = np.array([row.observation for row in rows], np.int16)
        return columns


def open_records(path: str | os.PathLike[str]) -> GameRecordFile:
    """Open a file that `nomarch record` wrote; rows are read as they are iterated."""
    path = Path(path)
    _check_suffix(path.suffix)
    return GameRecordFile(path, _read_header(path))


def _read_header(path: Path) -> GameRecordHeader:
    try:
        if path.suffix == ".parquet":
            arrow, parquet = _arrow()
            try:
                metadata = parquet.read_schema(path).metadata or {}
            except arrow.ArrowInvalid as error:
                raise ValueError(str(error)) from error
            return GameRecordHeader(**json.loads(metadata[b"nomarch"]))
        with path.open(encoding="utf-8") as file:
            return GameRecordHeader(**json.loads(file.readline())["nomarch records"])
    except (ValueError, KeyError, TypeError) as error:
        raise BadOption(f"{path} holds no records of Nomarch.") from error


def _read_lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        file.readline()
        for line in file:
            yield json.loads(line)


def _read_parquet(path: Path) -> Iterator[dict[str, Any]]:
    _, parquet = _arrow()
    with parquet.ParquetFile(path) as file:
        for batch in file.iter_batches():
            for row in batch.to_pylist():
                if "view" in row:
                    row["view"] = json.loads(row["view"])
                yield row
