"""Game records: every decision of a batch's games as a row of a Parquet file."""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from nomarch import __version__
from nomarch.engine.simulation import POLICIES
from nomarch.envs.batch import Batch
from nomarch.envs.observations import Array
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.run.seeds import make_seed

GAMES_AT_ONCE = 128
"""Games of a row group."""


def record(
    path: str | os.PathLike[str],
    game: str,
    bots: Sequence[str] = ("greedy",),
    games: int = 100,
    players: int | None = None,
    *,
    seed: str | int | None = None,
    options: Mapping[str, str] | None = None,
    rotate: bool = False,
    progress: Callable[[int], object] | None = None,
) -> dict[str, Any]:
    """Play games, write their decisions to a Parquet file, and return its header.

    `bots` are `random` and `greedy`: one for all seats, or one per seat; with `rotate` they move
    one seat on from game to game. Game n has the seed `"{seed} game {n}"`. The same seed writes the
    same bytes.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise BadOption("Records need the extra: pip install 'nomarch[records]'.") from error
    header = make_header(game, bots, games, players, seed, options, rotate=rotate)
    writer: Any = None
    for first in range(0, games, GAMES_AT_ONCE):
        count = min(GAMES_AT_ONCE, games - first)
        columns = {
            name: pyarrow.FixedSizeListArray.from_arrays(rows.ravel(), rows.shape[1])
            if rows.ndim > 1
            else rows
            for name, rows in play(header, first, count).items()
        }
        table = pyarrow.table(columns).replace_schema_metadata({"nomarch": json.dumps(header)})
        writer = writer or pyarrow.parquet.ParquetWriter(path, table.schema, compression="zstd")
        writer.write_table(table)
        if progress:
            progress(count)
    writer.close()
    return header


def make_header(
    game: str,
    bots: Sequence[str],
    games: int,
    players: int | None,
    seed: str | int | None,
    options: Mapping[str, str] | None,
    *,
    rotate: bool,
) -> dict[str, Any]:
    """Return everything that a record depends on."""
    book = rulebook(game)
    setup = book.setup(players or (len(bots) if len(bots) > 1 else None), options)
    seats = list(bots) * setup.players if len(bots) == 1 else list(bots)
    if len(seats) != setup.players:
        raise BadOption(
            f"{setup.players} players need {setup.players} bots or one, not {len(bots)}."
        )
    if unknown := set(seats) - POLICIES.keys():
        known = " or ".join(POLICIES)
        raise BadOption(f"{min(unknown)!r} plays no batch; records are played by {known}.")
    if games < 1:
        raise BadOption(f"A record needs at least one game, not {games}.")
    return {
        "game": game,
        "players": setup.players,
        "options": book.option_ids(setup),
        "bots": seats,
        "seed": make_seed(seed),
        "games": games,
        "rotate": rotate,
        "rules": book.game.rules_version,
        "nomarch": __version__,
        "actions": list(book.actions),
    }


def play(header: Mapping[str, Any], first: int, count: int) -> dict[str, Array]:
    """Play numbered games side by side; return their decisions as columns, game by game."""
    numbers, players = np.arange(first, first + count), header["players"]
    seeds = [f"{header['seed']} game {number}" for number in numbers]
    batch = Batch(header["game"], players, count, seed=seeds, options=header["options"])
    turn = numbers[:, None] if header["rotate"] else 0
    bots = np.array(header["bots"])[(np.arange(players) - turn) % players]
    bots = np.broadcast_to(bots, (count, players))
    is_on, places = np.ones(count, bool), np.zeros((count, players), np.int8)
    points, steps = np.zeros((count, players), np.int32), list[dict[str, Array]]()
    while is_on.any():
        chosen = {bot: batch.sample(bot).copy() for bot in set(header["bots"])}
        by = bots[np.arange(count), batch.seat]
        action = np.select([by == bot for bot in chosen], list(chosen.values()))
        columns = {
            "game": numbers, "seat": batch.seat.astype(np.int8), "observation": batch.observation,
            "legal": batch.mask.astype(bool), "action": action.astype(np.int16),
        }  # fmt: skip
        steps.append({name: rows[is_on] for name, rows in columns.items()})
        batch.step(action)
        is_new = is_on & (batch.done == 1)
        places[is_new], points[is_new] = batch.places[is_new], batch.points[is_new]
        is_on &= ~is_new
    batch.close()
    order = np.argsort(np.concatenate([step["game"] for step in steps]), kind="stable")
    found = {name: np.concatenate([step[name] for step in steps])[order] for name in steps[0]}
    at = found["game"] - first
    return found | {"places": places[at], "points": points[at]}
