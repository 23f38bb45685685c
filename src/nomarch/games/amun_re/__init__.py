"""Amun-Re: provinces, pyramids and offerings in two kingdoms, for 3 to 5 players."""

from nomarch.kernel.declare.game import Choice, CudaOptions, Game, Option

GAME = Game(
    id="amun-re",
    title="Amun-Re",
    about="Bid for provinces, farm them, build pyramids and bribe the god across two kingdoms.",
    players=(3, 4, 5),
    rules_version=2,
    options=(
        Option(
            "draft",
            "Buying power cards",
            "Variant: draw two extra cards, then put two back under the pile.",
            (
                Choice("off", "Draw what you pay for"),
                Choice("hidden", "Draw two extra, put two back face down"),
                Choice("shown", "Draw two extra, put two back face up"),
            ),
        ),
        Option(
            "edition",
            "Edition",
            "The original rules, the four-player tournament rules, or the anniversary start.",
            (
                Choice("classic", "Classic"),
                Choice("tournament", "Tournament: 12 provinces, different tie-breaks", (4,)),
                Choice("anniversary", "Anniversary: keep one of two starting cards"),
            ),
        ),
        Option(
            "block",
            "Bid block",
            "Does a bid block protect all its owner's bids in this turn's auction, or just one?",
            (Choice("auction", "Whole auction"), Choice("bid", "One bid only")),
        ),
        Option(
            "treasure",
            "Gold and hand sizes",
            "Can everyone see each other's gold and hand sizes, or do you have to keep count?",
            (Choice("open", "Open"), Choice("hidden", "Hidden until the end")),
        ),
        Option(
            "limit",
            "Power card limit",
            "How many power cards you may buy per turn, based on the card "
            "symbols of your provinces.",
            (
                Choice("best", "Symbols of your best province"),
                Choice("sum", "Symbols of all your provinces"),
            ),
        ),
        Option(
            "bricks",
            "Bricks",
            "Can bricks run out?",
            (Choice("endless", "Unlimited"), Choice("box", "Limited to 15")),
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
    cuda=CudaOptions(256, max_registers=64, sort_games=True),
    minutes=90,
    goal="Score the most points at the end of both kingdoms, mainly with pyramids.",
    complexity=5,
    # Whether a seat has one choice or several can tell which power cards it holds.
    auto=False,
)
