"""The quiz at the end of the course: ten questions about one position, answered by the rules."""

from nomarch.games.amun_re.positions import ME, position
from nomarch.games.amun_re.rules import box, holdings, offerings, scoring, st, stages
from nomarch.kernel.declare.lessons import Lesson, Question, Translate


def quiz(t: Translate) -> Lesson:
    """Ten questions on the board."""
    rewards = (t("A power card"), t("A farmer"), t("A brick"), t("Gold"))
    return Lesson(
        "quiz", t("Quiz"), t("Ten questions about a position."),
        see="scoring", players=3,
        prepare=position(
            st.BONUS_PLAY, turn=3, marker=3,
            own=((box.MEMPHIS, box.BAHARYA, box.DAMANHUR), (box.KHARGA, box.MENDES, box.AVARIS), (box.AMARNA, box.ABU, box.SAWU)),
            gold=(14, 9, 4), hand=(box.BONUS_BANK, box.BONUS_NILE),
            pyramids={box.MEMPHIS: 2, box.BAHARYA: 1, box.DAMANHUR: 2, box.KHARGA: 1, box.AMARNA: 1},
        ),
        steps=(
            Question(t("The marker is on box 3. What are your two temples in Damanhur worth?"), ("2", "3", "6", "9"), lambda v: holdings.sum_of(v, ME, box.TEMPLES) * box.TEMPLE_POINTS[v.box], "scoring", 0, at=("scale-3",)),
            Question(t("You have two, one and two pyramids in your provinces. What do your sets score?"), ("0", "3", "5", "6"), lambda v: box.SET_POINTS * min(v.pyramids[p] for p in range(box.PROVINCES) if v.owner[p] == ME), "pyramids", 0),
            Question(t("How many of your two bonus cards would score now?"), ("0", "1", "2"), lambda v: sum(bool(scoring.earns_bonus(v, ME, kind)) for kind in range(box.FIRST_BONUS, box.CARDS) if v.hand[ME][kind]), "scoring", 2, see="bonuses"),
            Question(t("How many farmers does the Farmer bonus ask for?"), ("5", "7", "9"), lambda v: box.FARMERS_FOR_BONUS, "scoring", 3, see="bonuses"),
            Question(t("What does Kharga's caravan pay when the box shows a camel?"), ("5", "7", "8"), lambda v: box.CARAVAN[box.KHARGA], "caravans", 1, see="income"),
            Question(t("What does Abu pay every turn, whatever was offered?"), ("0", "4", "8"), lambda v: box.INCOME[box.ABU], "caravans", 1, see="income"),
            Question(t("The offerings total 12. Which box does the marker reach?"), ("1", "2", "3", "4"), lambda v: offerings.box_of(12), "offering", 0, see="offerings"),
            Question(t("Three players give 8, 5 and 2 gold. How many rewards does the third of them take?"), ("0", "1", "2", "3"), lambda v: box.REWARDS[2], "offering", 7, see="rewards"),
            Question(t("Which of these can't be taken as a reward?"), rewards, lambda v: rewards[3], "offering", 7, see="rewards"),
            Question(t("You have 14 gold. How many bricks can you buy at once?"), ("3", "4", "5", "14"), lambda v: max(count for count in range(1, box.MAX_BUY) if stages.price(count) <= v.gold[ME]), "buying", 0, see="purchases"),
        ),
    )  # fmt: skip
