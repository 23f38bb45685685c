"""Giza: build three pyramids and spoil those of the others, for 2 to 6 players."""

from nomarch.games.giza import state as st
from nomarch.kernel.declare.game import Choice, CudaOptions, Game, GameState, Option


def _loser_begins(view: GameState) -> dict[str, str]:
    """Whoever had the fewest points begins a following game."""
    assert isinstance(view, st.State)
    return {"first": f"seat-{view.next_first + 1}"}


SEATED = ((), (), (), (3, 4, 5, 6), (4, 5, 6), (5, 6), (6,))
"""At which player counts a seat is taken, by its number; the first two always are."""

GAME = Game(
    id="giza",
    title="Giza",
    about="Build your own pyramids with stones and treasures, and dump bad "
    "stones and scarabs on everyone else's.",
    players=(2, 3, 4, 5, 6),
    rules_version=2,
    options=(
        Option(
            "base",
            "Sphinx base",
            "What a sphinx base costs its owner. Editions differ.",
            (Choice("minus-5", "5 points"), Choice("minus-15", "15 points")),
        ),
        Option(
            "first",
            "First player",
            "By the rules, whoever proposed the game goes first; in a rematch, "
            "whoever had the fewest points.",
            (
                Choice("lot", "Random"),
                *(Choice(f"seat-{n}", f"Seat {n}", SEATED[n]) for n in range(1, 7)),
            ),
        ),
        Option(
            "memory",
            "Covered tiles",
            "What players can look up about covered tiles, on the board and in the log.",
            (
                Choice("table", "Memory, as at the table: covered tiles stay hidden until the end"),
                Choice("open", "Open memory: look up covered tiles and points at any time"),
            ),
        ),
        Option(
            "sphinx",
            "Demolishing a sphinx",
            "Whether a demolition may hit someone else's sphinx. The rules can be read both ways.",
            (
                Choice("any", "On any board"),
                Choice("own", "On your own board only"),
                Choice("scarabs", "On one's own board; scarabs on every board"),
            ),
        ),
        Option(
            "box",
            "Box",
            "A box small enough to solve: one pyramid each, six tiles, hands of two.",
            (Choice("full", "Full box"), Choice("small", "Small box (for study)", (2,))),
            is_for_study=True,
        ),
    ),
    cuda=CudaOptions(64, shared_state=True),
    draw_pile="pile",
    minutes=20,
    goal="Build the pyramids worth the most points: keep the good stones, give bad ones to "
    "your rivals.",
    complexity=1,
    auto=False,
    follow_up=_loser_begins,
)
