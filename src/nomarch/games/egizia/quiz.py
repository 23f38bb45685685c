"""The quiz at the end of the course: ten questions about one position, answered by the rules."""

from nomarch.games.egizia.positions import DRY, ME, position
from nomarch.games.egizia.rules import box, feeding, scoring
from nomarch.kernel.declare.lessons import Lesson, Question, Translate


def quiz(t: Translate) -> Lesson:
    """Ten questions on the board."""
    return Lesson(
        "quiz", t("Quiz"), t("Ten questions about a position."),
        see="feeding", players=2,
        prepare=position(DRY, crews=(3, 2, 2, 3), own=(box.FIELD_YELLOW_4, box.QUARRY_3), flood=0, markets=(1, 2), stones=4),
        steps=(
            Question(t("How much grain do your crews need?"), ("7", "8", "10", "12"), lambda v: feeding.need(v, ME), "feeding", 0),
            Question(t("The flood marker is on the left. How much grain do your fields give?"), ("4", "6", "8", "10"), lambda v: feeding.harvested(v, ME), "feeding", 1, at=("flood-0",)),
            Question(t("What does each missing grain cost you?"), ("1", "2", "3"), lambda v: feeding.hunger_price(v, ME), "markets", 0, at=("markets",), see="missing-grain"),
            Question(t("How many stones will you have once your quarries have paid?"), ("6", "7", "10", "13"), lambda v: min(box.STONES_MAX, v.stones[ME] + v.quarry[ME]), "graves", 5, see="stones"),
            Question(t("How many of your boats may be at the Sphinx in one round?"), ("1", "2", "3"), lambda v: 1, "sailing", 4, see="spaces"),
            Question(t("There are two players. How many places does each building site have?"), ("2", "3", "4"), lambda v: box.PLACES_OPEN[v.players], "waiting", 0, see="places"),
            Question(t("You build at two sites this round. What does that score, besides the stones?"), ("1", "2", "3", "6"), lambda v: box.COLLABORATION[2], "building", 6, see="end-of-round"),
            Question(t("You draw four Sphinx cards and keep one. How many points do you score at once?"), ("1", "3", "4"), lambda v: 4 - 1, "sphinx", 6, see="sphinx"),
            Question(t("Your grave tiles add up to 12 at the end. How many points?"), ("2", "5", "9", "12"), lambda v: scoring.treasure_points(12), "graves", 3, see="end"),
            Question(t("Your last boat is on the third card. How many of the first three cards can you still reach?"), ("0", "1", "2", "3"), lambda v: sum(pos > box.CARD_POS[2] for pos in box.CARD_POS[:3]), "sailing", 2, at=("nile-2",), see="boats"),
        ),
    )  # fmt: skip
