"""Scene and canvas: what the parts of a board read, and what they draw on.

A game's `draw` builds a scene and arranges parts:

    RaScene = Scene[State, RaShape]

    def draw(view: State, **options: Unpack[DrawOptions]) -> svg.Svg:
        scene = RaScene(view, words, act.ACTIONS, (WIDE, TALL), **options)
        ...
        return scene.drawing("Ra", height, *parts)

Thin functions read the scene and call cached parts with a canvas and plain values; see `caching`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import local
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    NamedTuple,
    NotRequired,
    Protocol,
    TypedDict,
    TypeVar,
    Unpack,
    cast,
    dataclass_transform,
)

from nomarch.checkpoints import checkpoint
from nomarch.draw import shapes, svg, text_board
from nomarch.draw.box import Box
from nomarch.draw.tips import LATER
from nomarch.i18n import Translate, named

if TYPE_CHECKING:
    from nomarch.kernel.declare.sentences import Position

NO_ACTION = -1
"""The action of a piece that does nothing."""
WIDE, TALL = 1600, 420
"""Width of a wide and of a tall drawing, in units."""
HIGH = 868
"""Height of a wide drawing: always the same, so that the page never changes its scale."""


class View(Protocol):
    """Any game's view."""

    @property
    def players(self) -> int: ...


@dataclass_transform(frozen_default=True)
class _FrozenDataclass:
    """Makes every subclass a frozen dataclass that is compared by identity, so it hashes fast."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, eq=False)(cls)


class TypeScale(NamedTuple):
    """The five sizes of lettering on a board; nothing is smaller than `label`."""

    label: int
    text: int
    title: int
    points: int
    huge: int

    def fit(self, most: float) -> int:
        """Return the largest size up to `most`, or the smallest of all."""
        return max((size for size in self if size <= most), default=self.label)


WIDE_TYPE, TALL_TYPE = TypeScale(18, 20, 24, 36, 52), TypeScale(15, 17, 20, 24, 36)


class Measures(_FrozenDataclass):
    """The measures of a wide or tall arrangement; a game's own shape adds fields."""

    width: int
    """`WIDE` or `TALL`."""
    edge: int
    """The margin at both sides."""

    @property
    def room(self) -> int:
        """The width between the edges."""
        return self.width - 2 * self.edge

    @property
    def type(self) -> TypeScale:
        """The sizes of lettering."""
        return TALL_TYPE if self.width == TALL else WIDE_TYPE

    @property
    def letter(self) -> int:
        """The smallest size of lettering."""
        return self.type.label


V = TypeVar("V", contravariant=True)
S = TypeVar("S", bound=View)
M = TypeVar("M", bound=Measures)


class SceneWords(Protocol[V]):
    """The part of a game's `words.py` that drawings use."""

    def move(self, t: Translate, view: V, action: int, /) -> str: ...

    def prompt(
        self, t: Translate, view: V, seat: int, to_act: Sequence[int], names: Sequence[str], /
    ) -> str: ...

    def position(self, t: Translate, view: V, names: Sequence[str], /) -> Position: ...


class Notations(Protocol):
    """The part of a game's `ACTIONS` that drawings use."""

    def __getitem__(self, action: int, /) -> str: ...


class DrawOptions(TypedDict):
    """Arguments of `draw` besides the view."""

    viewer: int
    legal: Sequence[int]
    to_act: Sequence[int]
    names: Sequence[str]
    t: Translate
    shape: str
    prefix: str
    brief: NotRequired[bool]
    """Whether tips that a page can ask for later are left out."""
    told: NotRequired[str]
    """Replaces the prompt while nobody is to act."""
    winners: NotRequired[Sequence[int]]
    """Who has won, if that doesn't follow from the view: a player with more points has left."""


class PieceAction(NamedTuple):
    """A piece's action for a drawn part, made by `scene.offer(action)`."""

    notation: str = ""
    """Empty for a piece that does nothing."""
    label: str = ""
    """The action in words while it is legal, else empty."""


INERT = PieceAction()
"""The action of a piece that does nothing."""


class Spot(NamedTuple):
    """Where a piece lies, its name, and what it says and does; made by `scene.spot(…)`."""

    at: Box
    name: str
    tip: str = ""
    action: PieceAction = INERT


