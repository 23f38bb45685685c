"""Amun-Re: provinces, pyramids and offerings in two kingdoms, for 3 to 5 players."""

from nomarch.kernel.game import Choice, CudaOptions, Game, Option

GAME = Game(
    id="amun-re",
    title="Amun-Re",
    about="Bid for provinces, farm them, build pyramids and bribe the god, in two kingdoms.",
    players=(3, 4, 5),
    rules_version=2,
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
        Option(
            "block",
            "Bid block",
            "Whether the card protects every bid of its owner in this turn's auction, or one.",
            (
                Choice("auction", "Holds for the whole auction"),
                Choice("bid", "Spent with the bid it was played with"),
            ),
        ),
        Option(
            "treasure",
            "Gold and number of cards",
            "Whether everybody sees what the others hold, or has to remember what was paid.",
            (Choice("open", "Open"), Choice("hidden", "Hidden until the end")),
        ),
        Option(
            "limit",
            "Power cards for sale",
            "How many cards a player may buy in a turn, by the symbols of his provinces.",
            (
                Choice("best", "As many as the best province shows"),
                Choice("sum", "As many as all provinces show together"),
            ),
        ),
        Option(
            "bricks",
            "Bricks",
            "Whether bricks can run out.",
            (Choice("endless", "As many as needed"), Choice("box", "The 15 of the box")),
        ),
        Option(
            "offering",
            "Offering nothing",
            "Whether a player may offer no gold at all without stealing, and still be rewarded.",
            (
                Choice("gold", "No: at least 1 gold, or steal"),
                Choice("nothing", "Yes: it counts as an offering of 0"),
            ),
        ),
    ),
    cuda=CudaOptions(256, max_registers=64, sort_games=True, inline_below=60),
    minutes=90,
    # Whether a seat has one choice or several can tell which power cards it holds.
    auto=False,
)
