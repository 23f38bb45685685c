"""Ra: an auction game in three epochs, for 3 to 5 players, or 2 with the later editions' duel."""

from nomarch.kernel.declare.game import Choice, CudaOptions, Game, Option

GAME = Game(
    id="ra",
    title="Ra",
    about="Spend your suns at auction over three epochs: win pharaohs, floods "
    "and monuments, and dodge disasters.",
    players=(2, 3, 4, 5),
    rules_version=2,
    options=(
        Option(
            "duel",
            "Two-player game",
            "The two-player set-up from later editions: suns 1 to 9 and six Ra spaces.",
            (Choice("off", "No", (3, 4, 5)), Choice("on", "Yes", (2,))),
        ),
        Option(
            "full",
            "The eighth tile",
            "What happens when a draw fills the auction track. Rulebooks differ.",
            (
                Choice("next", "The next player must invoke Ra or play a god"),
                Choice("auction", "The player who drew it starts an auction at once"),
            ),
        ),
        Option(
            "gods",
            "Gods and disasters",
            "Whether a god may take a disaster. It then hits the player who took it.",
            (
                Choice("any", "Gods may take disasters"),
                Choice("spare", "Gods can't take disasters"),
            ),
        ),
        Option(
            "invoker",
            "Bidding after you invoke Ra",
            "When a player who chose to invoke Ra has to bid; the rules can be read both ways.",
            (
                Choice("alone", "Only if nobody else bids"),
                Choice("always", "Always, with a higher sun"),
            ),
        ),
        Option(
            "box",
            "Box",
            "A box small enough to solve: one sun each, five tiles, one epoch.",
            (Choice("full", "Full box"), Choice("small", "Small box (for study)", (2,))),
            is_for_study=True,
        ),
    ),
    cuda=CudaOptions(local_state=True),
    draw_pile="bag",
    minutes=50,
    goal="Collect the most points over three epochs.",
    complexity=2,
)
