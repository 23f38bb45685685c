"""Translated strings for the page's scripts."""

from __future__ import annotations

from collections.abc import Collection

from nomarch.bots import current_level, habit_of
from nomarch.bots.ratings import Rating, levels_of, ratings_of
from nomarch.i18n import Translate
from nomarch.kernel.declare.game import Rulebook
from nomarch.people.rating_store import HALF_WIDTH
from nomarch.people.relations import TableTerms
from nomarch.tables.state.absences import (
    BANNED,
    CONCEDED,
    GAVE,
    MISSED,
    PAUSED,
    REMOVED,
    RESIGNED,
    RETURNED,
    TIMED_OUT,
)
from nomarch.tables.state.model import TableRecord

FORMS = (1, 2)
"""Numbers that take the singular and the plural; the script chooses between the two."""


def page_strings(t: Translate) -> dict[str, object]:
    """The strings of a table's page by name."""
    return {
        "your_turn": t("Your turn"),
        "rating_now": t("Rating {rating} ({change})"),
        "new_version": t("A new version of this page is here."),
        "reload": t("Reload"),
        "later": t("Later"),
        "reconnecting": t("Connection lost. Reconnecting…"),
        "busy": t("Busy right now: bots take longer"),
        "withdraw": t("Cancel"),
        "undo_allowed": t("Move undone."),
        "undo_refused": t("The others declined to undo."),
        "by_category": t("Points by category"),
        "course": t("Points over time"),
        "agree": t("Allow"),
        "refuse": t("Decline"),
        "asks_undo": t("{player} would like to undo a move."),
        "asked_undo": t("You asked to undo a move."),
        "waits_undo": t("Waiting for the others to agree…"),
        "undo": t("Undo"),
        "ask_undo": t("Ask to undo"),
        "away": t("away, bot playing"),
        "bot": t("bot"),
        "you": t("you"),
        "You": t("You"),
        "free": t("free seat"),
        "not_played": t("Not played yet. {warning}"),
        "no_warning": t("Don't warn again"),
        "take_back": t("Take it back?"),
        "keep_move": t("Keep my move"),
        "hint_others": t("Other moves and numbers"),
        "hint_numbers": t("(wins {win} ± {doubt}%, {points} points)"),
        "what_if": t("What if I …?"),
        "what_if_how": t(
            "Choose any move on the board or in the list: I'll say what it does. Nothing is played."
        ),
        "what_if_move": t("{move}?"),
        "play_asked": t("Play this"),
        "since": t("Since your last visit"),
        "copied": t("Copied!"),
        "to_move": t("to move"),
        "your_move": t("your turn"),
        "verified": t("Verified: the seed reproduces every move and every draw."),
        "failed": t("Verification failed."),
        "time_left": t("{time} left"),
        "friend": t("Add friend"),
        "unfriend": t("Remove friend"),
        "mute": t("Mute"),
        "unmute": t("Unmute"),
        "block": t("Block"),
        "unblock": t("Unblock"),
        "report": t("Report"),
        "clock_of": t("{player}: {time} left"),
        "with_nights": t("nights included"),
        "on_vacation": t("on vacation until {day}"),
        "missed": [
            t.ngettext("{count} missed move", "{count} missed moves", count) for count in FORMS
        ],
        "notify": t("Your turn in {game}"),
        "curtain": t("Pass the device to {player}"),
        "show": t("Show my hand"),
        "points": [t.ngettext("point", "points", count) for count in FORMS],
        "said": t("{player} says: {text}"),
        "you_said": t("You say: {text}"),
        "rematch_ready": t("A rematch is ready."),
        "go": t("Join rematch"),
        "won": t("{player} wins!"),
        "you_won": t("You win!"),
        "won_tie": t("{player} wins the tie: {reason}."),
        "you_won_tie": t("You win the tie: {reason}."),
        "first_win": t("Your first win in this game!"),
        "best_result": t("Your best result so far!"),
        "shared": t("{players} share the victory!"),
        "rematch": t("Rematch"),
        "tournament": t("To the tournament"),
        "replay": t("Replay"),
        "begins": t("The game begins."),
        "learn_from": t("Learn from this game"),
        "share_picture": t("Share picture"),
        "decided": t("{category} decided it: {player} {points}, {other} {fewer}."),
        "remove": t("Replace with bot"),
        "leave_title": t("Leave the table?"),
        "leave_about": t("Take a break and a bot plays for you until you're back."),
        "leave_unbroken": t("This game has no breaks. You can close the page and come back."),
        "resign_ends": t("If you resign, the game ends and {player} wins."),
        "resign_bot": t(
            "If you resign, a bot plays on in your seat. You come last, whatever it scores."
        ),
        "resign_rated": t(
            "Your rating falls as for last place. If you leave a second rated game within a day, "
            "you can't play rated for a while."
        ),
        "resign_game": t("Resign the game"),
        "leave_pause": t("Take a break"),
        "leave_resign": t("Resign for good"),
        "leave_table": t("Leave table"),
        "leave_cancel": t("Stay"),
        "is_away": t("{player} is away: a bot is playing."),
        "coach": t("Coach"),
        "puzzle_rating": t("Your puzzle rating: {rating}. This puzzle: {puzzle}."),
        "puzzle_streak": t("{count} in a row!"),
        "see_lesson": t("See the lesson"),
        "rule": t("Rule"),
        "read_on": t("Nothing to choose yet: read this, then press Continue."),
        "not_yet": t("Choose again"),
        "details": t("Details"),
        "check_seed": t("Verify seed"),
        "total": t("Total"),
        "sum": t("Total"),
        "points_now": t("Score"),
        "go_on": t("Continue"),
        "show_all": t("Show all"),
        "closer": t("Zoom in: {what}"),
        "close": t("Close"),
        "with_hint": t("used a hint"),
        "had_hints": [
            t.ngettext("{player} used {count} hint", "{player} used {count} hints", count)
            for count in FORMS
        ],
        "you_had_hints": [
            t.ngettext("You used {count} hint", "You used {count} hints", count) for count in FORMS
        ],
        "hints_given": [t.ngettext("{count} hint", "{count} hints", count) for count in FORMS],
        "hints_yes": t("Hints are allowed at this table. Everyone sees who uses one."),
        "hints_no": t("Hints are off at this table."),
        "here": t("here now"),
        "is_here": t("{player} is here."),
        "is_not_here": t("{player} isn't here right now."),
        "unread": [
            t.ngettext("{count} unread message", "{count} unread messages", count)
            for count in FORMS
        ],
        **reading_strings(t),
    }


