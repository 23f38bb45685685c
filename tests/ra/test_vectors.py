"""The 44 worked examples of Ra, each by its id."""

import json
from pathlib import Path
from typing import Any

import pytest

from nomarch.games.ra import events as ev, state as st
from nomarch.games.ra.components import TRACK_SPACES
from nomarch.games.ra.rules import epochs
from nomarch.games.ra.state import State

from . import building

VECTORS: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "vectors.json").read_text(encoding="utf-8")
)
CAUSES = {"voluntary": st.VOLUNTARY, "track_full": st.FORCED, "ra_drawn": st.RA_DRAWN}
PARTS = ("god", "pharaoh", "river", "civilisation", "gold", "monument", "suns")


def cases(group: str, *wanted: str) -> pytest.MarkDecorator:
    chosen = [v for v in VECTORS[group] if not wanted or v["id"] in wanted]
    return pytest.mark.parametrize("case", chosen, ids=[v["id"] for v in chosen])


def test_all_44_examples_are_here() -> None:
    assert sum(map(len, VECTORS.values())) == 44


@cases("epoch_score")
def test_epoch_score(case: dict[str, Any]) -> None:
    displays = case["displays"]
    s = building.position(len(displays))
    s.epoch = case["epoch"]
    for seat, display in enumerate(displays):
        building.own(s, seat, display)
        s.points[seat] = case["score_before"][seat]
    if "suns_all" in case:
        building.give_suns(s, case["suns_all"], [[] for _ in displays], 1)
    epochs.end_epoch(s)
    parts = [dict.fromkeys(PARTS, 0) for _ in displays]
    nets = [0] * len(displays)
    for record in s.trace or ():
        if record.event is ev.SCORED:
            parts[record.seat][PARTS[record.category]] = record.points
        elif record.event is ev.TOTAL:
            nets[record.seat] = record.net
    for seat, expected in enumerate(case["expected_parts"]):
        assert nets[seat] == expected["net"]
        assert parts[seat] == {name: expected.get(name, 0) for name in PARTS}
    assert s.points[: len(displays)] == case["expected_score_after"]
    for seat, display in enumerate(case.get("expected_displays_after_cleanup", ())):
        assert building.owned(s, seat) == building.kinds(display)


@cases("monument")
def test_monuments(case: dict[str, Any]) -> None:
    s = building.position()
    building.own(s, 0, case["tiles"])
    assert epochs.monument_points(s, 0) == case["expected"]


@cases("disaster")
def test_disaster(case: dict[str, Any]) -> None:
    s = building.position()
    building.own(s, 0, case["owned"])
    building.lay(s, case["won"])
    s.seat = 0
    building.act(s, 0, "invoke")
    building.act(s, 1, "pass")
    building.act(s, 2, "pass")
    building.act(s, 0, building.legal(s, 0)[0])
    for disaster in ("unrest", "earthquake"):
        for name in (case["player_choice"] or {}).get(disaster, ()):
            building.act(s, 0, f"discard {name.removeprefix('civ_').removeprefix('mon_')}")
    assert s.phase == st.TURN
    assert building.owned(s, 0) == building.kinds(case["expected_owned_after"])


def prepare_auction(case: dict[str, Any]) -> State:
    setup = case["setup"]
    s = building.position(len(setup["suns_up"]))
    empty = [[] for _ in setup["suns_up"]]
    building.give_suns(s, setup["suns_up"], setup.get("suns_down", empty), setup["centre"])
    building.lay(s, setup["track"])
    s.seat = setup["starter"]
    s.ra_count = setup.get("ra_count", setup.get("ra_count_after_draw", 1) - 1)
    if setup["cause"] == "ra_drawn":
        building.only_in_bag(s, "ra")
        building.act(s, s.seat, "draw")
        assert s.ra_count == setup["ra_count_after_draw"]
    else:
        building.act(s, s.seat, "invoke")
    assert s.cause == CAUSES[setup["cause"]]
    return s


