"""Translated strings for the page's scripts."""

from __future__ import annotations

from nomarch.bots import LEVELS
from nomarch.bots.ratings import Rating, ratings_of
from nomarch.i18n import Translate
from nomarch.kernel.game import Rulebook


def page_strings(t: Translate) -> dict[str, str]:
    """The strings of a table's page by name."""
    return {
        "your_turn": t("Your turn"),
        "reconnecting": t("Connection lost. Trying again…"),
        "withdraw": t("Never mind"),
        "undo_allowed": t("The move was taken back."),
        "undo_refused": t("The others want to keep the move."),
        "by_category": t("Points by category"),
        "course": t("Points in the course of the game"),
        "agree": t("Allow"),
        "refuse": t("Refuse"),
        "asks_undo": t("{player} asks to take back a move."),
        "waits_undo": t("Waiting for the others to allow it…"),
        "undo": t("Undo"),
        "ask_undo": t("Ask to undo"),
        "away": t("away: a bot plays"),
        "bot": t("bot"),
        "you": t("you"),
        "free": t("free seat"),
        "hint_is": t("Hint: {move}"),
        "thinking": t("Thinking…"),
        "since": t("Since your last visit"),
        "copied": t("Copied."),
        "to_move": t("to move"),
        "verified": t("Checked: every move and every draw follows from the seed."),
        "failed": t("The check failed."),
        "time_left": t("{time} left"),
        "notify": t("Your move in {game}"),
        "curtain": t("Pass the screen to {player}"),
        "show": t("Show my hand"),
        "points": t("points"),
        "said": t("{player} says: {text}"),
        "rematch_ready": t("A rematch has been set up."),
        "go": t("Go to it"),
        "won": t("{player} wins."),
        "rematch": t("Rematch"),
        "replay": t("Replay"),
        "analysis": t("Analysis"),
        "remove": t("Give the seat to a bot"),
        "leave_sure": t("Leave for good? A bot plays on in your seat."),
        "coach": t("Coach"),
        "coach_ask": t("What would you do?"),
        "coach_would": t("I would choose: {move}."),
        "read_on": t("Nothing to choose yet: read this, then go on."),
        "not_yet": t("Not yet"),
        "check_seed": t("Check the seed"),
        "total": t("Total"),
        "sum": t("Together"),
        "points_now": t("Points now"),
        "next": t("Next"),
        "go_on": t("Go on"),
        "show_all": t("Show all"),
        "no_interludes": t("Do not show these by themselves any more"),
        "closer": t("Look closer: {what}"),
        "close": t("Close"),
        "with_hint": t("with a hint"),
        "had_hints": t("{player} was given hints: {count}"),
        "hints_given": t("hints: {count}"),
        "hints_yes": t("Hints are allowed at this table; everyone sees who was given one."),
        "hints_no": t("No hints are given at this table."),
        "here": t("at the table"),
        "is_here": t("{player} is at the table."),
        "is_not_here": t("{player} is not at the table just now."),
        "unread": t("Unread: {count}"),
    }


def analysis_strings(t: Translate) -> dict[str, str]:
    """More strings for the analysis page."""
    return {
        "waiting": t("The game is being studied; you can come back later."),
        "progress": t("{done} of {of} moves"),
        "stopped": t("The study has stopped."),
        "again": t("Study the game"),
        "chart": t("Chance to win, move by move"),
        "at": t("Move {number}: {player} {win} %"),
        "turning": t("Turning points"),
        "number": t("Move {number}"),
        "none": t("Nobody gave away anything that mattered."),
        "inaccuracy": t("Inaccuracy"),
        "mistake": t("Mistake"),
        "blunder": t("Blunder"),
        "played": t("Played: {move} ({win} %)"),
        "better": t("Better: {move} ({win} %)"),
        "look": t("Look at it"),
        "play_on": t("Play on from here"),
        "players": t("Skill and luck"),
        "player": t("Player"),
        "accuracy": t("Accuracy"),
        "start": t("First chance"),
        "skill": t("Own errors"),
        "luck": t("Luck and others"),
        "result": t("Result"),
        "how": t(
            "Every decision is judged by what the player knew then, with many games played "
            "out from there. First chance, own errors, luck and others add up to the result."
        ),
        "copied": t("Copied."),
    }


def level_name(t: Translate, level: str) -> str:
    """A bot level's name; other programs are shown by their own."""
    names = {
        "random": t("Random"),
        "novice": t("Novice"),
        "easy": t("Easy"),
        "greedy": t("Normal"),
        "keen": t("Keen"),
        "search": t("Strong"),
        "master": t("Master"),
    }
    return names.get(level, level)


def bot_level_choices(book: Rulebook, t: Translate) -> list[dict[str, str]]:
    """Bot levels to choose from, with their measured ratings."""
    words = {
        "random": t("Random: plays anything"),
        "novice": t("Novice: overlooks a lot"),
        "easy": t("Easy: makes mistakes"),
        "greedy": t("Normal: plays sensibly"),
        "keen": t("Keen: thinks for a moment"),
        "search": t("Strong: thinks ahead"),
        "master": t("Master: thinks for a second"),
    }
    measured = ratings_of(book)
    return [
        {"id": level, "words": words.get(level, level) + _strength(measured.get(level))}
        for level in LEVELS
    ]


def _strength(rating: Rating | None) -> str:
    if rating is None:
        return ""
    return f" ({rating.rating} ± {rating.doubt})" if rating.doubt else f" ({rating.rating})"
