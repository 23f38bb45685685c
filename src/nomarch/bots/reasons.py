"""Reasons for moves, in words: what looking ahead shows, in the game's own scoring terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nomarch.bots.outcomes import Change, Comparison
from nomarch.i18n import DEFAULT, Translate, named, translator
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState

OWN_CHANGES, RIVAL_CHANGES = 2, 1
"""How many differences a reason names."""


@dataclass(frozen=True)
class Reasons:
    """Puts comparisons of one decision's moves into words, for the player to move."""

    book: Rulebook
    view: GameState
    seat: int
    names: Sequence[str]
    language: str = DEFAULT
    is_reader: bool = True
    """Whether the player to move reads this, and is “you”."""

    @property
    def t(self) -> Translate:
        return translator("nomarch", self.language)

    def for_best(self, best: int, other: int, found: Comparison, rest: Comparison) -> str:
        """Say why a move is best: compared with the next best, or else with all the rest."""
        if found.direction(self.seat) > 0:
            return self.over(best, other, found)
        equal, lead = self.equal(other), self.lead(best, other)
        if rest.direction(self.seat) > 0:
            told = self.t("Compared with the other moves, on average {facts}.")
            return f"{equal} {told.format(facts=self.facts(rest))}"
        return f"{lead} {equal}" if lead else equal

    def equal(self, other: int) -> str:
        return self.t("It's close: “{move}” is about as good.").format(move=self.move(other))

    def over(self, move: int, other: int, found: Comparison) -> str:
        """Say how a move ends compared with another."""
        if not found.direction(self.seat):
            return self.equal(other)
        told = self.t("Compared with “{move}”, on average {facts}.").format(
            move=self.move(other), facts=self.facts(found)
        )
        return self.with_lead(move, other, found, told)

    def instead(self, best: int, played: int, found: Comparison) -> str:
        """Say what a better move would have changed, where both moves have been named."""
        if not found.direction(self.seat):
            return self.equal(played)
        told = self.t("On average, {facts}.").format(facts=self.facts(found))
        return self.with_lead(best, played, found, told)

    def with_lead(self, move: int, other: int, found: Comparison, told: str) -> str:
        lead = self.lead(move, other) if found.direction(self.seat) > 0 else ""
        return f"{lead} {told}" if lead else told

    def lead(self, move: int, other: int) -> str:
        """Return what the game itself says about preferring a move; empty for nothing."""
        say = getattr(self.book.words, "preference", None)
        if say is None or not self.is_reader:
            return ""
        t = translator(self.book.package, self.language)
        return named(say(t, self.view, self.seat, move, other), self.names)

    def move(self, action: int) -> str:
        t = translator(self.book.package, self.language)
        return named(self.book.words.move(t, self.view, action), self.names)

    def facts(self, found: Comparison) -> str:
        """List the differences: own points, a rival's points, games won."""
        sign = found.direction(self.seat)
        own = [change for change in found.changes if change.seat == self.seat][:OWN_CHANGES]
        own.sort(key=lambda change: -sign * change.points)
        rivals = [c for c in found.changes if c.seat != self.seat and sign * c.points < 0]
        facts = [self.scored(own)] if own else []
        facts += [self.scored([change]) for change in rivals[:RIVAL_CHANGES]]
        if found.win:
            facts.append(self.won(found.win))
        *first, last = facts
        if not first:
            return last
        return self.t("{first}, and {last}").format(first=", ".join(first), last=last)

    def scored(self, changes: Sequence[Change]) -> str:
        """Say how many more points one player scores, and for what."""
        is_you = changes[0].seat == self.seat and self.is_reader
        told = self.t("you score {changes}") if is_you else self.t("{player} scores {changes}")
        listed = self.listed([self.change(change) for change in changes])
        return told.format(player=self.names[changes[0].seat], changes=listed)

    def won(self, win: float) -> str:
        """Say how many more games the player wins, in per cent."""
        t, is_more = self.t, win > 0
        if self.is_reader:
            more, fewer = t("you win {count}% more games"), t("you win {count}% fewer games")
        else:
            more = t("{player} wins {count}% more games")
            fewer = t("{player} wins {count}% fewer games")
        told, count = more if is_more else fewer, max(1, round(abs(win)))
        return told.format(player=self.names[self.seat], count=count)

    def change(self, change: Change) -> str:
        """Return a difference: “3 more points for monuments”."""
        t, count = self.t, max(1, round(abs(change.points)))
        if change.points > 0:
            told = t.ngettext("{count} more point {source}", "{count} more points {source}", count)
        else:
            told = t.ngettext(
                "{count} fewer point {source}", "{count} fewer points {source}", count
            )
        return told.format(count=count, source=self.source(change))

    def source(self, change: Change) -> str:
        """Return where points come from, in the game's words if it has any."""
        t, words = translator(self.book.package, self.language), self.book.words
        sources = getattr(words, "sources", None)
        if sources is None:
            return f"({words.categories(t)[change.category]})"
        source: str | tuple[str, str] = sources(t)[change.category]
        return source if isinstance(source, str) else source[0 if change.points > 0 else 1]

    def listed(self, items: Sequence[str]) -> str:
        if len(items) < 2:
            return "".join(items)
        *first, last = items
        return self.t("{first} and {last}").format(first=", ".join(first), last=last)
