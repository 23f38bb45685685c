"""Giza: build three pyramids and spoil those of the others, for 2 to 6 players."""

from nomarch.games.giza import state as st
from nomarch.kernel.game import Choice, Game, GameState, Option


def _loser_begins(view: GameState) -> dict[str, str]:
    """Whoever had the fewest points begins a following game."""
    assert isinstance(view, st.State)
    return {"first": f"seat-{view.next_first + 1}"}


SEATED = ((), (), (), (3, 4, 5, 6), (4, 5, 6), (5, 6), (6,))
"""At which player counts a seat is taken, by its number; the first two always are."""

GAME = Game(
    id="giza",
    title="Giza",
    about="Lay stones and treasures on your pyramids, and bad stones and scarabs on the others'.",
    players=(2, 3, 4, 5, 6),
    rules_version=2,
    options=(
        Option(
            "base",
            "Base of the sphinx",
            "What the base of a sphinx costs its owner; sources on the editions differ.",
            (Choice("minus-5", "5 points"), Choice("minus-15", "15 points")),
        ),
        Option(
            "first",
            "First player",
            "Whoever proposed the game begins; in a following game, whoever had the fewest points.",
            (
                Choice("lot", "Drawn by lot"),
                *(Choice(f"seat-{n}", f"Seat {n}", SEATED[n]) for n in range(1, 7)),
            ),
        ),
        Option(
            "memory",
            "Covered tiles",
            "What can be looked up of tiles that others have covered: on the board and in the log.",
            (
                Choice("table", "Memory as at the table: covered is forgotten until the end"),
                Choice("open", "Open memory: covered tiles and points can be looked up"),
            ),
        ),
        Option(
            "sphinx",
            "Demolition of a sphinx",
            "Whether a demolition may hit another's sphinx; the rules can be read both ways.",
            (
                Choice("any", "On every board"),
                Choice("own", "On one's own board only"),
                Choice("scarabs", "On one's own board; scarabs on every board"),
            ),
        ),
    ),
    minutes=20,
    auto=False,
    follow_up=_loser_begins,
)