def reading_strings(t: Translate) -> dict[str, object]:
    """The strings of the text board, the announcements and the keys."""
    return {
        "announcements": t("Announcements"),
        "text_board_middle": t("Board"),
        "text_board_players": t("Players"),
        "text_board_pieces": t("{area}: pieces"),
        "several": t("{count} × {what}"),
        "why_not": t("Why not?"),
        "changed": t("{row}, {column}: {old} → {now}"),
        "no_move": t("This isn't a move."),
        "last_piece": t("No more pieces here."),
        "all_keys": t("All keys"),
        "since_turn": t("Since your last turn"),
        "nothing_changed": t("Nothing has changed."),
        "ask_title": t("Ask about the game"),
        "ask_field": t("Your question, or part of a move"),
        "ask_example": t("who has Nile"),
        "ask": t("Ask"),
        # TRANSLATORS: small words of a question that are ignored, each separated by a space
        "small_words": t("who has have where can go what which is are the a an my of for how many"),
        "nothing_found": t("Nothing found."),
        "no_clock": t("There's no clock at this table."),
        "keys": key_map(t),
    }


def key_map(t: Translate) -> list[tuple[str, str]]:
    """Every key of a page with a board, and what it does."""
    return [
        (t("Tab"), t("Next choice or button")),
        (t("Enter or Space"), t("Choose; on a piece that can't be chosen: why not")),
        (t("Arrow keys"), t("Next choice on the board")),
        (t("Shift + arrow keys"), t("Next piece of the same area, legal or not")),
        (t("Shift + Page up, Shift + Page down"), t("Previous or next area of the board")),
        (t("Escape"), t("Close a question, a dialog or a panel")),
        ("R", t("Turn a tile while you place it")),
        ("/", t("Ask about the game, or find a move by its words")),
        ("W", t("What changed since your last turn")),
        ("Q", t("Hear the question again")),
        ("C", t("Hear the clocks")),
        ("T", t("Show or hide the text board")),
        ("L", t("Open or close the log")),
        ("?", t("This list")),
    ]


def absence_texts(t: Translate) -> dict[str, tuple[str, str]]:
    """Lines of the log about a player who came or went: by name, and for the reader."""
    return {
        PAUSED: (
            t("{player} takes a break: a bot plays until they're back."),
            t("You take a break: a bot plays until you're back."),
        ),
        TIMED_OUT: (
            t("{player} ran out of time: a bot plays until they're back."),
            t("You ran out of time: a bot plays until you're back."),
        ),
        MISSED: (
            t("{player} ran out of time: a bot made this move."),
            t("You ran out of time: a bot made this move."),
        ),
        GAVE: (
            t("{player} gives the other players more time."),
            t("You give the other players more time."),
        ),
        RETURNED: (t("{player} is back."), t("You're back.")),
        RESIGNED: (t("{player} resigned: a bot plays on."), t("You resigned: a bot plays on.")),
        CONCEDED: (t("{player} resigned: the game is over."), t("You resigned: the game is over.")),
        BANNED: (t("{player} was banned from this site."), t("You were banned from this site.")),
        REMOVED: (t("A bot replaces {player}."), t("A bot replaces you.")),
    }


