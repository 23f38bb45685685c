"""Fertility: lay tiles along the Nile, harvest, and fill the shops of a city; 2 to 4 players."""

from nomarch.kernel.game import Choice, CudaOptions, Game, Option

GAME = Game(
    id="fertility",
    title="Fertility",
    about="Lay tiles along the Nile, harvest what they touch, build and fill the shops of a city.",
    players=(2, 3, 4),
    rules_version=2,
    options=(
        Option(
            "valley",
            "The valley",
            "Who lays out the valley boards and turns the start tile.",
            (Choice("random", "Chance"), Choice("chosen", "The first player")),
        ),
        Option(
            "long",
            "Variant for two",
            "39 valley tiles instead of 24: each turn one more tile leaves the common reserve.",
            (Choice("off", "No"), Choice("on", "Yes", (2,))),
        ),
        Option(
            "doubles",
            "Tiles with two equal scenes",
            "Whether the two halves of such a tile also bring a resource for each other.",
            (
                Choice("apart", "Only other tiles pay"),
                Choice("pay", "The halves pay too: two more"),
            ),
        ),
        Option(
            "walls",
            "Walls of a quarry",
            "What closes in an empty cell besides tiles, monuments and the edge of the valley.",
            (Choice("all", "Wheat and water too"), Choice("tiles", "Nothing else")),
        ),
        Option(
            "tie",
            "Between equals",
            "What the fewest resources are counted from when Debens are equal.",
            (Choice("pieces", "Pieces on shops"), Choice("wheat", "Pieces on shops and wheat")),
        ),
    ),
    cuda=CudaOptions(64),
    minutes=45,
)
