"""Reasons for moves: what they do now, and the facts that tell two moves apart."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

from nomarch.bots.facts import LEAST, Clause, FactFinder
from nomarch.bots.outcomes import TOTAL, Change, Comparison
from nomarch.i18n import DEFAULT, Translate, named, translator
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.facts import AGAINST, Facts, Move
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import GameState
from nomarch.kernel.declare.sentences import sentence_case

CLOSE = 3.0
"""Moves that differ by less, in percentage points of wins, are about equal."""
CLOSE_POINTS = 1.0
"""The same for mean final points, where the winner is as good as known."""
MOST = 2
"""Sentences of a reason."""
FEW_WORLDS = 2
"""Imagined worlds in which all moves of a page are tried."""
SMALL = 1.5
"""So few points don't explain why a move wins clearly more games."""
Choose = Callable[[GameState, Sequence[int]], int]
"""Chooses the remaining actions of a move that takes several."""


@cache
def facts_of(book: Rulebook) -> Facts:
    """A game's facts; none where it has no `facts.py`."""
    return book.module("facts").FACTS if book.has("facts") else Facts((), (), ())


def is_close(found: Comparison) -> bool:
    """Whether moves are about equal; a lead that isn't certain yet doesn't make them so."""
    if found.is_decided and found.ends and found.win < CLOSE:
        return found.ends[0] - found.ends[1] < CLOSE_POINTS
    return found.win < CLOSE and found.lead < CLOSE


def _points_more(found: Comparison) -> int:
    """Mean final points that the better move brings more, where the winner is as good as known."""
    return round(found.ends[0] - found.ends[1]) if found.is_decided and found.ends else 0


