"""The public face: a match is asked, played, undone, drawn, told, saved and loaded."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import nomarch
from nomarch.bots.play import play_on
from nomarch.engine.match import SPECTATOR, Match
from nomarch.engine.saves import read_save
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import rulebook

SEED = "0123456789abcdef" * 4


def fresh(players: int = 4, **more: object) -> Match:
    return nomarch.new("ra", players, SEED, **more)  # type: ignore[no-any-return]


def begun(decisions: int = 60) -> Match:
    match = fresh()
    play_on(match, "greedy", decisions)
    return match


def finished() -> Match:
    return begun(10_000)


def packed(match: Match) -> bytes:
    return match.book.layout.pack(match.state)


def test_a_new_match_waits_for_a_decision() -> None:
    match = fresh()
    assert match.players == 4
    assert not match.over
    (seat,) = match.to_act
    assert repr(match) == f"<Match of ra: 4 players, ply 0, seat {seat} to act>"
    assert match.legal(seat) == ["draw", "invoke"]
    assert all(match.legal(other) == [] for other in range(4) if other != seat)
    assert match.scores == (10, 10, 10, 10)
    assert match.names == ("Seat 1", "Seat 2", "Seat 3", "Seat 4")
    assert not match.can_undo(seat)


def test_the_seed_decides_everything() -> None:
    assert packed(fresh()) == packed(fresh())
    assert packed(nomarch.new("ra", 4, "one")) != packed(nomarch.new("ra", 4, "two"))
    assert nomarch.new("ra", 4).seed != nomarch.new("ra", 4).seed


def test_a_move_has_words_before_and_after_it() -> None:
    match = fresh()
    seat = match.to_act[0]
    assert match.describe(seat, "invoke") == "Invoke Ra"
    assert match.prompt(seat) == "Draw a tile or invoke Ra."
    assert match.prompt((seat + 1) % 4) == f"{match.names[seat]}'s turn."
    steps = match.play(seat, "  invoke ")
    assert steps == match.steps
    assert (steps[0].seat, match.book.actions[steps[0].action]) == (seat, "invoke")
    assert not steps[0].auto
    assert "before" not in repr(steps[0])
    assert match.sentences(steps[0]) == [f"{match.names[seat]} invokes Ra."]


def test_refusals_are_typed_and_change_nothing() -> None:
    match = begun(20)
    before, steps, seat = packed(match), list(match.steps), match.to_act[0]
    other = (seat + 1) % 4
    allowed = ", ".join(match.legal(seat))
    wait = f"It is not seat {other}'s turn; seat {seat} is to act."
    may = f"'stop' is not allowed now; seat {seat} may: {allowed}."
    for who, move, error, sentence in (
        (seat, "jump", nomarch.BadNotation, "'jump' is no move of Ra."),
        (seat, "bid 17", nomarch.BadNotation, "'bid 17' is no move of Ra."),
        (other, "pass", nomarch.NotYourTurn, wait),
        (7, "pass", nomarch.NotYourTurn, "There is no seat 7; seats are 0 to 3."),
        (-1, "pass", nomarch.NotYourTurn, "There is no seat -1; seats are 0 to 3."),
        (seat, "stop", nomarch.IllegalMove, may),
    ):
        with pytest.raises(error) as caught:
            match.play(who, move)
        assert str(caught.value) == sentence
    assert packed(match) == before
    assert match.steps == steps


def test_a_game_that_is_over_takes_no_moves() -> None:
    match = finished()
    assert match.over
    assert match.to_act == ()
    assert repr(match) == f"<Match of ra: 4 players, ply {match.ply}, over>"
    with pytest.raises(nomarch.GameOver, match="The game is over"):
        match.play(0, "draw")


def test_rules_that_leave_no_move_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = backend.interpreted("ra")
    monkeypatch.setattr(rules, "ask", lambda state, seat, mask: mask.__setitem__(slice(None), [0]))
    with pytest.raises(nomarch.NoLegalMove) as caught:
        fresh()
    assert str(caught.value).startswith("nomarch.games.ra.rules: seat ")
    assert "has no legal move" in str(caught.value)


def test_undo_takes_back_what_revealed_nothing() -> None:
    match = fresh()
    seat, before = match.to_act[0], packed(match)
    match.play(seat, "invoke")
    assert match.can_undo(seat)
    assert match.undo(seat) == 1
    assert (packed(match), match.steps) == (before, [])
    match.play(seat, "draw")
    after = packed(match)
    assert not match.can_undo(seat)
    with pytest.raises(nomarch.NothingToUndo, match="Something was revealed since"):
        match.undo(seat)
    assert packed(match) == after


def test_undo_stops_at_the_decisions_of_others() -> None:
    match = fresh()
    seat = match.to_act[0]
    match.play(seat, "invoke")
    other = match.to_act[0]
    match.play(other, "pass")
    with pytest.raises(nomarch.NothingToUndo, match=f"Seat {other} has moved since."):
        match.undo(seat)
    with pytest.raises(nomarch.NothingToUndo, match="has made no decision yet"):
        match.undo(match.to_act[0])
    assert match.undo(other) == 1


def test_undo_takes_automatic_moves_along() -> None:
    """The last one to outbid makes the others pass by themselves: one decision, one step back."""
    match = fresh()
    starter = match.to_act[0]
    match.play(starter, "invoke")
    seat, before = match.to_act[0], packed(match)
    highest = match.legal(seat)[-1]
    steps = match.play(seat, highest)
    assert any(step.auto for step in steps), "this seed lets nobody outbid the second seat"
    match.undo(seat)
    assert packed(match) == before


def test_rewind_and_replay_go_to_any_position() -> None:
    match = begun(40)
    positions, twin = list(match.positions()), match.replay()
    assert_same(twin, match)
    assert twin.save() == match.save()
    assert packed(match.replay(7)) == positions[7]
    assert match.replay(0).steps == []
    with pytest.raises(nomarch.NothingToUndo, match="steps, not 999"):
        match.replay(999)
    match.rewind(10)
    assert packed(match) == positions[10]
    for steps in (11, -1):
        with pytest.raises(nomarch.NothingToUndo, match=f"There are 10 steps, not {steps}"):
            match.rewind(steps)


def test_a_view_is_plain_data() -> None:
    match = begun(10)
    seat = match.to_act[0]
    view = json.loads(json.dumps(match.view(seat)))
    assert view["game"] == "ra"
    assert (view["players"], view["seat"], view["ply"]) == (4, seat, len(match.steps))
    assert view["to_act"] == [seat]
    assert view["legal"] == match.legal(seat)
    assert view["over"] is False
    assert view["scores"] == list(match.scores)
    assert "rng_key" not in view["state"]
    assert match.view()["seat"] == SPECTATOR
    assert match.view()["legal"] == []


def test_a_drawing_shows_itself() -> None:
    match = fresh()
    seat = match.to_act[0]
    drawing = match.svg(seat)
    assert drawing.startswith("<svg")
    assert "<style>" in drawing
    assert 'data-action="invoke"' in drawing
    assert 'data-action="invoke"' not in match.svg()
    assert "<style>" not in match.svg(seat, standalone=False)
    assert 'id="left-' in match.svg(seat, prefix="left")
    assert match._repr_svg_() == match.svg()
    assert match.svg(seat, shape="tall") != drawing


def test_the_log_tells_the_whole_story_and_the_ranking_follows_the_scores() -> None:
    match = finished()
    log, ranking = match.log(), match.ranking
    assert log[0].startswith("Epoch 1 begins. ")
    assert log[-1] == f"{ranking[0].name} wins the game."
    told = [line for step in match.steps for line in match.sentences(step)]
    assert log[-len(told) :] == told
    assert [line.place for line in ranking] == [1, 2, 3, 4]
    assert [line.points for line in ranking] == sorted(match.scores, reverse=True)
    for line in ranking:
        assert (line.points, line.name) == (match.scores[line.seat], match.names[line.seat])


SAVED = begun(60)
TEXT = SAVED.save()
LINES = TEXT.splitlines()
HEAD = LINES.index("") + 1
AUTO = next(i for i, line in enumerate(LINES) if "* " in line)
DREW = next(i for i, line in enumerate(LINES) if " = drew " in line)


def assert_same(twin: Match, match: Match = SAVED) -> None:
    """The same game at the same point; names are only what the players are called."""
    assert twin.seed == match.seed
    assert twin.setup == match.setup
    assert list(twin.positions()) == list(match.positions())
    assert twin.steps == match.steps


def refused(text: str) -> nomarch.BadSave:
    with pytest.raises(nomarch.BadSave) as caught:
        nomarch.load(text)
    assert str(caught.value).startswith(f"line {caught.value.line}: ")
    assert 1 <= caught.value.line <= max(1, len(text.splitlines()))
    return caught.value


def with_line(index: int, line: str) -> str:
    return "\n".join([*LINES[:index], line, *LINES[index + 1 :]]) + "\n"


def line_of(word: str) -> int:
    return next(i for i, line in enumerate(LINES) if line.split(" ")[0] == word)


def test_a_save_is_readable() -> None:
    assert LINES[0] == "nomarch 1"
    assert f"seed {SEED}" in LINES
    assert f"commitment {SAVED.commitment}" in LINES
    assert LINES[HEAD].startswith("1 ")
    assert LINES[-1] == f"end {len(SAVED.steps)}"
    for text in (TEXT, TEXT.replace("\n", "\r\n")):
        assert_same(nomarch.load(text))
        assert nomarch.load(text).save() == TEXT


HOSTILE = ("x" * 100_000, "\u202eevil\u2066", "\u200b\x00", "Z" + "\u0301\u0316" * 50_000)


def test_names_survive_a_save_cleaned_and_cut() -> None:
    for names in (("Zoë", "王", "a = b", "x"), ("end 3", "1 0 draw", "#", "*")):
        assert nomarch.load(fresh(names=names).save()).names == names
    match = fresh(names=HOSTILE)
    assert match.names == ("x" * 40, "evil", "Seat 3", "Ź" + "\u0316" * 3)
    plain = fresh(names=("Ann", "Bob", "Cy", "Dan")).save()
    for name, hostile in zip(("Ann", "Bob", "Cy", "Dan"), HOSTILE, strict=True):
        plain = plain.replace(f" {name}\n", f" {hostile}\n")
    assert nomarch.load(plain).names == match.names


@pytest.mark.parametrize("index", [0, 1, 2, 3, HEAD - 2, HEAD, DREW, len(LINES) - 1])
def test_an_error_quotes_little_of_a_line(index: int) -> None:
    for line in ("x" * 120_000, f"{LINES[index]}{'y' * 120_000}", f"option {'z' * 120_000} on"):
        assert len(str(refused(with_line(index, line)))) < 500


def test_a_finished_match_is_saved_whole() -> None:
    match = finished()
    twin = nomarch.load(match.save())
    assert_same(twin, match)
    assert twin.over
    assert twin.ranking == match.ranking


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("", 1, "this is no Nomarch save"),
        ("\x00\x01\x02", 1, "this is no Nomarch save"),
        (with_line(0, "nomarch 2"), 1, "save format '2' is unknown; this reads 1"),
        (with_line(line_of("game"), "game chess"), 2, "There is no game 'chess'"),
        (with_line(line_of("rules"), "rules 99"), 3, "written under rules version 99 of Ra; this"),
        (with_line(line_of("players"), "players four"), 4, "expected a number of players"),
        (with_line(line_of("players"), "players 9"), 4, "Ra is for 2 to 5 players, not 9"),
        (with_line(line_of("players"), "players 3"), HEAD - 3, "there is no seat 3 among 3"),
        (with_line(line_of("option"), "option duel maybe"), 4, "expected one of off, on"),
        (with_line(line_of("seed"), "seed 12"), HEAD - 2, "expected a seed of 64 hex digits"),
        (with_line(line_of("seed"), "seed " + "f" * 64), HEAD - 1, "the commitment does"),
        (with_line(line_of("commitment"), "hello"), HEAD - 1, "a header entry, found 'hello'"),
        (with_line(HEAD - 1, "seed " + SEED), HEAD, "seed is given twice"),
        (with_line(HEAD, "2 0 pass"), HEAD + 1, "expected move 1, found 2"),
        (with_line(HEAD, "9" * 5000 + " 0 pass"), HEAD + 1, "expected a move like '12 0 pass'"),
        (with_line(HEAD, "1 0 jump"), HEAD + 1, "'jump' is no move of Ra"),
        (with_line(HEAD, f"1 {SAVED.steps[0].seat} pass"), HEAD + 1, "'pass' is not allowed now"),
        (with_line(AUTO, LINES[AUTO].replace("* ", " ")), AUTO + 1, "but the game gives"),
        (with_line(len(LINES) - 1, "end 1"), len(LINES), f"expected 'end {len(SAVED.steps)}'"),
        (TEXT + "1 0 draw\n", len(LINES) + 1, "nothing may follow the end"),
        ("\n".join(LINES[:5]), 5, "the save ends inside its header"),
        ("\n".join(LINES[:-1]), len(LINES) - 1, "the save is cut short"),
    ],
)  # fmt: skip
def test_damaged_and_foreign_saves(text: str, line: int, sentence: str) -> None:
    error = refused(text)
    assert error.line == line
    assert sentence in str(error)


def test_a_tampered_draw_is_found_out() -> None:
    move, _, values = LINES[DREW].rpartition(" ")
    error = refused(with_line(DREW, f"{move} {(int(values) + 1) % 23}"))
    assert error.line == DREW + 1
    assert f"but the game gives {LINES[DREW]!r}" in str(error)
    assert refused(with_line(DREW, LINES[DREW].partition(" = ")[0])).line == DREW + 1


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(TEXT.encode().replace(b"game ra", b"game r\xff"))
    with pytest.raises(nomarch.BadSave, match="line 2: expected text in UTF-8"):
        read_save(path)
    path.write_bytes(TEXT.encode())
    assert read_save(path) == TEXT


@pytest.mark.parametrize("index", range(len(LINES)))
def test_every_line_counts(index: int) -> None:
    """Left out or told twice, each line is missed; only an option's default may be left out."""
    doubled = [*LINES[: index + 1], *LINES[index:]]
    refused("\n".join(doubled) + "\n")
    shortened = "\n".join(LINES[:index] + LINES[index + 1 :]) + "\n"
    key = LINES[index].partition(" ")[0]
    if key == "option":
        assert_same(nomarch.load(shortened))
    elif key in ("game", "rules", "players", "seed", "commitment"):
        assert f"the header lacks {key!r}" in str(refused(shortened))
    else:
        refused(shortened)


