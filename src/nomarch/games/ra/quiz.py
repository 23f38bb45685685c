"""The quiz at the end of the course: ten questions about one position, answered by the rules."""

from nomarch.games.ra.positions import ME, position
from nomarch.games.ra.rules import box, epochs, st, turns
from nomarch.kernel.declare.lessons import Lesson, Question, Translate

BID = 9
"""The bid that a question asks to beat."""
SUNS = (((12, 10, 3), (2,)), ((13, 9, 6), (4,)), ((11, 7, 5), (8,)))
MINE = {
    box.GOD: 1, box.PHARAOH: 2, box.NILE: 3, box.FLOOD: 1, box.GOLD: 2,
    box.ART: 2, box.WRITING: 1, box.RELIGION: 1, box.STATUE: 3, box.TEMPLE: 1,
}  # fmt: skip


def quiz(t: Translate) -> Lesson:
    """Ten questions on the board."""
    players = (t("You"), t("Your left neighbour"), t("Your right neighbour"))
    return Lesson(
        "quiz", t("Quiz"), t("Ten questions about a position."),
        see="scoring", players=3, seed="lesson 1",
        prepare=position(
            (box.NILE, box.FUNERAL, box.GOD, box.GOLD), SUNS, ra=7, epoch=2,
            me=MINE, left={box.PHARAOH: 2}, right={box.TEMPLE: 2},
        ),
        steps=(
            Question(t("How many points will your three Niles and your flood score at the end of this epoch?"), ("0", "1", "3", "4"), lambda v: epochs.river_points(v.have[ME][box.NILE], v.have[ME][box.FLOOD]), "scoring", 1, at=(f"have-{ME}-{box.NILE}",)),
            Question(t("You and your left neighbour have two pharaohs each, your right neighbour has none. What will your pharaohs score?"), ("0", "2", "3", "5"), lambda v: epochs.pharaoh_points(v, ME), "scoring", 5, at=(f"have-{ME}-{box.PHARAOH}",), see="pharaoh-ties"),
            Question(t("What will your four civilisation tiles score?"), ("0", "4", "5", "10"), lambda v: epochs.civilisation_points(v, ME), "scoring", 2, at=(f"have-{ME}-{box.ART}",)),
            Question(t("How many of the four tiles on the track could your god take?"), ("1", "2", "3", "4"), lambda v: sum(bool(turns.can_be_taken(v, kind)) for kind in v.track[: v.track_len]), "gods", 1, at=("track-0", "track-3"), see="gods"),
            Question(t("One space of the Ra track is empty. Who gets these four tiles if the next one drawn is a Ra tile?"), (t("Whoever drew it"), t("The highest bidder"), t("Nobody")), lambda v: t("Nobody") if v.ra_count + 1 == box.RA_LIMIT[v.players] else t("The highest bidder"), "ra", 5, at=("ra-track",), see="epoch-ends"),
            Question(t("Who begins the next epoch, if no sun changes hands?"), players, lambda v: players[epochs.holder_of_highest_sun(v)], "ra", 5, see="next-epoch"),
            Question(t("How many of your tiles will you still have in the next epoch?"), ("4", "6", "9", "17"), _kept, "scoring", 7, see="what-stays"),
            Question(t("You win these four tiles. How many pharaohs do you have left?"), ("0", "1", "2"), lambda v: max(0, v.have[ME][box.PHARAOH] - 2 * (box.FUNERAL in v.track)), "disasters", 5, at=("track-1",), see="disasters"),
            Question(t("Someone bids 9. How many of your suns could you bid?"), ("1", "2", "3", "4"), lambda v: sum(up and sun > BID for sun, up in zip(v.sun[ME], v.up[ME], strict=True)), "suns", 0, at=("sun-12", "sun-2"), see="bidding"),
            Question(t("What would your three statues and your temple score after the third epoch?"), ("2", "5", "7", "9"), lambda v: epochs.monument_points(v, ME), "monuments", 1, at=(f"have-{ME}-{box.STATUE}",), see="monuments"),
        ),
    )  # fmt: skip


def _kept(view: st.State) -> int:
    return sum(count for kind, count in enumerate(view.have[ME]) if box.KEPT[kind])