def analysis_strings(t: Translate) -> dict[str, str]:
    """More strings for the analysis page."""
    return {
        "waiting": t("Analysing the game… You can come back later."),
        "progress": t("{done} of {of} moves"),
        "stopped": t("The analysis has stopped."),
        "again": t("Analyse game"),
        "chart": t("Winning chances by move"),
        "at": t("Move {number}: {player} {win}%"),
        "at_you": t("Move {number}: you {win}%"),
        "you": t("You"),
        "turning": t("What decided the game"),
        "turning_own": t("Your turning points"),
        "none_own": t("You made no costly mistake."),
        "comes_back": t("Mistakes and blunders come back as your own puzzles, from tomorrow on:"),
        "practice": t("Practice"),
        "practise": t("Practise this"),
        "try_again": t("Try it again from here"),
        "number": t("Move {number}"),
        "none": t("Nobody made a costly mistake."),
        "inaccuracy": t("Inaccuracy"),
        "mistake": t("Mistake"),
        "blunder": t("Blunder"),
        "played": t("Played: {move} ({win}%)"),
        "better": t("Better: {move} ({win}%)"),
        "look": t("View position"),
        "play_on": t("Play from here"),
        "players": t("Skill and luck"),
        "good": t("Good moves"),
        "inaccuracies": t("Inaccuracies"),
        "mistakes": t("Mistakes"),
        "blunders": t("Blunders"),
        "points": t("Points lost per move"),
        "luck": t("Luck"),
        "kind": t("The draws and the others were kind to {player}."),
        "kind_you": t("The draws and the others were kind to you."),
        "harsh": t("The draws and the others were hard on {player}."),
        "harsh_you": t("The draws and the others were hard on you."),
        "even": t("Luck was about even for {player}."),
        "even_you": t("Luck was about even for you."),
        "how": t(
            "We judge each decision by what the player knew at the time, playing out many games "
            "from there. What a player's own moves don't explain of the result is luck."
        ),
        "copied": t("Copied!"),
    }


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
    book: Rulebook, t: Translate, slow: Collection[str] = ()
) -> dict[int, dict[str, str]]:
    """Bot levels to choose from by player count, with their measured ratings.

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
            level: words.get(level, level) + _strength(ratings_of(book, count).get(level))
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


def inbox_words(t: Translate) -> dict[str, str | list[str]]:
    """The texts of pages about waiting items."""
    return {
        "invites": t("{name} invites you to play {game}"),
        "invitations": [
            t.ngettext("{count} invitation", "{count} invitations", count) for count in FORMS
        ],
        "accept": t("Accept"),
        "decline": t("Decline"),
        "show": t("Show"),
        "wrote": t("Message from {name}: {text}"),
        "messages": [
            t.ngettext("{count} new message", "{count} new messages", count) for count in FORMS
        ],
        "said": t("{player} says: {text}"),
        "open": t("Open"),
    }


def report_kinds(t: Translate) -> dict[str, str]:
    """What a report can be about."""
    return {
        "abuse": t("Insults or harassment"),
        "cheating": t("Cheating"),
        "stalling": t("Stalling or leaving"),
        "name": t("Offensive name"),
        "other": t("Something else"),
    }


def duration_text(t: Translate, seconds: int) -> str:
    """Return a duration in its largest whole unit."""
    unit = next(unit for unit in (86_400, 3600, 60, 1) if seconds % unit == 0)
    count = seconds // unit
    words = {
        86_400: t.ngettext("{count} day", "{count} days", count),
        3600: t.ngettext("{count} hour", "{count} hours", count),
        60: t.ngettext("{count} minute", "{count} minutes", count),
        1: t.ngettext("{count} second", "{count} seconds", count),
    }
    return words[unit].format(count=count)


def clock_text(t: Translate, record: TableRecord | TableTerms) -> str:
    """Return a table's clock in words."""
    if record.bank:
        text = t("{total} each, plus {increment} per turn")
        return text.format(
            total=duration_text(t, record.bank), increment=duration_text(t, record.increment)
        )
    if record.clock:
        return t("{time} per move").format(time=duration_text(t, record.clock))
    return t("No clock")
