"""Layouts: fields that are refused, the bytes of a state, and who sees what."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from hypothesis import given, strategies as st

from nomarch.kernel.declare.layout import (
    EVERYONE,
    NOBODY,
    OWNER,
    Carrier,
    Field,
    GameState,
    Grid,
    Layout,
    Row,
    Stream,
    field,
)

RANGES = {"i1": 7, "i2": 15, "i4": 31, "i8": 63}


def seen_when_open(s: Sample, viewer: int, card: int) -> int:
    """A rule of sight: a card that lies open, or that the viewer holds."""
    return 1 if s.open[card] == 1 or s.holder[card] == viewer else 0


def seen_by_first(s: Sample, viewer: int) -> int:
    return 1 if viewer == 0 else 0


class Sample(Carrier):
    phase: int = field("i1", (), EVERYONE, "what is decided")
    gold: Row = field("i2", (3,), EVERYONE)
    hand: Grid = field("i1", (3, 2), OWNER)
    secret: int = field("i4")
    deck: Row = field("i1", (5,), unknown=-7)
    open: Row = field("i1", (4,), EVERYONE)
    holder: Row = field("i1", (4,), EVERYONE)
    card: Row = field("i1", (4,), seen_when_open)
    tip: int = field("i1", (), seen_by_first)
    clock: int = field("i8", (), EVERYONE)


LAYOUT = Layout(Sample)


def sample() -> Sample:
    state = LAYOUT.plain()
    state.phase, state.secret, state.tip, state.clock = 3, 123_456, 9, 1 << 40
    state.gold = [100, -200, 300]
    state.hand = [[1, 2], [3, 4], [5, 6]]
    state.deck = [1, 2, 3, 4, 5]
    state.open, state.holder, state.card = [1, 0, 0, 0], [0, 0, 1, 2], [10, 11, 12, 13]
    return state


def test_fields_and_names_that_are_refused() -> None:
    class Once(Carrier):
        a: int = field("i1")

    class Twice(Once):
        a: int = field("i2")

    for kind in ("u1", "u4", "f4", "i3", "int8", ""):
        with pytest.raises(TypeError, match=r"field points: type .* is not one of i1, i2, i4, i8"):
            Field("points", kind)
    with pytest.raises(TypeError, match="field hand: only a field indexed by seat can have owners"):
        Field("hand", "i1", (), OWNER)
    with pytest.raises(TypeError, match="two fields of a layout have the same name"):
        Layout(Twice)


def test_what_says_nothing_is_seen_by_nobody() -> None:
    class New(Carrier):
        new: Row = field("i1", (3,))

    layout = Layout(New)
    assert layout.fields[0].sees is NOBODY
    state = layout.unpack(bytes([1, 2, 3]))
    for viewer in range(-1, 3):
        assert layout.observe(state, viewer).new == [-1, -1, -1]
        assert layout.as_data(state, viewer) == {}


def test_what_a_class_declares_comes_before_what_it_inherits() -> None:
    class Child(GameState):
        players: int = field("i1", (), EVERYONE)

    names = [field.name for field in Child.fields]
    assert names == ["players", *(field.name for field in Stream.fields)]
    assert not hasattr(Child, "players"), "a field is read from the instance alone"


def test_pack_and_unpack_are_each_others_way_back() -> None:
    assert LAYOUT.pack(LAYOUT.plain()) == LAYOUT.array()[0].tobytes() == bytes(LAYOUT.size)
    data = LAYOUT.pack(sample())
    assert len(data) == LAYOUT.size
    twin = LAYOUT.unpack(data)
    assert LAYOUT.pack(twin) == data
    assert twin.hand == [[1, 2], [3, 4], [5, 6]]
    assert twin.trace is None
    for size in (0, LAYOUT.size - 1, LAYOUT.size + 1):
        with pytest.raises(struct.error):
            LAYOUT.unpack(bytes(size))


@pytest.mark.parametrize("kind", RANGES)
def test_a_value_that_its_field_cannot_hold_raises(kind: str) -> None:
    class One(Carrier):
        value: int = field(kind)

    layout, most = Layout(One), (1 << RANGES[kind]) - 1
    state = layout.plain()
    for value in (most, -most - 1):
        state.value = value
        assert layout.unpack(layout.pack(state)).value == value
    for value in (most + 1, -most - 2):
        state.value = value
        with pytest.raises(struct.error):
            layout.pack(state)


def test_a_copy_shares_nothing() -> None:
    state = sample()
    state.trace = []
    twin = LAYOUT.copy(state)
    assert LAYOUT.pack(twin) == LAYOUT.pack(state)
    assert twin.trace is None
    twin.hand[1][0], twin.gold[0], twin.phase = 99, 99, 99
    assert (state.hand[1][0], state.gold[0], state.phase) == (3, 100, 3)


def test_a_view_hides_what_is_not_the_viewers() -> None:
    state = sample()
    for viewer, hand, card, tip in (
        (-1, [[-1, -1], [-1, -1], [-1, -1]], [10, -1, -1, -1], -1),
        (0, [[1, 2], [-1, -1], [-1, -1]], [10, 11, -1, -1], 9),
        (1, [[-1, -1], [3, 4], [-1, -1]], [10, -1, 12, -1], -1),
    ):
        view = LAYOUT.observe(state, viewer)
        assert (view.phase, view.gold, view.clock) == (3, [100, -200, 300], 1 << 40)
        assert (view.hand, view.card, view.tip) == (hand, card, tip)
        assert (view.secret, view.deck) == (-1, [-7] * 5)
    assert LAYOUT.pack(state) == LAYOUT.pack(sample()), "the state itself stays whole"


def test_data_leaves_hidden_fields_out_and_blanks_hidden_elements() -> None:
    data = LAYOUT.as_data(sample(), 2)
    assert {"secret", "deck"}.isdisjoint(data)
    assert data["hand"] == [[None, None], [None, None], [5, 6]]
    assert data["card"] == [10, None, None, 13]
    assert data["tip"] is None
    assert data["gold"] == [100, -200, 300]


def test_a_record_is_aligned_and_has_no_gaps_but_at_the_end() -> None:
    dtype = LAYOUT.dtype
    assert dtype.itemsize == LAYOUT.size
    assert LAYOUT.size % 8 == 0
    for name in dtype.names or ():
        kind, offset = dtype.fields[name][:2]  # type: ignore[index]
        assert offset % kind.base.itemsize == 0
    assert sum(field.width * field.count for field in LAYOUT.fields) == LAYOUT.size - LAYOUT.padding


@given(st.data())
def test_a_record_and_a_plain_state_have_the_same_bytes(data: st.DataObject) -> None:
    state, record = LAYOUT.plain(), LAYOUT.array()[0]
    for each in LAYOUT.fields:
        most = (1 << RANGES[each.type]) - 1
        values = data.draw(
            st.lists(st.integers(-most - 1, most), min_size=each.count, max_size=each.count)
        )
        array = np.array(values, each.type).reshape(each.shape)
        record[each.name] = array
        setattr(state, each.name, array.tolist())
    assert record.tobytes() == LAYOUT.pack(state)
    assert LAYOUT.pack(LAYOUT.unpack(record.tobytes())) == record.tobytes()


def test_a_renamed_field_keeps_its_stored_name() -> None:
    class Renamed(GameState):
        players: int = field("i1", (), EVERYONE)
        phase: int = field("i1", (), EVERYONE, stored_name="asked")

    layout = Layout(Renamed)
    state = layout.plain()
    state.phase = 3
    assert layout.as_data(state, 0) == {"players": 0, "asked": 3}
    assert "phase" in (layout.dtype.names or ())
    assert not hasattr(state, "asked")
