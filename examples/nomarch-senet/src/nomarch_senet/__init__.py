"""Senet: a race of pieces through thirty houses, after Timothy Kendall's reconstruction."""

from nomarch.kernel.declare.game import Choice, Game, Option

GAME = Game(
    "senet",
    "Senet",
    "Throw the sticks and bring your pieces through the underworld before your opponent does.",
    players=(2,),
    rules_version=1,
    minutes=15,
    complexity=1,
    goal="Be the first to bring all your pieces off the board.",
    games_api=2,
    options=(
        Option(
            "pieces",
            "Pieces",
            "How many pieces each player has. Seven make a longer game.",
            (Choice("five", "Five"), Choice("seven", "Seven")),
        ),
    ),
)
