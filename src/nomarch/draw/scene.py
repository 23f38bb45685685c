"""The scene: what every part of a board's drawing needs to know, and the tail of every `draw`.

A game's `draw` builds one and arranges parts:

    RaScene = Scene[State, Shape]

    def draw(view: State, **asked: Unpack[Asked]) -> svg.Svg:
        scene = RaScene(view, words, act.ACTIONS, (WIDE, TALL), **asked)
        …
        return scene.drawing("Ra", height, *parts)

What a game asks of its view again and again may be methods of a subclass. A piece or a plaque takes
its action as the int that the rules know: whether it is legal, its notation, its words for screen
readers and the ring around what can be chosen are the scene's business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import (
    Any,
    Generic,
    NamedTuple,
    NotRequired,
    Protocol,
    TypedDict,
    TypeVar,
    cast,
    dataclass_transform,
)

from nomarch.draw import shapes, svg
from nomarch.draw.box import Box
from nomarch.draw.memory import Album
from nomarch.draw.tips import LATER
from nomarch.draw.watching import Members, WatchedView
from nomarch.i18n import Translate, named

NO_ACTION = -1
"""What a piece that does nothing carries."""


class View(Protocol):
    """Any game's view."""

    @property
    def players(self) -> int:
        """How many play."""


class Told(Protocol):
    """A position in words: sentences about the middle, and a row for each player."""

    @property
    def lines(self) -> Sequence[str]:
        """What stands in the middle."""

    @property
    def rows(self) -> Sequence[Sequence[str]]:
        """What each player has."""


@dataclass_transform(frozen_default=True)
class _Measured:
    """What makes a frozen dataclass of every class of measures."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, eq=False)(cls)


class Measures(_Measured):
    """The measures of a shape, wide or tall; a game's own shape adds what it wants to measure."""

    width: int
    """1200 units on a wide board, 420 on a tall one."""
    edge: int
    """The margin at both sides."""

    @property
    def room(self) -> int:
        """The width between the edges."""
        return self.width - 2 * self.edge


V = TypeVar("V", contravariant=True)
S = TypeVar("S", bound=View)
M = TypeVar("M", bound=Measures)


class PieceAction(NamedTuple):
    """The action of a piece, as a drawn part needs it: `scene.offer(action)` makes one."""

    notation: str = ""
    """Empty for a piece that does nothing."""
    label: str = ""
    """The action in words while it is legal, else empty."""


INERT = PieceAction()
"""The action of a piece that does nothing."""


class Canvas(Generic[M]):
    """What a drawn part knows besides its values: the measures, the language and the ids.

    Pages of the same kind share one object, so it is a fast key of a cache.
    """

    def __init__(self, shape: M, t: Translate, prefix: str, wide: bool) -> None:
        self.shape, self.t, self.prefix, self.wide = shape, t, prefix, wide

    def id(self, name: object) -> str:
        """Return a piece's id, unique among the drawings of a page."""
        return f"{self.prefix}-{name}"

    def piece(
        self,
        *children: str,
        tip: str = "",
        name: object = None,
        action: PieceAction = INERT,
        around: Box | None = None,
        out: float = 3,
        r: float = 8,
        label: str = "",
        **more: Any,
    ) -> str:
        """Draw a piece with a tip, and with a ring when its action is legal.

        The ring goes `around` a box, `out` units outside it. `label` replaces the action's own.
        `more` goes to `shapes.piece`: how the piece travels.
        """
        notation, words = action
        if words:
            label = label or words
            ring = shapes.ring(*around.grown(out), r) if around else ""
        else:
            label = ring = ""
        return shapes.piece(
            *children,
            ring,
            tip=tip or label,
            id_=None if name is None else self.id(name),
            action=notation if words else None,
            barred=None if words else notation or None,
            label=label or None,
            **more,
        )

    def plaque(
        self,
        action: PieceAction,
        box: Box,
        *,
        name: object,
        words: str = "",
        tip: str = "",
        ground: str = "gold",
    ) -> str:
        """Draw a button for an action without a piece; nothing while it is not legal."""
        if not action.label:
            return ""
        return shapes.plaque(
            *box[:3],
            words or action.label,
            h=box.h,
            action=action.notation,
            tip=tip,
            ground=ground,
            id_=self.id(name),
        )


_shared_canvas = lru_cache(256)(Canvas)


class Words(Protocol[V]):
    """What a drawing wants of a game's `words.py`."""

    def move(self, t: Translate, view: V, action: int, /) -> str:
        """An action as an offer to the one who may take it."""

    def prompt(
        self, t: Translate, view: V, seat: int, to_act: Sequence[int], names: Sequence[str], /
    ) -> str:
        """What is asked of the viewer now, or whom the game waits for."""

    def position(self, t: Translate, view: V, names: Sequence[str], /) -> Told:
        """The position as a table."""


class Notations(Protocol):
    """What a drawing wants of a game's `ACTIONS`."""

    def __getitem__(self, action: int, /) -> str:
        """An action as it is written."""


class Asked(TypedDict):
    """What `draw` is asked besides the view."""

    viewer: int
    legal: Sequence[int]
    to_act: Sequence[int]
    names: Sequence[str]
    t: Translate
    shape: str
    prefix: str
    album: NotRequired[Album | None]