class Canvas(Generic[M]):
    """What a drawn part needs besides its values: the measures, the language and the ids.

    Pages of the same kind share one object, so it is a fast cache key.
    """

    def __init__(self, shape: M, t: Translate, prefix: str, wide: bool) -> None:
        self.shape, self.t, self.prefix, self.wide = shape, t, prefix, wide

    def id(self, name: object) -> str:
        """Return a piece's id, unique among the drawings of a page."""
        return f"{self.prefix}-{name}"

    def letters(
        self,
        x: float,
        y: float,
        words: object,
        cls: str = "f-ink sans",
        anchor: str = "start",
        bold: bool = False,
    ) -> str:
        """Draw a line of the smallest lettering; y is its baseline."""
        return svg.text(x, y, words, self.shape.letter, cls, anchor, bold)

    def count(self, x: float, y: float, words: object) -> str:
        """Draw a count in a rounded oval, centred on x, y."""
        return shapes.cartouche(x, y, words, size=self.shape.letter)

    def piece(
        self,
        *children: str,
        spot: Spot | None = None,
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
        A `spot` stands for box, name, tip and action. `more` goes to `shapes.piece`.
        """
        if spot:
            name, tip, action, around = spot.name, spot.tip, spot.action, around or spot.at
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


class Scene(Generic[S, M]):
    """A view, its viewer, the legal actions, and the words for them."""

    def __init__(
        self,
        view: S,
        words: SceneWords[S],
        actions: Notations,
        shapes: tuple[M, M],
        **options: Unpack[DrawOptions],
    ) -> None:
        """`words` is the game's module, `actions` its `ACTIONS`, `shapes` wide and tall."""
        t, prefix = options["t"], options["prefix"]
        self.view, self.words, self.actions = view, words, actions
        self.viewer, self.legal = options["viewer"], frozenset(options["legal"])
        self.to_act, self.names = options["to_act"], options["names"]
        self.t, self.prefix, self.is_brief = t, prefix, options.get("brief", False)
        self._winners, self._told = options.get("winners"), options.get("told")
        self.wide = options["shape"] == "wide"
        self.shape: M = shapes[0 if self.wide else 1]
        self.canvas = cast(Canvas[M], _shared_canvas(self.shape, t, prefix, self.wide))

    @property
    def seats(self) -> list[int]:
        """The seats clockwise, the viewer's first."""
        first, players = max(self.viewer, 0), self.view.players
        return [(first + step) % players for step in range(players)]

    @property
    def is_to_act(self) -> bool:
        """Whether the viewer is to act."""
        return self.viewer in self.to_act

    def winners(self, place: Callable[[S, int], int]) -> Sequence[int]:
        """Return who has won, by the game's own places unless a player has left."""
        if self._winners is not None:
            return self._winners
        return [seat for seat in range(self.view.players) if place(self.view, seat) == 1]

    def can(self, action: int) -> bool:
        """Whether the viewer may take an action now."""
        return action in self.legal

    def pick(self, *candidates: int) -> int:
        """Return the first legal one of some actions, or `NO_ACTION`."""
        return next((action for action in candidates if action in self.legal), NO_ACTION)

    def of(self, seat: int, action: int) -> int:
        """Return an action that only this seat may take; `NO_ACTION` for other viewers."""
        return action if seat == self.viewer else NO_ACTION

    def name_unless_own(self, seat: int) -> str:
        """Return a player's name; empty for the viewer, whom sentences call “you”."""
        return "" if seat == self.viewer else self.names[seat]

    def label(self, action: int) -> str:
        """Return an action in words."""
        return named(self.words.move(self.t, self.view, action), self.names)

    def offer(self, action: int) -> PieceAction:
        """Return an action with its words if it is legal, for a drawn part."""
        checkpoint()
        if action == NO_ACTION:
            return INERT
        notation = self.actions[action]
        return PieceAction(notation, self.label(action) if action in self.legal else "")

    def spot(self, at: Box, name: str, action: int = NO_ACTION, tip: str = "") -> Spot:
        return Spot(at, name, tip, self.offer(action))

    @property
    def prompt(self) -> str:
        """The question to the viewer, or whose turn it is."""
        if not self.to_act:
            return self.t("The game is over.")
        if self._told is not None:
            return self._told
        return self.words.prompt(self.t, self.view, self.viewer, self.to_act, self.names)

    def tip(self, tell: Callable[..., str], *args: Any) -> str:
        """Return `tell(t, view, *args)`, or a placeholder if the page asks for tips later."""
        return LATER if self.is_brief else tell(self.t, self.view, *args)

    def id(self, name: object) -> str:
        """Return a piece's id, unique among the drawings of a page."""
        return f"{self.prefix}-{name}"

    def piece(self, *children: str, action: int = NO_ACTION, **more: Any) -> str:
        """Draw a piece without the cache; see `Canvas.piece`."""
        return self.canvas.piece(*children, action=self.offer(action), **more)

    def plaque(self, action: int, box: Box, *, name: object = None, **more: Any) -> str:
        """Draw a button for an action without a piece; nothing while it is not legal."""
        name = f"do-{action}" if name is None else name
        return self.canvas.plaque(self.offer(action), box, name=name, **more)

    def drawing(self, title: str, height: float, *parts: str) -> svg.Svg:
        """Put parts together, with the position in words for the page's text board.

        Only a tall drawing is as high as its parts; a wide one is `WIDE` by `HIGH`.
        """
        words = self._position()
        return svg.drawing(
            self.shape.width,
            HIGH if self.shape.width == WIDE else height,
            words.markup,
            *parts,
            name=f"{title} – {self.prompt}",
            description=words.first_line,
            prefix=self.prefix,
        )

    def _position(self) -> _PositionMarkup:
        """The position in words, shared by all viewers who see the same.

        The last one is kept with its view, which must not change after it was drawn.
        """
        key = vars(self.view), self.words, self.t, tuple(self.names)
        if _last_position.key != key:
            position = self.words.position(self.t, self.view, self.names)
            _last_position.first_line = next(iter(position.lines), "")
            _last_position.markup = text_board.markup_of(position)
            _last_position.key = key
        return _last_position


class _PositionMarkup(local):
    """The position that this thread put in words last, and what it was made of."""

    key: object = None
    first_line: str = ""
    markup: str = ""


_last_position = _PositionMarkup()
