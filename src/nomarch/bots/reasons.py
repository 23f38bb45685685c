"""Reasons for moves: what they do now, and the idea that tells two moves apart."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import cache

from nomarch.bots.outcomes import Change, Comparison
from nomarch.i18n import DEFAULT, Translate, named, translator
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.ideas import TOTAL, Idea, Ideas, Move
from nomarch.kernel.declare.layout import GameState
from nomarch.kernel.declare.sentences import sentence_case

CLOSE = 3.0
"""Moves that differ by less, in percentage points of wins, are about equal."""
CLOSE_POINTS = 1.0
"""The same for mean final points, where the winner is as good as known."""
SMALL = 1.5
"""So few points don't explain why a move wins clearly more games."""
MOST = 2
"""How many ideas a reason names."""
SECOND = 0.5
"""A second idea is named if it is at least so large, compared with the first."""
SHARED = 0.5
"""What speaks nearly as much against the better move is no reason: at most so large a share."""
LEAST = 0.5
"""Smaller differences of an idea, in points, are not worth a word."""

Choose = Callable[[GameState, Sequence[int]], int]
"""Chooses the remaining actions of a move that takes several."""


@cache
def ideas_of(book: Rulebook) -> Ideas:
    return book.module("ideas").IDEAS if book.has("ideas") else Ideas(())


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
    is_proved: bool = False
    """Whether it's proved which move is better: then promises need no playouts."""

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
        moves, begins = [Move(self.view, self.seat, action)], ideas_of(self.book).begins
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
        line, ideas = self.line(action), ideas_of(self.book)
        t = translator(self.book.package, self.language)
        words = ideas.whole(t, line) or self.book.words.move(t, self.view, action)
        return sentence_case(named(words, self.names))

    def quoted(self, action: int) -> str:
        """Return a move in words, to be quoted: quotation marks in it become single ones."""
        words, double, single = self.move(action), self.t("“{move}”"), self.t("‘{move}’")
        for mark, inner in zip(double.split("{move}"), single.split("{move}"), strict=True):
            words = words.replace(mark, inner)
        return words

    def why(self, best: int, other: int, found: Comparison | None = None) -> str:
        """Explain why a move is better than another; without one, by the position alone."""
        if found is not None and is_close(found):
            does = self.does(best)
            return f"{does} {self.equal(other)}" if does else self.same_end(other, found)
        named_ideas = self.named_ideas(best, other, found)
        reason = self.join(named_ideas) or self.does(best)
        if named_ideas and not any(is_for for _, _, is_for in named_ideas):
            said = {idea.about or idea.id for idea, _, _ in named_ideas}
            reason = " ".join(filter(None, (self.does(best, said), reason)))
        if reason or found is None:
            return reason or self.t("It looks best without looking ahead.")
        return self.leads_to(other, found)

    def leads_to(self, other: int, found: Comparison) -> str:
        """Explain a move's advantage over another by playouts."""
        quoted = {"move": self.quoted(other)}
        by_size = sorted(found.changes, key=lambda one: (one.category == TOTAL, -abs(one.points)))
        by_size = [one for one in by_size if abs(one.points) > SMALL or found.win < CLOSE]
        if change := next(filter(None, map(self._changed, by_size)), ""):
            return self.t("Compared with “{move}”, {change}.").format(change=change, **quoted)
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
        names = self.book.words.categories(translator(self.book.package, self.language))
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

    def join(self, named_ideas: Sequence[tuple[Idea, int, bool]]) -> str:
        """Return ideas in words: those for a move, then those against the other, named once."""
        parts: dict[bool, list[str]] = {True: [], False: []}
        for idea, action, is_for in named_ideas:
            if (fact := self.sentence(idea, action, is_for)) not in parts[is_for]:
                parts[is_for].append(fact)
        if parts[False]:
            other = next(action for _, action, is_for in named_ideas if not is_for)
            question = self.t("{move}? {fact}")
            parts[False][0] = question.format(move=self.move(other), fact=parts[False][0])
        return " ".join(filter(None, parts[True] + parts[False]))

    def what_if(self, asked: int, best: int, found: Comparison | None = None) -> str:
        """Describe a move and compare it with the best one."""
        facts = [self.does(asked)]
        if asked == best:
            facts.append(self.t("That's what I'd do, too."))
        elif found is not None and is_close(found):
            facts.append(self.t("About as good as my advice: {move}.").format(move=self.move(best)))
        else:
            better = self.t("Better: {move}.").format(move=self.move(best))
            for_best = [one for one in self.named_ideas(best, asked, found) if one[2]]
            why = self.join(for_best) if for_best else self.why(best, asked, found)
            facts += [self.cost(asked, best=best), better, why]
        return " ".join(filter(None, dict.fromkeys(facts)))

    def equal(self, other: int) -> str:
        return self.t("“{move}” is about as good.").format(move=self.quoted(other))

    def does(self, action: int, said: Collection[str] = ()) -> str:
        """Describe the immediate effect of a move, without the ideas in `said`; may be empty."""
        now = [
            idea
            for idea in ideas_of(self.book).ideas
            if idea.promise is None and (idea.about or idea.id) not in said
        ]
        return self._largest(now, action, 1, LEAST)

    def cost(self, action: int, least: float = LEAST, best: int | None = None) -> str:
        """Return the strongest idea against a move; empty if its size is below `least`.

        With a better move, only ideas that count less against that one are considered.
        """
        ideas, move = ideas_of(self.book).ideas, self.line(action)[-1]
        if best is not None:
            better = self.line(best)[-1]
            ideas = [idea for idea in ideas if idea.size(better) - idea.size(move) >= LEAST]
        return self._largest(ideas, action, -1, least)

    def _largest(self, ideas: Sequence[Idea], action: int, sign: int, least: float) -> str:
        """The sentence of the largest idea on one side that has words there."""
        move = self.line(action)[-1]
        sizes = sorted(((sign * idea.size(move), idea) for idea in ideas), key=lambda one: -one[0])
        facts = (self.sentence(idea, action, sign > 0) for size, idea in sizes if size >= least)
        return next(filter(None, facts), "")

    def named_ideas(
        self, best: int, other: int, found: Comparison | None
    ) -> list[tuple[Idea, int, bool]]:
        """Return the ideas that tell two moves apart most, with the move that each is about."""
        one, two = self.line(best)[-1], self.line(other)[-1]
        apart = []
        for idea in ideas_of(self.book).ideas:
            for_best, for_other = idea.size(one), idea.size(two)
            if for_best - for_other < LEAST:
                continue
            is_for = for_best > 0 and for_best >= -for_other
            if is_for and not self.is_kept(idea, found):
                continue
            about = best if is_for else other
            has_words = is_for or (for_other < 0 and for_best > SHARED * for_other)
            if has_words and self.sentence(idea, about, is_for):
                apart.append((for_best - for_other, (idea, about, is_for)))
        apart.sort(key=lambda pair: -pair[0])
        once = dict[str, tuple[float, tuple[Idea, int, bool]]]()
        for size, each in apart:
            once.setdefault(each[0].about or each[0].id, (size, each))
        return [each for size, each in list(once.values())[:MOST] if size >= SECOND * apart[0][0]]

    def needs_playouts(self, best: int, other: int) -> bool:
        """Whether a reason for one move against another could speak of the future, or has to."""
        one, two = self.line(best)[-1], self.line(other)[-1]
        promising = [idea for idea in ideas_of(self.book).ideas if idea.promise]
        if any(idea.size(one) - idea.size(two) >= LEAST for idea in promising):
            return True
        return not self.named_ideas(best, other, None) and not self.does(best)

    def alone(self, best: int) -> str:
        """Explain why there is nothing to compare a move with."""
        return self.does(best) or self.t("Whatever you choose comes to the same here.")

    def is_kept(self, idea: Idea, found: Comparison | None) -> bool:
        """Whether playouts confirm an idea's promise."""
        if idea.promise is None or self.is_proved:
            return True
        if found is None:
            return False
        wanted = -1 if idea.promise.is_rivals else 1
        return any(
            (change.seat != self.seat) == idea.promise.is_rivals
            and change.category == idea.promise.category
            and change.points * wanted > 0
            for change in found.changes
        )

    def sentence(self, idea: Idea, action: int, is_for: bool) -> str:
        t = translator(self.book.package, self.language)
        return named(idea.sentence(t, self.line(action)[-1], is_for=is_for), self.names)
