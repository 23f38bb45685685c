"""Names of bots' levels, and the choice of them."""

from collections.abc import Collection

from nomarch.bots import current_level, habit_of
from nomarch.bots.ratings import Rating, levels_of, ratings_of
from nomarch.i18n import Translate
from nomarch.kernel.declare.game import Rulebook
from nomarch.people.rating_store import HALF_WIDTH


def level_name(t: Translate, level: str) -> str:
    """A bot level's name; other programs are shown by their own."""
    names = {
        "random": t("Random"),
        "novice": t("Novice"),
        "easy": t("Easy"),
        "greedy": t("Normal"),
        "strong": t("Strong"),
        "master": t("Master"),
        "champion": t("Champion"),
    }
    return names.get(current_level(level), level)


def bot_level_choices(
    book: Rulebook, t: Translate, slow: Collection[str] = (), *, has_ratings: bool = True
) -> dict[int, dict[str, str]]:
    """Bot levels to choose from by player count, with measured ratings where people have some.

    A warning stands beside those that are `slow` here.
    """
    words = {
        "novice": t("Novice: misses a lot"),
        "easy": t("Easy: makes mistakes"),
        "greedy": t("Normal: plays sensibly"),
        "strong": t("Strong: knows the game well"),
        "master": t("Master: thinks ahead"),
        "champion": t("Champion: thinks ahead further"),
    }
    for level in slow:
        words[level] = t("{level} (slow on this server)").format(level=words[level])
    return {
        count: {
            level: words.get(level, level)
            + (_strength(ratings_of(book, count).get(level)) if has_ratings else "")
            for level in levels_of(book, count)
        }
        for count in book.game.players
    }


def habit_text(book: Rulebook, t: Translate, level: str) -> str:
    """The sentence about a bot's habit; empty if it has none."""
    habit = habit_of(level, book)
    return t(habit.about) if habit else ""


def _strength(rating: Rating | None) -> str:
    if rating is None:
        return ""
    sigma = round(rating.doubt / HALF_WIDTH)  # as on the leaderboard
    return f" ({rating.rating} ± {sigma})" if sigma else f" ({rating.rating})"