AT = st.integers(0, len(TEXT) - 1)
DAMAGES = st.one_of(
    st.builds(lambda at, bit: f"{TEXT[:at]}{chr(ord(TEXT[at]) ^ 1 << bit)}{TEXT[at + 1 :]}",
              AT, st.integers(0, 7)),
    st.builds(lambda at, new: TEXT[:at] + new + TEXT[at + 1 :], AT, st.characters() | st.just("")),
    st.builds(lambda at, new: TEXT[:at] + new + TEXT[at:], AT, st.text()),
    st.builds(lambda length: TEXT[:length], AT),
    st.permutations(LINES[HEAD:-1]).map(
        lambda moves: "\n".join([*LINES[:HEAD], *moves, LINES[-1]]) + "\n"
    ),
)  # fmt: skip
"""A bit flipped, a character changed, text inserted, the end cut off, moves in another order."""


@settings(max_examples=300)
@given(DAMAGES)
def test_a_damaged_save_is_refused_or_the_same_match_after_all(text: str) -> None:
    try:
        twin = nomarch.load(text)
    except nomarch.BadSave:
        refused(text)
    else:
        assert_same(twin)


@given(st.text())
def test_other_text_is_no_save(text: str) -> None:
    refused(text)


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (lambda m: nomarch.new("chess", 2), nomarch.UnknownGame, "no game 'chess'; the games are "),
        (lambda m: nomarch.new("amun_re"), nomarch.UnknownGame, "Did you mean 'amun-re'"),
        (lambda m: nomarch.new("Gizza"), nomarch.UnknownGame, "Did you mean 'giza'"),
        (lambda m: nomarch.new(7), nomarch.UnknownGame, "no game 7"),
        (lambda m: nomarch.new("ra", players="4"), nomarch.BadOption, "whole number, not '4'"),
        (lambda m: nomarch.new("ra", 9), nomarch.BadOption, "Ra is for 2 to 5 players, not 9."),
        (lambda m: nomarch.new("ra", 3, 1, {"sun": "on"}), nomarch.BadOption, "no option 'sun'"),
        (lambda m: nomarch.new("ra", 3, ""), nomarch.BadSeed, "A seed may not be empty"),
        (lambda m: nomarch.new("ra", 3, 1.5), nomarch.BadSeed, "int or a text, not float."),
        (lambda m: nomarch.new("ra", 3, 1, {}, "AB"), nomarch.BadOption, "need 3 names, not 2."),
        (
            lambda m: nomarch.new("ra", names=("A", "b\n", "C")),
            nomarch.BadOption,
            "one line of text",
        ),
        (lambda m: nomarch.new("ra", names=("A", "", "C")), nomarch.BadOption, "one line of text"),
        (lambda m: nomarch.load(None), nomarch.BadSave, "expected the text of a save"),
        (lambda m: m.play(0, 3), nomarch.BadNotation, "A move is a text such as 'draw', not 3"),
        (lambda m: m.play("0", "draw"), nomarch.BadOption, "A seat must be a whole number"),
        (lambda m: m.legal(9), nomarch.BadOption, "There is no seat 9"),
        (lambda m: m.legal("0"), nomarch.BadOption, "A seat must be a whole number"),
        (lambda m: m.view(-2), nomarch.BadOption, "There is no seat -2; seats are 0 to 2"),
        (lambda m: m.observe(3), nomarch.BadOption, "There is no seat 3; seats are 0 to 2"),
        (lambda m: m.svg(3), nomarch.BadOption, "There is no seat 3; seats are 0 to 2"),
        (lambda m: m.svg(0, shape="round"), nomarch.BadOption, "no shape 'round'; choose wide or"),
        (lambda m: m.prompt(-2), nomarch.BadOption, "There is no seat -2; seats are 0 to 2"),
        (lambda m: nomarch.simulate("ra", games="9"), nomarch.BadOption, "number of games"),
    ],
)
def test_wrong_arguments_are_answered_with_sentences(
    call: Callable[[Any], object], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        call(nomarch.new("ra", players=3, seed=1))
    assert issubclass(error, nomarch.NomarchError)


def test_numpy_integers_and_default_players() -> None:
    match = nomarch.new("ra", players=np.int64(3), seed=np.int32(7))
    assert match.save() == nomarch.new("ra", players=3, seed=7).save()
    assert match.legal(np.int64(match.to_act[0])) == match.legal(match.to_act[0])
    for game in nomarch.games():
        assert nomarch.new(game).players == rulebook(game).game.usual_players
    assert nomarch.new("ra", names=("Ada", "Bo", "Cy")).players == 3
