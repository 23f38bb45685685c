"""Threads that draw or decode at the same time never get what belongs to another."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Thread
from typing import Any

from nomarch.draw.scene import Measures, Scene
from nomarch.i18n import Translate, translator
from nomarch.kernel.declare.sentences import Position


@dataclass
class View:
    players: int
    position: str


class Words:
    def move(self, t: Translate, view: View, action: int) -> str:
        return ""

    def prompt(self, t: Translate, view: View, *_: Any) -> str:
        return ""

    def position(self, t: Translate, view: View, names: Sequence[str]) -> Position:
        return Position((view.position,), (), ())


WORDS, SHAPE = Words(), Measures(420, 10)


class Name(str):
    """A name that lets something else happen while it is compared."""

    meanwhile: Callable[[], None]

    def __eq__(self, other: object) -> bool:
        self.meanwhile()
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def draw(position: str, name: str = "Ann") -> str:
    scene: Scene[View, Measures] = Scene(
        View(2, position), WORDS, [], (SHAPE, SHAPE), viewer=0, legal=(), to_act=(),
        names=[name, "Bob"], t=translator("nomarch", "en"), shape="wide", prefix="one",
    )  # fmt: skip
    return "".join(scene.drawing("A game", 100).parts)


def in_thread(work: Callable[[], object]) -> None:
    thread = Thread(target=work)
    thread.start()
    thread.join()


def test_a_drawing_is_described_by_its_own_position() -> None:
    draw("here")
    slow = Name("Ann")
    slow.meanwhile = lambda: in_thread(lambda: draw("elsewhere"))
    assert "here" in draw("here", slow).replace("elsewhere", "")


FIRST_DECODES = """
import sys
from threading import Barrier, Thread

import msgspec
from nomarch.decoding import convert, decode

sys.setswitchinterval(1e-6)
TEXT = '{"inner": {"f7": 1}, "inners": [{"f0": 2}]}'


def new_type(number):
    fields = [(f"f{n}", int | None, None) for n in range(20)]
    inner = msgspec.defstruct(f"Inner{number}", fields)
    return msgspec.defstruct(f"Outer{number}", [("inner", inner), ("inners", list[inner])])


def meet(barrier, kind, found):
    barrier.wait()
    found.append(decode(TEXT, kind).inner.f7)
    found.append(convert({"inner": {"f7": 1}, "inners": []}, kind).inner.f7)


for number in range(100):
    found, barrier, kind = [], Barrier(4), new_type(number)
    threads = [Thread(target=meet, args=(barrier, kind, found)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [1] * 8
"""


def test_threads_may_decode_a_new_type_at_once() -> None:
    """With msgspec alone the process dies of a segmentation fault in nearly every run."""
    done = subprocess.run([sys.executable, "-c", FIRST_DECODES], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
