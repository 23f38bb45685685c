"""The quiz at the end of the course: ten questions about one position, answered by the rules."""

from nomarch.games.fertility.positions import ALABASTER, BOVINE, GRAPE, ME, PAPYRUS, position
from nomarch.games.fertility.rules import box, scoring, st
from nomarch.kernel.declare.lessons import Lesson, Question, Translate


def _prepare(s: st.State) -> None:
    put: dict[int, tuple[int, ...]] = {0: (GRAPE,), 1: (PAPYRUS,), 2: (BOVINE,), 4: (ALABASTER,)}
    position(harvest=(ALABASTER, PAPYRUS), districts=(9,), put=put, wheat=6)(s)


def quiz(t: Translate) -> Lesson:
    """Ten questions on the board."""
    return Lesson(
        "quiz", t("Quiz"), t("Ten questions about a position."),
        see="general-shops", players=2, prepare=_prepare,
        steps=(
            Question(t("What are your 6 wheat worth at the end?"), ("6", "12", "18", "23"), lambda v: box.WHEAT_POINTS[v.wheat[ME]], "end", 1, see="granary"),
            Question(t("How many wheat does your granary hold at most?"), ("6", "9", "10", "12"), lambda v: box.MOST_WHEAT, "wheat", 4, see="stock"),
            Question(t("You have alabaster and papyrus to supply. Which one completes the 4-Deben shop with papyrus already on it?"), (t("Alabaster"), t("Papyrus"), t("Either")), lambda v: t("Alabaster") if box.SHOP_NEEDS[v.shop[ME][1]] == (PAPYRUS, ALABASTER) else "", "shops", 0, at=("shop-0-1",), see="supply"),
            Question(t("How many Debens do your general shops pay as they are?"), ("2", "4", "6", "8"), lambda v: scoring.general_points(v, ME), "shops", 0, at=("shop-0-0",)),
            Question(t("How many pieces lie on your shops? They count if Debens are tied."), ("2", "3", "4", "5"), lambda v: scoring.pieces_of(v, ME), "tie", 2, see="ties"),
            Question(t("Statues of three different gods: how many Debens?"), ("5", "6", "10", "17"), lambda v: box.STATUE_POINTS[3], "gods", 0, see="statues"),
            Question(t("Two players tie for the most monuments. How many Debens does each of them get?"), ("7", "11", "15"), lambda v: box.MOST_MONUMENTS, "monuments", 5, see="monuments"),
            Question(t("How many monuments do you have for the whole game?"), ("3", "4", "7"), lambda v: box.MONUMENTS_EACH, "monuments", 4, see="quarry"),
            Question(t("How many more districts could you build in this game, if you had the turns?"), ("3", "6", "7"), lambda v: sum(number == st.NONE for number in v.district[ME]), "districts", 2, see="districts"),
            Question(t("How many turns does each player have?"), ("7", "9", "12"), lambda v: box.TURNS_EACH, "laying", 8, see="aim"),
        ),
    )  # fmt: skip
