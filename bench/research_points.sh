#!/usr/bin/env bash
# One command for each thing that research relies on; each fails if it is broken.
# Run it in the repository's root with the environment's Python first in PATH.
set -eu
loser='class Loser:
    def __init__(self, book):
        from nomarch.kernel import backend
        self.rules = backend.interpreted(book.game.id)

    def choose(self, view, seat, legal, rng):
        return min(legal, key=lambda action: self.rules.evaluate(view, seat, action))
'
here=$(mktemp -d)
printf '%s' "$loser" > "$here/loser.py"

echo "Published rows are those of today's bots, and a sample of one repeats"
python -m nomarch baselines ra --row greedy --sample
python -m pytest -q -n 0 tests/test_baselines.py -k "todays_bots or page"

echo "Measurements write nothing by themselves"
python -m pytest -q -n 0 tests/test_measurements.py

echo "A bot that always loses gets a bound or an interval, from the working folder"
(cd "$here" && PYTHONPATH="${PYTHONPATH:-}" python -m nomarch arena ra --against baselines py:loser:Loser --games 8)

echo "Leagues of two processes share a folder"
python -m pytest -q -n 0 tests/training/test_league.py

echo "OpenSpiel refuses illegal actions and pickles games; a compiled game clones and undoes"
python -m pytest -q -n 0 tests/envs/test_openspiel.py tests/envs/test_compiled_game.py

echo "Pgx's api_test (needs JAX and Pgx)"
python -m pytest -q -n 0 tests/envs/test_jax.py -k "pgx or view"

echo "Single games beside OpenSpiel's backgammon"
python -m bench.single_games ra