@dataclass(frozen=True)
class Reasons:
    """Explains the moves of one decision to the player to move."""

    book: Rulebook
    view: GameState
    seat: int
    names: Sequence[str]
    language: str = DEFAULT
    choose: Choose | None = None
    lines: dict[int, list[Move]] = field(default_factory=dict)
    """The actions of whole moves that are known, by the first one."""

    @property
    def t(self) -> Translate:
        return translator("nomarch", self.language)

    def line(self, action: int) -> list[Move]:
        """Return the actions of the whole move that an action begins."""
        if action not in self.lines:
            self.lines[action] = self._continue(action)
        return self.lines[action]

    def _continue(self, action: int) -> list[Move]:
        rules, layout = backend.interpreted(self.book.game.id), self.book.layout
        moves, begins = [Move(self.view, self.seat, action)], facts_of(self.book).begins
        while begins(moves[-1]):
            state = layout.copy(moves[-1].view)
            state.trace = None
            rules.apply(state, self.seat, moves[-1].action)
            if not (legal := backend.legal_actions(self.book, state, self.seat)):
                break
            moves.append(Move(state, self.seat, self._best(state, legal)))
        return moves

    def _best(self, view: GameState, legal: Sequence[int]) -> int:
        if len(legal) == 1 or self.choose is None:
            evaluate = backend.interpreted(self.book.game.id).evaluate
            return max(legal, key=lambda action: int(evaluate(view, self.seat, action)))
        return self.choose(view, legal)

    def move(self, action: int) -> str:
        """Return a whole move in words: “Play a −5 stone on Nefertari's Khufu”."""
        line, t = self.line(action), self._words
        words = facts_of(self.book).whole(t, line) or self.book.words.move(t, self.view, action)
        return sentence_case(named(words, self.names))

    def is_worth_naming(self, best: int, other: int) -> bool:
        """Whether a move is worth comparing the best one with: it does something, and other."""
        is_dull = self.book.actions[other].split()[0] in facts_of(self.book).dull
        return not is_dull and not self._are_same(best, other)

    def quoted(self, action: int) -> str:
        """Return a move in words, to be quoted: quotation marks in it become single ones."""
        words, double, single = self.move(action), self.t("“{move}”"), self.t("‘{move}’")
        for mark, inner in zip(double.split("{move}"), single.split("{move}"), strict=True):
            words = words.replace(mark, inner)
        return words

    def why(self, best: int, other: int, found: Comparison | None = None) -> str:
        """Explain why a move is better than another; without one, by the position alone."""
        if found is not None and is_close(found):
            return self.nearly_equal(best, other, found)
        clauses = self.clauses(best, other, found)
        reason = self._with_effect(best, other, clauses) or self.does(best)
        if found is None:
            return reason or self.t("It looks best without looking ahead.")
        return reason or self.leads_to(other, found)

    def _with_effect(self, best: int, other: int, clauses: Sequence[Clause]) -> str:
        """Return clauses as a text; before mere costs of the other move, what this one does."""
        does = ""
        if not any(clause.is_for for clause in clauses):
            said = {about for clause in clauses for about in clause.about.split()}
            does = self.does(best, said, other)
            clauses = clauses[:1]
        return " ".join(filter(None, (does, self.join(clauses, other))))

    def nearly_equal(self, best: int, other: int, found: Comparison) -> str:
        """Explain a move that is about as good as another: what it does, or the other costs."""
        if self._are_same(best, other):
            text = self.t("As far as I can see, “{move}” comes to the same.")
            return " ".join(filter(None, (self.does(best), text.format(move=self.quoted(other)))))
        clauses = self.clauses(best, other, None)
        heaviest = max(clauses, key=lambda clause: clause.force, default=None)
        if heaviest and not heaviest.is_for:
            equal = self.t("Otherwise it's about as good.")
            return f"{self._with_effect(best, other, [heaviest])} {equal}"
        does = heaviest.text if heaviest else self.does(best)
        return f"{does} {self.equal(other)}" if does else self.same_end(other, found)

    def leads_to(self, other: int, found: Comparison) -> str:
        """Explain a move's advantage over another by playouts."""
        quoted = {"move": self.quoted(other)}
        by_size = sorted(found.changes, key=lambda one: (one.category == TOTAL, -abs(one.points)))
        by_size = [one for one in by_size if abs(one.points) > SMALL or found.win < CLOSE]
        if text := next(filter(None, (self._compared(one, other) for one in by_size)), ""):
            return text
        if round(found.win):
            more = self.t("Looking ahead, it wins {count} more games in 100 than “{move}”.")
            return more.format(count=round(found.win), **quoted)
        if (count := _points_more(found)) > 0:
            more = self.t.ngettext(
                "Looking ahead, it brings you about {count} more point than “{move}”.",
                "Looking ahead, it brings you about {count} more points than “{move}”.",
                count,
            )
            return more.format(count=count, **quoted)
        return self.t("It did a little better than “{move}” when I looked ahead.").format(**quoted)

    def _changed(self, change: Change) -> str:
        """A difference in final points, as the end of a sentence; empty if it speaks against."""
        is_mine, points = change.seat == self.seat, abs(round(change.points))
        if (change.points > 0) != is_mine or not points:
            return ""
        names = self.book.words.categories(self._words)
        is_named = 0 <= change.category < len(names)
        category = names[change.category] if is_named else ""
        if is_mine:
            text = self.t.ngettext(
                "you end with about {points} more point",
                "you end with about {points} more points",
                points,
            )
        else:
            text = self.t.ngettext(
                "{player} ends with about {points} fewer point",
                "{player} ends with about {points} fewer points",
                points,
            )
        if category:
            text = self.t("{change} ({category})").format(change=text, category=category)
        player = self.names[change.seat]
        return text.format(points=points, player=player)

    def same_end(self, other: int, found: Comparison) -> str:
        """Explain why two moves are equal."""
        if found.ends is None:
            return self.equal(other)
        low, high = sorted(round(one) for one in found.ends)
        text = self.t("“{move}” is about as good: either way you end with about {points} points.")
        if low != high:
            text = self.t(
                "“{move}” is about as good: you end with about {low} to {high} points either way."
            )
        return text.format(move=self.quoted(other), points=low, low=low, high=high)

    def against(self, other: int, best: int, found: Comparison) -> str:
        """Explain the drawback of a move that isn't the best."""
        if is_close(found):
            return self.t("About as good.")
        if cost := self.cost(other, best=best):
            return cost
        if (count := _points_more(found)) > 0:
            fewer = self.t.ngettext(
                "It brings you about {count} fewer point.",
                "It brings you about {count} fewer points.",
                count,
            )
        else:
            fewer = self.t.ngettext(
                "It wins about {count} fewer game in 100.",
                "It wins about {count} fewer games in 100.",
                count := round(found.lead),
            )
        return fewer.format(count=count)

    def join(self, clauses: Sequence[Clause], other: int) -> str:
        """Return clauses as a text: those for a move, then those against the other, named once."""
        parts: dict[bool, list[str]] = {True: [], False: []}
        for clause in clauses:
            if clause.text not in parts[clause.is_for]:
                parts[clause.is_for].append(clause.text)
        if parts[False]:
            question = self.t("{move}? {fact}")
            parts[False][0] = question.format(move=self.move(other), fact=parts[False][0])
        return " ".join(parts[True] + parts[False])

    def what_if(self, asked: int, best: int, found: Comparison | None = None) -> str:
        """Describe a move and compare it with the best one."""
        facts = [self.does(asked)]
        if asked == best:
            facts.append(self.t("That's what I'd do, too."))
        elif found is not None and is_close(found):
            facts.append(self.t("About as good as my advice: {move}.").format(move=self.move(best)))
        else:
            better = self.t("Better: {move}.").format(move=self.move(best))
            for_best = [one for one in self.clauses(best, asked, found) if one.is_for]
            why = self.join(for_best, asked) if for_best else self.why(best, asked, found)
            facts += [self.cost(asked, best=best), better, why]
        return " ".join(filter(None, dict.fromkeys(facts)))

    def equal(self, other: int) -> str:
        return self.t("“{move}” is about as good.").format(move=self.quoted(other))

    @cached_property
    def _finder(self) -> FactFinder:
        return FactFinder(self.book, facts_of(self.book), self.view, self.seat)

    @property
    def _words(self) -> Translate:
        return translator(self.book.package, self.language)

    def _are_same(self, one: int, other: int) -> bool:
        return self._finder.are_same(self._actions(one), self._actions(other))

    def _actions(self, action: int) -> tuple[int, ...]:
        return tuple(one.action for one in self.line(action))

    def clauses(self, best: int, other: int, found: Comparison | None) -> list[Clause]:
        """Return what tells a move from a worse one most, as far as the rules or playouts know."""
        clauses = self._finder.clauses(self._words, self._actions(best), self._actions(other))
        clauses = [replace(clause, text=self._named(clause.text)) for clause in clauses]
        measured = self._measured(other, found) if found is not None else None
        if measured and measured.force > max((one.force for one in clauses), default=0):
            clauses = [measured, *clauses[: MOST - 1]]
        return clauses

    def _measured(self, other: int, found: Comparison) -> Clause | None:
        """What changes most in playouts, where that is known."""
        weight = self._finder.point_weight
        changes = sorted(found.changes, key=lambda one: (one.category == TOTAL, -abs(one.points)))
        for change in changes:
            if abs(change.points) > SMALL and (text := self._compared(change, other)):
                return Clause("ahead", text, True, weight * abs(change.points), "")
        return None

    def _compared(self, change: Change, other: int) -> str:
        text = self._changed(change)
        compared = self.t("Compared with “{move}”, {change}.")
        return text and compared.format(change=text, move=self.quoted(other))

    def does(self, action: int, said: Collection[str] = (), other: int | None = None) -> str:
        """Describe the immediate effect of a move, apart from what was said; may be empty.

        Beside another move: one that the other move doesn't have as well.
        """
        there = set[str]() if other is None else {*self._effects(other, said)}
        texts = (text for text in self._effects(action, said) if text not in there)
        return self._named(next(texts, ""))

    def _effects(self, action: int, said: Collection[str]) -> Iterator[str]:
        found = self._finder.effects(self._words, self._actions(action), said)
        return (clause.text for clause in found)

    def cost(self, action: int, best: int | None = None, least: float | None = None) -> str:
        """Return what speaks most against a move; beside a better one, what that one avoids."""
        t, finder, line = self._words, self._finder, self._actions(action)
        if best is not None:
            against = iter(finder.clauses(t, self._actions(best), line, [AGAINST]))
        else:
            needed = LEAST if least is None else least * finder.point_weight
            against = finder.effects(t, line, is_for=False, least=needed)
        return self._named(next((one.text for one in against), ""))

    def regrets(self, legal: Sequence[int]) -> dict[int, tuple[str, str]]:
        """Return what a player may regret about moves, each with its theme.

        What is so of every legal move is left out.
        """
        rows = [row for row in facts_of(self.book).rows if row.regret is not None]
        regretted = {verb for row in rows for verb in row.moves}
        verbs = [self.book.actions[action].split()[0] for action in legal]
        asked = [action for action, verb in zip(legal, verbs, strict=True) if verb in regretted]
        facts = replace(facts_of(self.book), worlds=FEW_WORLDS)
        finder = FactFinder(self.book, facts, self.view, self.seat)
        lines = {action: self._actions(action) for action in asked}
        found = {
            action: finder.regret(self._words, line, list(lines.values()))
            for action, line in lines.items()
        }
        named = {action: (self._named(one.text), one.theme) for action, one in found.items() if one}
        themes = {theme for _, theme in named.values()}
        return {} if len(named) == len(legal) and len(themes) == 1 else named

    def alone(self, best: int) -> str:
        """Explain why there is nothing to compare a move with."""
        return self.does(best) or self.t("Whatever you choose comes to the same here.")

    def _named(self, text: str) -> str:
        return sentence_case(named(text, self.names))
