"""Makes the golden playthroughs anew: `python -m tests.conformance.golden GAME`.

One random game per way in which the game can end. A change in them is a decision: look at the
difference before committing it.
"""

import sys
from pathlib import Path

from nomarch.conformance.playing import played, tried_setups
from nomarch.kernel.declare.game import rulebook

MOST_TRIES = 5_000


def main(game: str) -> None:
    book = rulebook(game)
    module = book.invariants
    folder = Path(__file__).parent.parent / "golden" / game
    folder.mkdir(parents=True, exist_ok=True)
    setups, missing = tried_setups(book), set(module.ENDINGS)
    for seed in range(MOST_TRIES):
        if not missing:
            return
        match = played(book, setups[seed % len(setups)], seed)
        how = module.ending([event for step in match.steps for event in step.events])
        if how in missing:
            missing.discard(how)
            (folder / f"{how}.txt").write_text(match.save(), encoding="utf-8")
    sys.exit(f"no game ended by {', '.join(sorted(missing))} in {MOST_TRIES} tries")


if __name__ == "__main__":
    main(sys.argv[1])
