"""A position of Egizia as a table: for terminals and screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from nomarch.games.egizia import components as box
from nomarch.games.egizia.rules import feeding
from nomarch.games.egizia.state import State
from nomarch.games.egizia.words.names import card, flood_space, held_riddles, riddle, site, space
from nomarch.i18n import Translate
from nomarch.kernel.telling import Position, listed


def position(t: Translate, view: State, names: Sequence[str]) -> Position:
    """The position as a table: for terminals and screen readers."""
    cards = [f"{i + 1} {card(t, kind)}" for i, kind in enumerate(view.row) if kind >= 0]
    graves = [str(view.grave[i]) for i in range(view.laid[box.GRAVE_PART], view.graves_up)]
    lines = (
        t("Round {round} of 5, flood marker: {space}.").format(
            round=view.round, space=flood_space(t, view.flood)
        ),
        t("On the Nile: {cards}.").format(cards=listed(cards, t("nothing"))),
        t("Obelisk {obelisk} of 9, graves taken {graves} of 12, open ones: {values}.").format(
            obelisk=view.laid[0], graves=view.laid[1], values=listed(graves)
        ),
        t("Temple {temple} of 13, Pyramid {pyramid} of 21 stones.").format(
            temple=sum(view.laid[box.LEFT_WALL : box.FLOOR_1]),
            pyramid=sum(view.laid[box.FLOOR_1 :]),
        ),
        *_site_lines(t, view, names),
    )
    columns = (
        *(t("Player"), t("Points"), t("Crews"), t("Stones"), t("Quarries"), t("Grain")),
        *(t("Markets"), t("Boats"), t("Cards"), t("Sphinx cards")),
    )
    rows = tuple(_row(t, view, seat, names) for seat in range(view.players))
    return Position(lines, columns, rows)


def _site_lines(t: Translate, view: State, names: Sequence[str]) -> list[str]:
    lines = []
    for index in range(len(box.SITES)):
        holders = [names[seat] for seat in view.place[index] if seat >= 0]
        if view.waiting[index] >= 0:
            holders.append(t("{player} waiting").format(player=names[view.waiting[index]]))
        if holders:
            lines.append(
                t("Boats at {site}: {players}.").format(
                    site=site(t, index), players=listed(holders)
                )
            )
    return lines


def _row(t: Translate, view: State, seat: int, names: Sequence[str]) -> tuple[str, ...]:
    crews = zip(view.crew[seat], view.used[seat], strict=True)
    boats = [space(t, pos) for pos in range(box.POSITIONS) if view.boats[seat] >> pos & 1]
    held = [
        card(t, kind) if count == 1 else f"{count} {card(t, kind)}"
        for kind, count in enumerate(view.have[seat])
        if count
    ]
    riddles = [riddle(t, index) for index in held_riddles(view, seat)]
    return (
        names[seat],
        str(view.points[seat]),
        " ".join(f"{strength}{'*' if used else ''}" for strength, used in crews),
        str(view.stones[seat]),
        str(view.quarry[seat]),
        f"{feeding.harvested(view, seat)}/{feeding.need(view, seat)}",
        f"{view.market[seat][0] + 1} {view.market[seat][1] + 1}",
        listed(boats),
        listed(held),
        listed(riddles, str(view.hand[seat])),
    )
