#!/usr/bin/env bash
# One command for each thing that research relies on; stops at the first that is broken.
# Run it in the repository's root with the environment's Python first in PATH:
#     bash bench/research_points.sh [POINT …]
set -eu
export PYTHONPATH="$PWD/src:${PYTHONPATH:-}"
test_of() { python -m pytest -q -n 0 "$@"; }

point_1() { test_of tests/test_baselines.py -k "todays_bots or page"; }                    # rows and ratings of today's bots
point_2() { python -m nomarch baselines giza --row greedy --sample && test_of tests/test_measurements.py; }
point_3() { test_of tests/test_baselines.py -k "most_likely or never_wins or on_the_scale"; }  # ratings of bots that always lose
point_4() { test_of tests/training/test_league.py; }                                       # runs share a league's folder
point_5() {
    test_of tests/test_arena.py -k "working_folder"
    test_of tests/envs/test_openspiel.py -k "illegal or pickled"
    test_of tests/envs/test_batch.py -k "are_integers"
    test_of tests/envs/test_jax.py -k "illegal"
    test_of tests/conformance/test_new_game.py -k "failing_import"
}
point_6() { grep -q "Grid" docs/add-a-game.md && test_of tests/test_docs_run.py -k "add-a-game or README"; }
point_7() { test_of tests/envs/test_jax.py -k "pgx or view"; }                             # needs JAX and Pgx
point_8() { test_of tests/envs/test_compiled_game.py && python -m bench.single_games ra; }
point_9() { test_of tests/conformance/test_checks.py tests/conformance/test_catalogs.py -k "overflowing or noted or missing or literals"; }
point_10() { test_of tests/test_without_web.py; }

for point in "${@:-1 2 3 4 5 6 7 8 9 10}"; do
    for number in $point; do
        echo "== Point $number"
        "point_$number"
    done
done
echo "All hold."
