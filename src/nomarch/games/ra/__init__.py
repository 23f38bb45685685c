"""Ra: an auction game in three epochs, for 3 to 5 players, or 2 with the later editions' duel."""

from nomarch.kernel.game import Choice, CudaOptions, Game, Option

GAME = Game(
    id="ra",
    title="Ra",
    about="Bid suns for the tiles of three epochs: pharaohs, the Nile, monuments and disasters.",
    players=(2, 3, 4, 5),
    rules_version=2,
    options=(
        Option(
            "duel",
            "Two-player game",
            "The set-up for two that later editions added: suns 1 to 9 and six spaces for Ra.",
            (Choice("off", "No", (3, 4, 5)), Choice("on", "Yes", (2,))),
        ),
        Option(
            "full",
            "The eighth tile",
            "What happens when a drawn tile fills the auction track; texts on the rules differ.",
            (
                Choice("next", "The next player must invoke Ra or play a god"),
                Choice("auction", "Whoever drew it starts an auction at once"),
            ),
        ),
        Option(
            "gods",
            "Gods and disasters",
            "Whether a god may take a disaster, which then strikes whoever played the god.",
            (Choice("any", "A god may take a disaster"), Choice("spare", "Gods take no disasters")),
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
    ),
    cuda=CudaOptions(local_state=True),
    minutes=50,
)
