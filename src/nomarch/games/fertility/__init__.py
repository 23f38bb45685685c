"""Fertility: lay tiles along the Nile, harvest, and fill the shops of a city; 2 to 4 players."""

from nomarch.kernel.declare.game import Choice, CudaOptions, Game, Option

GAME = Game(
    id="fertility",
    title="Fertility",
    about="Lay tiles along the Nile, harvest what they touch, then build and "
    "supply shops in your city.",
    players=(2, 3, 4),
    rules_version=2,
    options=(
        Option(
            "valley",
            "The valley",
            "Who lays out the valley boards and the start tile?",
            (Choice("random", "Random"), Choice("chosen", "First player")),
        ),
        Option(
            "long",
            "Two-player variant",
            "39 valley tiles instead of 24: each turn one extra tile leaves the common reserve.",
            (Choice("off", "No"), Choice("on", "Yes", (2,))),
        ),
        Option(
            "doubles",
            "Double tiles",
            "Do the two matching halves of a tile also count for each other?",
            (Choice("apart", "Only other tiles count"), Choice("pay", "Halves count too (+2)")),
        ),
        Option(
            "walls",
            "Quarry walls",
            "What closes in an empty cell, besides tiles, monuments and the valley's edge?",
            (Choice("all", "Wheat and water too"), Choice("tiles", "Nothing else")),
        ),
        Option(
            "tie",
            "Tie-break",
            "What counts towards the fewest resources when Debens are tied?",
            (Choice("pieces", "Pieces on shops"), Choice("wheat", "Pieces on shops and wheat")),
        ),
    ),
    cuda=CudaOptions(64),
    minutes=45,
    goal="Earn the most Debens: harvest along the Nile and supply your shops.",
    complexity=3,
)
