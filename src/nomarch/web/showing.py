"""What a person at a table is shown: one message, made from what that person may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nomarch.i18n import translator
from nomarch.kernel.layout import EVERYONE
from nomarch.match import SPECTATOR, Match, Step
from nomarch.tables.hall import Live
from nomarch.tables.model import GUEST, OPEN
from nomarch.tables.table import Table


def viewing_seat(table: Table, seats: Sequence[int]) -> int:
    """Whose eyes a person looks through: a seat of theirs that is asked, else their first."""
    for seat in seats:
        if seat in table.asked and not table.match.over:
            return seat
    return seats[0] if seats else SPECTATOR


def has_secrets(match: Match) -> bool:
    """Whether the game hides anything but chance: then a shared screen needs a curtain."""
    return any(
        field.sees is not EVERYONE and not field.name.startswith("rng_")
        for field in match.book.layout.fields
    )


def show(
    live: Live, seats: Sequence[int], language: str, shape: str, log_from: int = 0
) -> dict[str, Any]:
    """The page's whole state for somebody who owns `seats`."""
    table, match = live.table, live.table.match
    seat = viewing_seat(table, seats)
    record = table.record
    log_from = min(log_from, table.settled)
    steps = table.shown_steps(seats)
    asked = seat in table.asked and record.is_full and not match.over
    return {
        "type": "page",
        "seq": table.seen(seats),
        "ply": len(steps),
        "seat": seat,
        "mine": list(seats),
        "turn": asked and seat in seats,
        "board": str(match.svg(
            seat, language=language, shape=shape, standalone=False, marked=record.is_full
        )),
        "prompt": prompt(table, seat, language),
        "moves": [
            {"move": move, "words": match.describe(seat, move, language)}
            for move in (match.legal(seat) if asked and seat in seats else ())
        ],
        "undo": undo_kind(table, seat) if seat in seats else None,
        "asking": table.asking,
        "may_answer": sorted(table.may_answer() & set(seats)),
        "seats": seat_lines(table, seats),
        "log": log_lines(match, seat, language, log_from, steps),
        "log_from": log_from,
        "deadline": table.deadline(),
        "over": match.over,
        "started": record.is_full,
        "rematch": record.rematch,
        "invite": record.invite if seats and not record.is_full else "",
        "curtain": len(seats) > 1 and has_secrets(match),
        "result": result(match, language, seat) if match.over else None,
        "seed": record.seed if match.over else "",
    }  # fmt: skip


def prompt(table: Table, seat: int, language: str) -> str:
    """What is asked now, in one sentence."""
    if not table.record.is_full:
        free = sum(place.kind == OPEN for place in table.record.seats)
        t = translator("nomarch", language)
        return t("Waiting for friends: {count} free seat(s). Send them the link.").format(
            count=free
        )
    return table.match.prompt(seat, language)


def undo_kind(table: Table, seat: int) -> str | None:
    """Whether a step back is free, needs consent, or is out of the question."""
    if not table.record.is_full or table.match.over:
        return None
    if table.match.can_undo(seat):
        return "free"
    if table._last_decision(seat) is None or table.asking >= 0:
        return None
    return "ask" if table._others(seat) else "free"


def seat_lines(table: Table, seats: Sequence[int]) -> list[dict[str, Any]]:
    """Who sits where, and who is asked."""
    scores = table.match.scores
    return [
        {
            "name": place.name,
            "kind": place.kind,
            "level": place.level,
            "mine": index in seats,
            "away": index in table.away,
            "to_act": index in table.asked and not table.match.over and table.record.is_full,
            "points": scores[index],
            "person": place.kind == GUEST,
        }
        for index, place in enumerate(table.record.seats)
    ]


def log_lines(
    match: Match, seat: int, language: str, first: int, steps: Sequence[Step] | None = None
) -> list[dict[str, Any]]:
    """The story from a step on, each step with its sentences and their little pictures.

    `steps` are those that the reader may know of, all by default.
    """
    steps = match.steps if steps is None else steps
    lines = []
    if first == 0:
        told = match.told(match.opening, seat, language)
        lines.append({"ply": 0, "seat": SPECTATOR, "auto": False, "lines": told})
    for ply, step in enumerate(steps[first:], start=first + 1):
        told = match.told(step.events, seat, language)
        lines.append({"ply": ply, "seat": step.seat, "auto": step.auto, "lines": told})
    return lines


def result(match: Match, language: str, seat: int) -> dict[str, Any]:
    """The ranking, the points by category, and each seat's points after every step."""
    titles = list(match.book.words.categories(translator(match.book.package, language)))
    return {
        "ranking": [
            {"place": s.place, "seat": s.seat, "name": s.name, "points": s.points}
            for s in match.ranking
        ],
        "categories": titles,
        "table": categories(match, len(titles)),
        "course": course(match),
    }


def categories(match: Match, count: int) -> list[list[int]]:
    """Every seat's points by category, from the events named `scored`."""
    sums = [[0] * count for _ in range(match.players)]
    events = [event for step in match.steps for event in step.events]
    for event in (*match.opening, *events):
        if event.name == "scored":
            sums[event.seat][event.category] += event.points
    return sums


def course(match: Match) -> list[list[int]]:
    """Each seat's points after every step."""
    row = [0] * 6
    points: list[list[int]] = [[] for _ in range(match.players)]
    for data in match.positions():
        match._rules.score(match.book.layout.unpack(data), row)
        for seat in range(match.players):
            points[seat].append(int(row[seat]))
    return points
