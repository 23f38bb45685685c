"""The quiz at the end of the course: ten questions about one position, answered by the rules."""

from nomarch.games.giza.positions import (
    KHUFU,
    LEFT,
    ME,
    MENKAURE,
    OPTIONS,
    RIGHT,
    position,
    tile_of,
)
from nomarch.games.giza.rules import box, ending, st, stacks
from nomarch.kernel.declare.lessons import Lesson, Question, Translate


def quiz(t: Translate) -> Lesson:
    """Ten questions on the board."""
    return Lesson(
        "quiz", t("Quiz"), t("Ten questions about a position."),
        see="score", players=3, options=OPTIONS,
        prepare=position(
            "3 4t -2 demolition", mine=("5 5t 4", "5 -4", "3 2 scarab", "base"),
            left=("5 3 1", "4 1", "5 2", ""), right=("4 2", "", "5 4", ""),
        ),
        steps=(
            Question(t("What is your Khufu worth now?"), ("4", "9", "10", "14"), lambda v: ending.site_points(v, ME, KHUFU), "building", 3, at=("site-0-0",)),
            Question(t("A bad 4 lies on your Khafre. What is that pyramid worth?"), ("1", "4", "5", "9"), lambda v: ending.site_points(v, ME, KHUFU + 1), "repairs", 0, at=("site-0-1",)),
            Question(t("On how many of your own pyramids could you play the 3?"), ("0", "1", "2", "3"), lambda v: _takers(v, ME, "3"), "building", 5, at=("hand-0",), see="stones"),
            Question(t("On how many of your own pyramids could you play the +4 treasure?"), ("0", "1", "2", "3"), lambda v: _takers(v, ME, "4t"), "repairs", 1, at=("hand-1",), see="treasures"),
            Question(t("There's a scarab on your Menkaure. What does that pyramid count if the game ends now?"), ("0", "2", "3", "5"), lambda v: ending.site_points(v, ME, MENKAURE), "scarabs", 0, at=("site-0-2",), see="scarab"),
            Question(t("You remove that scarab. How many tiles do you draw?"), ("0", "1", "4"), lambda v: box.HAND - len(v.hand[ME]), "scarabs", 1, at=("site-0-2",), see="remove-scarab"),
            Question(t("What does your sphinx count as it is?"), ("−5", "0", "5", "10"), lambda v: str(ending.site_points(v, ME, box.SPHINX)).replace("-", "−"), "sphinx", 0, at=("site-0-3",), see="sphinx"),
            Question(t("How many of your left neighbour's pyramids are complete?"), ("0", "1", "2", "3"), lambda v: sum(bool(ending.is_peak(stacks.top(v, LEFT, site))) for site in range(box.PYRAMIDS)), "ending", 0, at=("site-1-0",), see="end"),
            Question(t("On how many sites of your left neighbour could your bad 2 be played?"), ("0", "1", "2", "3"), lambda v: _takers(v, LEFT, "-2"), "spoiling", 1, at=("hand-2",), see="stones"),
            Question(t("How many tiles of your right neighbour's board can you see?"), ("2", "3", "4"), lambda v: sum(height > 0 for height in v.height[RIGHT]), "covering", 5, at=("site-2-0", "site-2-2"), see="looking"),
        ),
    )  # fmt: skip


def _takers(view: st.State, owner: int, tile: str) -> int:
    """How many pyramids of a board take a tile."""
    bit = 1 << tile_of(tile)
    return sum(bool(view.takes[owner][site] & bit) for site in range(box.PYRAMIDS))
