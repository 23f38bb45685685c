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
from nomarch.errors import IllegalMove
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.lessons import Ask, Lesson, Others
from nomarch.learning.course import Course
from nomarch.learning.illegal_moves import rule_of
from nomarch.learning.practice import parse_numbered, practice_id
from nomarch.learning.puzzles import theme_anchor

PREFIX = "mistake-"
DAY = 86_400.0
INTERVALS = (1, 3, 7)
"""Days until a mistake is asked again: after the game, and after each right answer."""
MOST = 3
"""Turning points of one game that a player is shown and asked again."""


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
    """A player's strength as an analysed game shows it; none without a game."""

    game: str = ""
    players: int = 0
    phases: dict[str, list[float]] = msgspec.field(default_factory=dict)
    """Losses of counted decisions in per cent, by the name of a phase (`phase_of`)."""
    themes: list[str] = msgspec.field(default_factory=list)
    """Ideas missed, by id, one for each mistake."""


def parse_mistake(id_: str) -> tuple[str, int] | None:
    """Return the table and ply of a mistake; None if the id names none."""
    return parse_numbered(PREFIX, id_)


def own_turning_points(decisions: Sequence[Decision], seat: int) -> list[Decision]:
    """The decisions that cost a seat most chances to win, at most three, the worst first."""
    costly = [one for one in decisions if one.seat == seat and one.fault and one.loss > 0]
    return sorted(costly, key=lambda one: -one.loss)[:MOST]


def missed_idea(match: Match, one: Decision) -> str:
    """The id of the idea that tells the better move from the played one; empty if none does."""
    then = match.at(one.ply)
    reasons = Reasons(match.book, then.observe(one.seat), one.seat, match.names)
    found = one.comparison or Comparison(win=one.loss)
    clauses = reasons.clauses(then.parse(one.best), then.parse(one.move), found)
    return next((clause.theme for clause in clauses if clause.theme), "")


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


def phase_of(book: Rulebook, action: int) -> str:
    """The phase that an action belongs to: the chapter of the rules about it, by its first anchor.

    Empty where a game's rules name no paragraph for the action.
    """
    rule = rule_of(book, action)
    chapters = book.words.rules_help(translator(book.package, DEFAULT))
    return next((one.anchors[0] for one in chapters if rule in one.anchors), "") if rule else ""


def phase_title(book: Rulebook, phase: str, language: str) -> str:
    t = translator("nomarch", language)
    chapters = book.words.rules_help(translator(book.package, language))
    found = (one.title for one in chapters if phase in one.anchors[:1])
    return next(found, t("Other decisions"))


def report_game(match: Match, decisions: Sequence[Decision], seat: int) -> GameReport:
    """Sum up a seat's decisions: losses by phase, and themes missed."""
    phases: dict[str, list[float]] = {}
    for one in decisions:
        if one.seat == seat and counts(one.best_win, match.players):
            phase = phase_of(match.book, match.parse(one.move))
            phases.setdefault(phase, []).append(round(one.loss, 1))
    themes = [
        theme
        for one in decisions
        if one.seat == seat and one.fault and (theme := missed_idea(match, one))
    ]
    return GameReport(match.book.game.id, match.players, phases, themes)


class Strength(msgspec.Struct):
    """How a player does in a game: accuracy by phase, and what is missed most."""

    games: int
    phases: dict[str, float]
    themes: list[str]


def sum_up(book: Rulebook, reports: Sequence[GameReport]) -> Strength:
    """Return the accuracy over several games, in the phases in which there were decisions."""
    phases: dict[str, float] = {}
    for phase in dict.fromkeys(phase for report in reports for phase in report.phases):
        rated = [
            (rate_accuracy(scale_of(book), losses, report.players), len(losses))
            for report in reports
            if (losses := report.phases.get(phase))
        ]
        phases[phase] = sum(value * count for value, count in rated) / sum(n for _, n in rated)
    missed = Counter(theme for report in reports for theme in report.themes)
    return Strength(len(reports), phases, [theme for theme, _ in missed.most_common(2)])


def where_to_practise(match: Match, one: Decision) -> str:
    """The page that practises what a decision missed, without the site's root.

    Puzzles of the idea that was missed, else the lesson step about the better move, else puzzles.
    """
    book, theme = match.book, missed_idea(match, one)
    if theme and (anchor := theme_anchor(book, theme)):
        return f"/puzzles/{book.game.id}#{anchor}"
    rule = rule_of(book, match.parse(one.best))
    t = translator(book.package, DEFAULT)
    for lesson in book.teaching.lessons(t) if book.teaching and rule else ():
        steps = [step for step in lesson.steps if not isinstance(step, Others)]
        for number, step in enumerate(steps):
            if isinstance(step, Ask) and (step.see or lesson.see) == rule:
                return f"/learn/{book.game.id}/{practice_id(lesson.id, number)}"
    return f"/puzzles/{book.game.id}"


def start_mistake(match: Match, card: MistakeCard, language: str = DEFAULT) -> Course:
    """Return a mistake as a lesson of one question, in the position of the finished game.

    Raises an error if the rules have changed so that the better move can't be made any more.
    """
    then, seat = match.at(card.ply), card.seat
    if card.best not in then.legal(seat):
        raise IllegalMove(f"{card.best!r} is not allowed any more.")
    t = translator("nomarch", language)
    best, played = then.parse(card.best), then.parse(card.move)
    reasons = Reasons(match.book, then.observe(seat), seat, match.names, language)
    why = reasons.why(best, played, Comparison(win=card.loss))
    question = t("You played “{move}” here. What is better?").format(move=reasons.quoted(played))
    ask = Ask(
        question,
        (card.best,),
        wrong={card.move: t("That's what you played.")},
        otherwise=t("That's not the move we found. Try another one, or let us show it."),
        praise=why,
    )
    title, players = t("Your mistake"), match.players
    lesson = Lesson(id=card.id, title=title, about="", players=players, seat=seat, steps=(ask,))
    return Course(match.book, lesson, match.names[seat], language, then)
