"""Egizia: boats down the Nile, crews to feed and three sites to build on, for 2 to 4 players."""

from nomarch.kernel.declare.game import Choice, CudaOptions, Game, Option

GAME = Game(
    id="egizia",
    title="Egizia",
    about="Sail down the Nile, gather cards, feed your crews and build the pharaohs' monuments.",
    players=(2, 3, 4),
    rules_version=3,
    options=(
        Option(
            "per_ten",
            "“Per 10 points” Sphinx card",
            "An optional Sphinx card: 1 extra point for every 10 points you have at the very end.",
            (Choice("in", "Included"), Choice("out", "Left out")),
        ),
        Option(
            "double_on_heliopolis",
            "Double effect on Heliopolis",
            "May the Double effect card be played on Heliopolis, the last round space?",
            (Choice("barred", "Not allowed"), Choice("allowed", "Allowed")),
        ),
        Option(
            "moving_up",
            "When a waiting boat builds",
            "If someone with a place doesn't build, a waiting boat moves up and builds.",
            (
                Choice("last", "After all places"),
                Choice("at_once", "In the freed place's turn", (3, 4)),
            ),
        ),
        Option(
            "waiting_bonus",
            "Bonus for building while waiting",
            "Does a site count towards the site bonus if a card let your waiting boat build there?",
            (Choice("counts", "Counts"), Choice("left_out", "Doesn't count", (3, 4))),
        ),
        Option(
            "own_berth",
            "Shared berth beside your own boat",
            "Whether the card lets you place a boat on the round space of your last boat.",
            (Choice("allowed", "Allowed"), Choice("barred", "Only upstream, with that card")),
        ),
    ),
    before={3: {"own_berth": "barred"}},
    cuda=CudaOptions(sort_games=True, inline_below=60),
    minutes=90,
    goal="Score the most points in five rounds by building the kings’ monuments.",
    complexity=4,
)