@cases("auction", "A1", "A3", "A4", "A5", "A6", "A7", "A9")
def test_auction(case: dict[str, Any]) -> None:
    s = prepare_auction(case)
    expected = case["expected"]
    may = {seat: (bids, can_pass) for seat, bids, can_pass in case.get("legal_for", ())}
    lost = sum(s.gone)
    before = dict(building.owned(s, expected["winner"])) if expected["winner"] is not None else {}
    for seat, sun in case["bids"]:
        if seat in may:
            bids, can_pass = may[seat]
            assert set(building.legal(s, seat)) == {f"bid {v}" for v in bids} | (
                {"pass"} if can_pass else set()
            )
        building.act(s, seat, f"bid {sun}" if sun else "pass")
    winners = [record.seat for record in s.trace or () if record.event is ev.WON]
    assert winners == ([expected["winner"]] if expected["winner"] is not None else [])
    assert s.centre == expected["centre"]
    if "track" in expected:
        assert building.track(s) == [building.kind_of(name) for name in expected["track"]]
    if "discarded" in expected:
        assert sum(s.gone) - lost == expected["discarded"]
    for name in expected.get("tiles_gained", ()):
        before[building.kind_of(name)] = before.get(building.kind_of(name), 0) + 1
    if "tiles_gained" in expected:
        assert building.owned(s, expected["winner"]) == before
    if "suns_up" in expected:
        for seat, values in enumerate(expected["suns_up"]):
            assert building.suns(s, seat, 1) == sorted(values)
            assert building.suns(s, seat, 0) == sorted(expected["suns_down"][seat])
    if "next_turn" in expected:
        assert (s.phase, s.seat) == (st.TURN, expected["next_turn"])
    if "epoch_ends" in expected:
        assert s.epoch == 2
        assert building.told(s, ev.EPOCH_SPENT)
        assert s.seat == expected["next_epoch_starter"]


@cases("auction", "A2")
def test_auction_legality(case: dict[str, Any]) -> None:
    s = prepare_auction(case)
    for seat, sun in case["setup"]["bids"]:
        building.act(s, seat, f"bid {sun}" if sun else "pass")
    may = building.legal(s, case["to_act"])
    assert sorted(may) == sorted(f"bid {sun}" for sun in case["expected_legal"])
    assert ("pass" in may) == case["expected_pass_legal"]


@cases("auction", "A8")
def test_last_ra_tile(case: dict[str, Any]) -> None:
    setup = case["setup"]
    s = building.position(setup["players"])
    s.ra_count = setup["ra_count"]
    building.lay(s, setup["track"])
    building.only_in_bag(s, setup["tile_drawn"])
    centre, gone = s.centre, sum(s.gone)
    building.act(s, s.seat, "draw")
    assert s.epoch == 2
    assert building.told(s, ev.EPOCH_FULL)
    assert not building.told(s, ev.INVOKED)
    assert building.track(s) == []
    assert s.ra_count == 0
    assert s.gone[building.kind_of("ra")] == setup["ra_count"] + 1
    assert sum(s.gone) - gone == case["expected"]["discarded"] + setup["ra_count"] + 1
    assert s.centre == centre


def prepare_god(case: dict[str, Any]) -> State:
    s = building.position()
    building.own(s, 0, case["owned"])
    building.lay(s, case["track"])
    s.seat = 0
    return s


@cases("god", "G1", "G3", "G4")
def test_god(case: dict[str, Any]) -> None:
    s = prepare_god(case)
    if "expected_legal_before" in case:
        assert "draw" not in building.legal(s, 0)
        assert "invoke" in building.legal(s, 0)
        assert any(move.startswith("take") for move in building.legal(s, 0))
    for name in case["take"]:
        building.act(s, 0, f"take {name}")
    assert building.owned(s, 0) == building.kinds(case["expected_owned"])
    assert building.track(s) == [building.kind_of(name) for name in case["expected_track"]]
    assert (s.phase, s.seat) == (st.TURN, 1)
    assert s.track_len < TRACK_SPACES
    assert "draw" in building.legal(s, 1)


@cases("god", "G2")
def test_god_legality(case: dict[str, Any]) -> None:
    s = prepare_god(case)
    assert any(move.startswith("take") for move in building.legal(s, 0)) == case["expected_legal"]


@cases("ranking", "E1")
def test_ranking_of_a_real_game(case: dict[str, Any]) -> None:
    s = building.position(4)
    totals = [case["start"] + sum(nets) for nets in case["epoch_net"]]
    assert totals == case["expected_total"]
    s.points = [*totals, 0]
    building.give_suns(s, [[9], [10], [12], [13]], [[], [], [], []], 1)
    order = sorted(range(4), key=building.GAME.ranks(s).__getitem__)
    assert [case["names"][seat] for seat in order] == case["expected_order"]


@cases("ranking", "E2")
def test_ranking_tie(case: dict[str, Any]) -> None:
    s = building.position(3)
    s.points = [*case["totals"], 0, 0]
    building.give_suns(s, case["suns"], [[], [], []], 1)
    ranks = building.GAME.ranks(s)
    assert ranks[case["expected_winner"]] == 1
    assert sorted(ranks) == [1, 2, 3]