class Scene(Generic[S, M]):
    """A view, whose it is, what may be done in it, and how to speak of it."""

    def __init__(
        self,
        view: S,
        words: Words[S],
        actions: Notations,
        shapes: tuple[M, M],
        *,
        viewer: int,
        legal: Sequence[int],
        to_act: Sequence[int],
        names: Sequence[str],
        t: Translate,
        shape: str,
        prefix: str,
        album: Album | None = None,
        plain: bool = False,
    ) -> None:
        """`words` is the game's module, `actions` its `ACTIONS`, `shapes` wide and tall.

        With an album, parts are drawn again only when something that they looked at has changed.
        A `plain` scene has cached parts only and needs no album.
        """
        self.view, self.words, self.actions = view, words, actions
        self._viewer, self.legal, self.to_act = viewer, frozenset(legal), to_act
        self._own: Sequence[int] = (viewer,)
        self.names, self.t, self.prefix = names, t, prefix
        self.wide = shape == "wide"
        self.shape: M = shapes[0 if self.wide else 1]
        self.canvas = cast(Canvas[M], _shared_canvas(self.shape, t, prefix, self.wide))
        self._uncovered = (view, to_act, names)
        self.is_brief = album is not None and album.is_brief
        self.album = album = None if plain else album
        if album is not None:
            self._cover(album)

    def _cover(self, album: Album) -> None:
        """Lets the album note whatever parts read of the scene."""
        legal, to_act = Members(self.legal), Members(self.to_act)
        names, viewer = tuple(self.names), self._viewer
        own = Members(self._own)
        album.look_at(self, viewer=viewer, own_seat=own, legal=legal, to_act=to_act, names=names)
        self.view = cast(S, WatchedView(album))
        self.legal, self.to_act = album.watched("legal"), album.watched("to_act")
        self.names, self._own = album.watched("names"), album.watched("own_seat")

    @property
    def viewer(self) -> int:
        """Whose eyes it is seen through."""
        if self.album is not None:
            self.album.note(("viewer",), self._viewer)
        return self._viewer

    def excerpt(self, *fields: str, **rows: int) -> S:
        """Some fields of the view, and one row each of others, for a long calculation.

        It finds nothing else there, so these can be noted at once, and read at full speed.
        """
        if self.album is None:
            return self.view
        return cast(S, self.album.excerpt(fields, rows))

    def sees(self, field: str, value: int) -> bool:
        """Whether a field of the view has a value: a part that asks stays while the answer does."""
        if self.album is None:
            return bool(getattr(self.view, field) == value)
        return self.album.sees(field, value)

    # --- Who -----------------------------------------------------------------------------------

    @property
    def seats(self) -> list[int]:
        """The seats clockwise, the viewer's first."""
        first, players = max(self.viewer, 0), self.view.players
        return [(first + step) % players for step in range(players)]

    @property
    def asked(self) -> bool:
        """Whether the viewer is to act."""
        return self.viewer in self.to_act

    # --- What may be done ----------------------------------------------------------------------

    def can(self, action: int) -> bool:
        """Whether the viewer may take an action now."""
        return action in self.legal

    def pick(self, *candidates: int) -> int:
        """The first of some actions that is legal, or none."""
        return next((action for action in candidates if action in self.legal), NO_ACTION)

    def of(self, seat: int, action: int) -> int:
        """An action with something of a seat's own, which only that seat may take."""
        return action if seat in self._own else NO_ACTION

    def name_unless_own(self, seat: int) -> str:
        """Return a player's name; empty for the viewer, whom sentences call “you”."""
        return "" if seat in self._own else self.names[seat]

    def action(self, action: int) -> str | None:
        """An action's notation if it is legal now."""
        return self.actions[action] if action in self.legal else None

    def label(self, action: int) -> str:
        """An action in words."""
        return named(self.words.move(self.t, self.view, action), self.names)

    @property
    def prompt(self) -> str:
        """What is asked now, or whom the game waits for."""
        return self.words.prompt(self.t, self.view, self.viewer, self.to_act, self.names)

    def tip(self, tell: Callable[..., str], *args: Any) -> str:
        """Return `tell(t, view, *args)`, or a mark in its place if the page asks for tips later."""
        return LATER if self.is_brief else tell(self.t, self.view, *args)

    # --- What is drawn -------------------------------------------------------------------------

    def id(self, name: object) -> str:
        """A piece's id, which two drawings on one page do not share."""
        return f"{self.prefix}-{name}"

    def offer(self, action: int) -> PieceAction:
        """Return an action with its words if it is legal, for a drawn part."""
        if action == NO_ACTION:
            return INERT
        notation = self.actions[action]
        return PieceAction(notation, self.label(action) if action in self.legal else "")

    def piece(self, *children: str, action: int = NO_ACTION, **more: Any) -> str:
        """Draw a piece at once; see `Canvas.piece`."""
        return self.canvas.piece(*children, action=self.offer(action), **more)

    def plaque(self, action: int, box: Box, *, name: object = None, **more: Any) -> str:
        """Draw a button for an action without a piece; nothing while it is not legal."""
        name = f"do-{action}" if name is None else name
        return self.canvas.plaque(self.offer(action), box, name=name, **more)

    def drawing(self, title: str, height: float, *parts: str, lines: int | None = None) -> svg.Svg:
        """The whole drawing, with the position in words: the table and the first `lines`."""
        view, to_act, names = self._uncovered
        return svg.drawing(
            self.shape.width,
            height,
            *parts,
            name=f"{title} – {self.words.prompt(self.t, view, self._viewer, to_act, names)}",
            description=self._description(lines),
            prefix=self.prefix,
        )

    def _description(self, lines: int | None) -> str:
        """The position in words, put together once for all viewers who see the same."""
        global _last_description
        view, _, names = self._uncovered
        key = vars(view), self.words, self.t, tuple(names), lines
        if _last_description[0] != key:
            position = self.words.position(self.t, view, names)
            rows = "; ".join(", ".join(row) for row in position.rows)
            _last_description = key, f"{' '.join(position.lines[:lines])} {rows}"
        return _last_description[1]


_last_description: tuple[object, str] = None, ""
