"""Amun-Re: provinces, pyramids and offerings in two kingdoms, for 3 to 5 players."""

from nomarch.kernel.game import Choice, Game, Option

GAME = Game(
    id="amun-re",
    title="Amun-Re",
    about="Bid for provinces, farm them, build pyramids and bribe the god, in two kingdoms.",
    players=(3, 4, 5),
    rules_version=1,
    options=(
        Option(
            "draft",
            "Buying power cards",
            "Draw two cards more than you pay for and put two back under the pile.",
            (
                Choice("off", "Draw what you pay for"),
                Choice("hidden", "Draw two more, return two face down"),
                Choice("shown", "Draw two more, return two in the open"),
            ),
        ),
        Option(
            "edition",
            "Edition",
            "The first edition, the tournament for four, or the start of the anniversary edition.",
            (
                Choice("classic", "Classic"),
                Choice("tournament", "Tournament: twelve provinces, its own tie-breaks", (4,)),
                Choice("anniversary", "Anniversary: choose one of two starting cards"),
            ),
        ),
    ),
    minutes=90,
    # Whether a seat has one choice or several can tell which power cards it holds.
    auto=False,
)
