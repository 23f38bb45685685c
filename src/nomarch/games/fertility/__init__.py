"""Fertility: lay tiles along the Nile, harvest, and fill the shops of a city; 2 to 4 players."""

from nomarch.kernel.game import Choice, Game, Option

GAME = Game(
    id="fertility",
    title="Fertility",
    about="Lay tiles along the Nile, harvest what they touch, build and fill the shops of a city.",
    players=(2, 3, 4),
    rules_version=1,
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
    ),
    minutes=45,
)
