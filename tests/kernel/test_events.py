"""Events: recorded when somebody listens, told to those who may know, each in its own words."""

from gettext import NullTranslations

import pytest

from nomarch.i18n import ENGLISH, Translate
from nomarch.kernel.compile import backend
from nomarch.kernel.compile.linker import LinkOptions
from nomarch.kernel.declare.events import ALL, FADED, Event, EventRecord, emit
from nomarch.kernel.declare.game import Rulebook, rulebooks
from nomarch.kernel.declare.layout import Carrier, Layout, field
from nomarch.kernel.declare.sentences import NOBODY, Telling, signed


class Small(Carrier):
    phase: int = field("i1")


LAYOUT = Layout(Small)
NAMES = ["Ada", "Bo"]
DREW = Event("drew", "seat tile", "{player} draws {tile}.", icon="tile", reveals=True)
STOLE = Event("stole", "seat owner:seat count", "{player} takes {count} from {owner}.")
each_book = pytest.mark.parametrize("book", rulebooks().values(), ids=list(rulebooks()))


def test_a_record_keeps_its_values_by_name() -> None:
    state = LAYOUT.plain()
    emit(state, DREW, ALL, 2)
    assert state.trace is None, "nobody listens"
    state.trace = []
    emit(state, DREW, 1, 0, 7)
    (record,) = state.trace
    assert (record.name, record.audience, record.seat, record.tile) == ("drew", 1, 0, 7)
    assert record == EventRecord(DREW, 1, (0, 7))
    with pytest.raises(AttributeError, match="event drew has no value 'card'"):
        record.card  # noqa: B018


def test_the_audience_is_told() -> None:
    for audience, told in ((ALL, {-1, 0, 1, 2}), (2, {2}), (0, {0})):
        record = EventRecord(DREW, audience, (0, 0))
        assert {viewer for viewer in range(-1, 3) if record.is_told_to(viewer)} == told


def sentence(event: Event, *values: int, t: Translate = ENGLISH, viewer: int = NOBODY) -> str:
    words = {"tile": lambda t, tile: f"tile {tile}"}
    return Telling(EventRecord(event, ALL, values), t, NAMES, words, viewer).sentence()


def test_an_event_becomes_its_sentence() -> None:
    """Translated first, then filled: names of players as they are, tiles by the game's words."""
    t = Translate({DREW.text: "{player} takes {tile}."}, NullTranslations())
    assert sentence(DREW, 1, 3, t=t) == "Bo takes tile 3."
    assert sentence(STOLE, 0, 1, 4) == "Ada takes 4 from Bo."
    assert sentence(Event("quiet")) == ""


def test_the_player_an_event_is_about_is_addressed() -> None:
    event = Event(
        "took",
        "seat tiles",
        ("{player} takes {tiles} tile.", "{player} takes {tiles} tiles."),
        you=("You take {tiles} tile.", "You take {tiles} tiles."),
        plural="tiles",
    )
    assert sentence(event, 1, 1) == sentence(event, 1, 1, viewer=0) == "Bo takes 1 tile."
    assert sentence(event, 1, 0, viewer=0) == "Bo takes 0 tiles."
    assert sentence(event, 1, 1, viewer=1) == "You take 1 tile."
    assert sentence(event, 1, 3, viewer=1) == "You take 3 tiles."


def test_a_sentence_may_be_made_by_a_function() -> None:
    def scored(e: Telling) -> str:
        return e.fill("{player}: {points}", points=signed(e.points)) if e.points else ""

    event = Event("scored", "seat points", scored)
    assert [sentence(event, 0, points) for points in (-2, 0)] == ["Ada: −2", ""]


def test_an_icon_is_looked_up_by_a_value() -> None:
    assert EventRecord(DREW, ALL, (0, 5)).icon() == "tile-5"
    assert EventRecord(Event("a", "card", icon="tile:card"), ALL, (6,)).icon() == "tile-6"
    assert EventRecord(Event("b", icon=("tile", 9)), ALL, ()).icon() == "tile-9"
    assert EventRecord(Event("c"), ALL, ()).icon() == ""


def test_a_value_that_fades_is_told_as_long_as_its_rule_allows() -> None:
    def while_phase_one(now: Small, viewer: int, record: EventRecord) -> int:
        return 1 if now.phase == 1 or viewer == record.seat else 0

    turned = Event("turned", "seat tile", icon="tile", fades={"tile": while_phase_one})
    record, now = EventRecord(turned, ALL, (2, 5)), LAYOUT.plain()
    assert record.as_told(now, 2) == record
    assert record.as_told(now, 0) == EventRecord(turned, ALL, (2, FADED))
    assert record.as_told(now, 0).icon() == ""
    now.phase = 1
    assert record.as_told(now, 0) == record
    assert EventRecord(DREW, ALL, (2, 5)).as_told(now, 0).tile == 5


def test_what_no_event_may_be() -> None:
    with pytest.raises(TypeError, match="event long: at most 5 values"):
        Event("long", "a b c d e f")
    with pytest.raises(TypeError, match="plural"):
        Event("took", "seat tiles", ("one", "many"), plural="cards")


@each_book
def test_names_of_events_are_fit_for_saves(book: Rulebook) -> None:
    names = [event.name for event in book.events]
    assert len(set(names)) == len(names) > 0
    assert not any(set(name) & set(" ;=") or not name for name in names)


@each_book
def test_only_interpreted_rules_tell(book: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules as they are linked for compilers, run by hand: nobody hears of anything."""
    monkeypatch.setattr(backend, "table", tuple)  # Python's ints know no bounds, NumPy's do
    setup = next(book.setups())
    for compiled in (False, True):
        build = backend.link(book, LinkOptions(compiled=compiled))
        state = book.layout.plain()
        state.trace = []
        build.start(state, setup.players, setup.options or (0,), [1] * 8, 0)
        assert bool(state.trace) is not compiled
