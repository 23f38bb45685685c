"""The Nile: its cards, its round spaces and the boats, from the source to the delta."""

from __future__ import annotations

from nomarch.draw import svg
from nomarch.draw.box import Box, disc
from nomarch.draw.memory import part
from nomarch.draw.parts import space as chip
from nomarch.draw.scene import NO_ACTION
from nomarch.draw.shapes import card, icon, wrapped, written
from nomarch.games.egizia import actions as act, components as box, icons, state as st
from nomarch.games.egizia.art.common import Board, boat, card_ground
from nomarch.games.egizia.words import names


def wide(scene: Board, parts: list[str], y: float) -> float:
    """From the source on the left to the delta on the right: cards above, fixed spaces below."""
    parts.append(_water_across(y + 120))
    cards, fixed = Box(11, y, 102, 112), Box(68, y + 166, 102, 112)
    for pos in range(box.POSITIONS):
        at = cards if box.SPACE_KIND[pos] == box.CARD_SPACE else fixed
        parts.append(_space(scene, pos, at.moved(pos // 2 * 114)))
    return y + 290


def tall(scene: Board, parts: list[str], y: float) -> float:
    """From the source at the top to the delta; only the sites' boats when nobody sails."""
    if scene.view.stage not in (st.PLACING, st.HARVESTING):
        parts.append(svg.path(f"M0 {y}h420v14H0Z", "f-lapis hair"))
        for site in range(len(box.SITES)):
            parts.append(_site_space(scene, site, Box(8 + site * 138, y + 20, 128, 112)))
        return y + 142
    pitch = 74
    parts.append(_water_down(y, 10.5 * pitch))
    cards, fixed = Box(8, y, 184, 68), Box(228, y + pitch / 2, 184, 68)
    for pos in range(box.POSITIONS):
        at = cards if box.SPACE_KIND[pos] == box.CARD_SPACE else fixed
        parts.append(_space(scene, pos, at.moved(0, pos // 2 * pitch)))
    return y + 10.5 * pitch + 8


def _water_across(y: float) -> str:
    """The Nile as a band, with its bends and the direction of its flow."""
    bends = "".join(f"q28.5 {-14 if i % 2 else 14} 57 0" for i in range(22))
    back = "".join(f"q-28.5 {14 if i % 2 else -14} -57 0" for i in range(22))
    arrows = "".join(f"M{x} {y + 12}l8 7l-8 7" for x in range(60, 1200, 114))
    waves = "".join(f"M{x} {y + 19}q7 -6 14 0t14 0" for x in range(94, 1200, 114))
    return (
        svg.path(f"M-20 {y}{bends}v38{back}Z", "f-lapis line")
        + svg.path(arrows, "nofill s-papyrus", stroke_width=3)
        + svg.path(waves, "nofill s-turquoise", stroke_width=2)
    )


def _water_down(y: float, h: float) -> str:
    steps = int(h / 37)
    bends = "".join(f"q{-12 if i % 2 else 12} 18.5 0 37" for i in range(steps))
    back = "".join(f"q{12 if i % 2 else -12} -18.5 0 -37" for i in range(steps))
    arrows = "".join(f"M203 {y + 30 + i * 74}l7 8l7 -8" for i in range(10))
    band = svg.path(f"M198 {y}{bends}h24{back}Z", "f-lapis line")
    return band + svg.path(arrows, "nofill s-papyrus", stroke_width=3)


@part
def _space(scene: Board, pos: int, at: Box) -> str:
    index = box.SPACE_INDEX[pos]
    if box.SPACE_KIND[pos] == box.CARD_SPACE:
        return _card_space(scene, index, at)
    if box.SPACE_KIND[pos] == box.ROUND_SPACE:
        return _round_space(scene, index, at)
    return _site_space(scene, index, at)


def _boats_at(scene: Board, pos: int) -> list[int]:
    return [seat for seat in range(scene.view.players) if scene.view.boats[seat] >> pos & 1]


def _is_lying(at: Box) -> bool:
    """Whether a space is much wider than high, so that words go beside its picture."""
    return at.w > at.h * 1.5


@part
def _card_space(scene: Board, index: int, at: Box) -> str:
    """A card on the Nile, or the boat of whoever took it."""
    kind = scene.view.row[index]
    if kind >= 0:
        return scene.piece(
            _nile_card(names.card(scene.t, kind), kind, at),
            tip=names.card_tip(scene.t, kind),
            name=f"nile-{index}",
            action=scene.pick(act.GO_CARD.at(index), act.HARVEST.at(index)),
            around=at,
        )
    name = names.space(scene.t, box.CARD_POS[index])
    shapes = [boat(seat, *at.around(54)[:3]) for seat in _boats_at(scene, box.CARD_POS[index])]
    if not shapes:
        shapes = [written(wrapped(name, 14, 2), at.mid, at.level, 13, "f-ink-soft sans", "middle")]
    tip = scene.t("{space}: the card is gone.").format(space=name)
    ground = svg.rect(*at, "f-papyrus-deep hair", 6)
    return scene.piece(ground, *shapes, tip=tip, name=f"nile-{index}")


def _nile_card(name: str, kind: int, at: Box) -> str:
    """A card's picture on its ground, and its name."""
    if _is_lying(at):
        picture = at._replace(w=at.h)
        size, top = at.h - 14, picture.y + 7
        words = written(wrapped(name, 14, 3), picture.right + 8, at.y + 24)
    else:
        picture = at._replace(h=at.h - 38)
        size, top = picture.h - 10, picture.y + 5
        words = written(wrapped(name, 14, 2), at.mid, at.bottom - 22, anchor="middle")
    face = icon(icons.CARD_ICONS[kind], picture.mid - size / 2, top, size)
    return card(*at, "chalk") + card_ground(picture, kind) + face + words


@part
def _round_space(scene: Board, index: int, at: Box) -> str:
    """A round space with its effect; beside it the chance to double it."""
    pos, lying, last = box.ROUND_POS[index], _is_lying(at), index == box.HELIOPOLIS
    x, y, r = (at.x + 34, at.y + 34, 32) if lying else (at.mid, at.y + 44, 42)
    name = names.round_space(index)
    title = svg.text(at.mid, at.bottom - 8, name, 14, "f-ink sans", "middle", bold=True)
    if lying:
        title = svg.text(at.x + 74, y + 5, name, 15, "f-ink sans", bold=True)
    space = scene.piece(
        svg.circle(x, y, r, f"f-{'stone' if last else 'sand'} line"),
        svg.circle(x, y, r - 5, "f-sand hair") if last else "",
        icon(icons.ROUND_ICONS[index], *disc(x, y, r * 0.68)[:3]),
        title,
        *(boat(seat, x - 24 + 14 * i, y - 18, 52) for i, seat in enumerate(_boats_at(scene, pos))),
        tip=names.space_tip(scene.t, pos),
        name=f"round-{index}",
        action=act.GO_ROUND.at(index),
        around=disc(x, y, r),
        r=r + 3,
    )
    doubled = act.GO_DOUBLED.at(index)
    if not scene.can(doubled):
        return space
    there = Box(x + r - 14, y - r - 4, 34, 24)
    return space + scene.piece(
        chip(there, "×2", ground="chalk", edge="line", size=15, r=8, bold=True),
        tip=names.card_tip(scene.t, box.DOUBLE_ROUND),
        name=f"double-{index}",
        action=doubled,
        around=there,
    )


@part
def _site_space(scene: Board, site: int, at: Box) -> str:
    """A site on the bank: its places from the Nile outwards, and the place to wait."""
    t, picture = scene.t, icons.SITE_ICONS[site]
    title = (t("Sphinx"), t("Obelisk"), t("Temple"))[site]
    if _is_lying(at):
        face = icon(picture, at.x + 5, at.y + 8, 40)
        face += svg.text(at.x + 6, at.y + 62, title, 13, "f-ink sans", bold=True)
        first, wait = Box(at.x + 60, at.y + 2, 30, 30), Box(at.x + 93, at.y + 36, 30, 26)
    else:
        face = icon(picture, at.x + 8, at.y + 62, 46)
        face += svg.text(at.mid, at.y + 54, title, 14, "f-ink sans", "middle", bold=True)
        first, wait = Box(at.x + 3, at.y + 4, 30, 30), Box(at.x + 66, at.y + 84, 30, 26)
    ground = svg.rect(*at, "f-clay line", 8)
    tip = names.space_tip(t, box.SITE_POS[site])
    places = first.repeated(box.PLACES_OPEN[scene.view.players], box.PLACES, 3)
    return "".join(
        (
            scene.piece(ground + face, tip=tip, name=f"site-{site}"),
            *(_place(scene, site, place, where) for place, where in enumerate(places)),
            _waiting(scene, site, wait),
        )
    )


def _place(scene: Board, site: int, place: int, at: Box) -> str:
    t, seat = scene.t, scene.view.place[site][place]
    if seat >= 0:
        face = boat(seat, at.x - 1, at.y - 3, 33)
        tip = t("Place {place}: {player}").format(place=place + 1, player=scene.names[seat])
    else:
        face = svg.text(at.mid, at.y + 20, place + 1, 14, "f-ink-soft sans", "middle", True)
        tip = t("Place {place} of {site}: empty").format(place=place + 1, site=names.site(t, site))
    return scene.piece(
        svg.circle(at.mid, at.level, 15, "f-papyrus hair"),
        face,
        tip=tip,
        name=f"place-{site}-{place}",
        action=act.GO_SITE.at(site, place),
        around=at,
        r=18,
    )


def _waiting(scene: Board, site: int, at: Box) -> str:
    seat, action = scene.view.waiting[site], scene.pick(act.GO_WAIT.at(site))
    if seat < 0 and action == NO_ACTION:
        return ""
    if seat >= 0:
        face = boat(seat, at.x - 1, at.y - 5, 32)
        tip = scene.t("{player} is waiting here.").format(player=scene.names[seat])
    else:
        face = icon(icons.HOURGLASS, at.x + 4, at.y + 2, 22)
        tip = scene.t("Here a boat waits until somebody at the places does not build.")
    ground = svg.rect(*at, "f-papyrus-deep hair", 8)
    return scene.piece(ground, face, tip=tip, name=f"wait-{site}", action=action, around=at)
