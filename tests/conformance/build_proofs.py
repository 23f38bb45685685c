"""Games whose rules were checked, with every option and compiled, since they last changed.

    python -m tests.conformance.build_proofs [GAME…]

checks games completely, which takes a minute each, and stores a hash of all that their code
depends on. While it matches, the checks are thorough: they would find the same again.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

import numba

from nomarch.conformance import COMPILED_CHECKS, RULES_CHECKS
from nomarch.conformance.playing import tried_setups, usual_setups
from nomarch.engine.simulation import simulate
from nomarch.kernel import backend
from nomarch.kernel.game import Rulebook, rulebook, rulebooks

PROOFS = Path(__file__).with_name("build_proofs.json")
CHECKS = (*RULES_CHECKS, *COMPILED_CHECKS)
GAMES = 300
"""Games of a comparison between bots."""
ALWAYS = ("crocodile",)
"""Games that are checked in every run: a small one, whose code goes the same way."""


def proof_hash(book: Rulebook) -> str:
    """Return a hash of the kernel, the game, and what compiles them."""
    versions = numba.__version__, sys.version_info[:2], platform.machine()
    digest = hashlib.sha256(repr(versions).encode())
    for folder in map(backend.folder_of, ("nomarch.kernel", book.package)):
        for source in backend.compiled_sources(folder):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def stored_proofs() -> dict[str, str]:
    proofs: dict[str, str] = json.loads(PROOFS.read_text("utf-8")) if PROOFS.exists() else {}
    return proofs


def needs_proof(book: Rulebook) -> bool:
    """Whether a game's rules have to be checked completely in this run."""
    return book.game.id in ALWAYS or stored_proofs().get(book.game.id) != proof_hash(book)


def check_greedy(book: Rulebook) -> Iterator[str]:
    """Greedy bots beat random ones: seats rotate, and the intervals of the rates do not meet."""
    for setup in usual_setups(book):
        others = ("random",) * (setup.players - 1)
        result = simulate(
            book.game.id, GAMES, setup.players, "greedy against random",
            options=book.option_ids(setup), bots=("greedy", *others), rotate=True,
        )  # fmt: skip
        greedy, *rest = result.lines
        wins_more = greedy.win_low > max(line.win_high for line in rest)
        if not wins_more or greedy.mean_score <= max(line.mean_score for line in rest):
            yield f"Greedy does not beat random clearly with {setup.players} players."


def prove(book: Rulebook) -> list[str]:
    """Check the rules of a game completely; return what is wrong, or store the proof."""
    runs = (check(book, setup) for setup in tried_setups(book) for check in CHECKS)
    found = [str(problem) for problems in (*runs, check_greedy(book)) for problem in problems]
    if not found:
        proofs = stored_proofs() | {book.game.id: proof_hash(book)}
        PROOFS.write_text(json.dumps(proofs, indent=2, sort_keys=True) + "\n", "utf-8")
    return found


def main() -> int:
    books = [rulebook(game) for game in sys.argv[1:]] or list(rulebooks().values())
    found = [problem for book in books for problem in prove(book)]
    print("\n".join(found) or f"Proved: {', '.join(book.game.title for book in books)}.")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
