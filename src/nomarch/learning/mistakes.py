"""Own mistakes as puzzles: positions of one's games, asked again after 1, 3 and 7 days.

A mistake is named by its table and ply: `mistake-a1b2c3-57`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from nomarch.bots.accuracy import counts, rate_accuracy, scale_of
from nomarch.bots.analysis import BLUNDER, MISTAKE, Decision
from nomarch.bots.outcomes import Comparison
from nomarch.bots.reasons import Reasons
from nomarch.engine.match import Match
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.game import Rulebook
from nomarch.kernel.lessons import Ask, Lesson
from nomarch.learning.course import Course

PREFIX = "mistake-"
DAY = 86_400.0
INTERVALS = (1, 3, 7)
"""Days until a mistake is asked again: after the game, and after each right answer."""
MOST = 3
"""Turning points of one game that a player is shown and asked again."""
THIRDS = 3


class MistakeCard(msgspec.Struct):
    """A mistake to be asked again; without a game there is none."""

    game: str = ""
    table: str = ""
    ply: int = 0
    seat: int = 0
    move: str = ""
    best: str = ""
    loss: float = 0.0
    theme: str = ""
    """The id of the idea that was missed, if one is known."""
    due: float = 0.0
    passed: int = 0
    """Times answered right when it was due, one after the other."""

    @property
    def id(self) -> str:
        return f"{PREFIX}{self.table}-{self.ply}"

    @property
    def is_learnt(self) -> bool:
        return self.passed >= len(INTERVALS)

    def is_due(self, now: float) -> bool:
        return not self.is_learnt and self.due <= now

    def answered(self, is_right: bool, now: float) -> MistakeCard:
        """The card after a first answer; an answer before it is due changes nothing."""
        if not self.is_due(now):
            return self
        passed = self.passed + 1 if is_right else 0
        days = INTERVALS[min(passed, len(INTERVALS) - 1)]
        return msgspec.structs.replace(self, passed=passed, due=now + days * DAY)


class GameReport(msgspec.Struct):
    """What an analysed game says about a player's strength; without a game there is none."""

    game: str = ""
    players: int = 0
    losses: list[list[float]] = msgspec.field(default_factory=list)
    """Losses of counted decisions in per cent, by thirds of the game."""
    themes: list[str] = msgspec.field(default_factory=list)
    """Ideas missed, by id, one for each mistake."""


def parse_mistake(id_: str) -> tuple[str, int] | None:
    """Return the table and ply of a mistake; None if the id names none."""
    table, _, ply = id_.removeprefix(PREFIX).rpartition("-")
    if not id_.startswith(PREFIX) or not table or not ply.isdecimal():
        return None
    return table, int(ply)


def own_turning_points(decisions: Sequence[Decision], seat: int) -> list[Decision]:
    """The decisions that cost a seat most chances to win, at most three, the worst first."""
    costly = [one for one in decisions if one.seat == seat and one.fault and one.loss > 0]
    return sorted(costly, key=lambda one: -one.loss)[:MOST]


def missed_idea(match: Match, one: Decision) -> str:
    """The id of the idea that tells the better move from the played one; empty if none does."""
    then = match.snapshot()
    then.rewind(one.ply)
    reasons = Reasons(match.book, then.observe(one.seat), one.seat, match.names)
    found = one.comparison or Comparison(win=one.loss)
    named = reasons.named_ideas(then.parse(one.best), then.parse(one.move), found)
    return named[0][0].id if named else ""


def mistake_cards(
    match: Match, table: str, decisions: Sequence[Decision], seat: int, now: float
) -> list[MistakeCard]:
    """The mistakes and blunders of a seat, to be asked again from tomorrow on."""
    game, due = match.book.game.id, now + INTERVALS[0] * DAY
    return [
        MistakeCard(
            *(game, table, one.ply, seat, one.move, one.best, one.loss),
            *(missed_idea(match, one), due),
        )
        for one in own_turning_points(decisions, seat)
        if one.fault in (BLUNDER, MISTAKE)
    ]


def report_game(match: Match, decisions: Sequence[Decision], seat: int) -> GameReport:
    """Sum up a seat's decisions: losses by thirds of the game, and ideas missed."""
    losses: list[list[float]] = [[] for _ in range(THIRDS)]
    for one in decisions:
        if one.seat == seat and counts(one.best_win, match.players):
            third = min(THIRDS - 1, THIRDS * one.ply // max(1, match.ply))
            losses[third].append(round(one.loss, 1))
    themes = [
        theme
        for one in decisions
        if one.seat == seat and one.fault and (theme := missed_idea(match, one))
    ]
    return GameReport(match.book.game.id, match.players, losses, themes)


class Strength(msgspec.Struct):
    """How a player does in a game: accuracy by thirds of the game, and what is missed most."""

    games: int
    thirds: list[float | None]
    themes: list[str]


def sum_up(book: Rulebook, reports: Sequence[GameReport]) -> Strength:
    """Return the accuracy over several games; None for a third without decisions."""
    thirds: list[float | None] = []
    for third in range(THIRDS):
        rated = [
            (rate_accuracy(scale_of(book), report.losses[third], report.players), count)
            for report in reports
            if (count := len(report.losses[third]))
        ]
        total = sum(count for _, count in rated)
        thirds.append(sum(value * count for value, count in rated) / total if total else None)
    missed = Counter(theme for report in reports for theme in report.themes)
    return Strength(len(reports), thirds, [theme for theme, _ in missed.most_common(2)])


def start_mistake(match: Match, card: MistakeCard, language: str = DEFAULT) -> Course:
    """Return a mistake as a lesson of one question, in the position of the finished game."""
    then = match.snapshot()
    then.rewind(card.ply)
    t, seat = translator("nomarch", language), card.seat
    best, played = then.parse(card.best), then.parse(card.move)
    reasons = Reasons(match.book, then.observe(seat), seat, match.names, language)
    why = reasons.why(best, played, Comparison(win=card.loss))
    question = t("You played “{move}” here. What is better?").format(move=reasons.quoted(played))
    lesson = Lesson(
        id=card.id,
        title=t("Your mistake"),
        about="",
        players=match.players,
        seat=seat,
        steps=(
            Ask(
                question,
                (card.best,),
                wrong={card.move: t("That's what you played.")},
                otherwise=t("That's not the move we found. Try another one, or let us show it."),
                praise=why,
            ),
        ),
    )
    return Course(match.book, lesson, match.names[seat], language, then)
