"""Threads that draw or decode at the same time never get what belongs to another."""

import subprocess
import sys
from collections.abc import Callable
from threading import Thread
from types import SimpleNamespace
from typing import Any

from nomarch.draw.scene import Measures, Scene
from nomarch.i18n import translator
from nomarch.kernel.declare.sentences import Position

WORDS: Any = SimpleNamespace(
    move=lambda t, view, action: "",
    prompt=lambda t, view, *_: "",
    position=lambda t, view, names: Position((view.position,), (), ()),
)
SHAPE = Measures(420, 10)


class Name(str):
    """A name that lets something else happen while it is compared."""

    meanwhile: Callable[[], None]

    def __eq__(self, other: object) -> bool:
        self.meanwhile()
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def draw(position: str, name: str = "Ann") -> str:
    view: Any = SimpleNamespace(players=2, position=position)
    scene: Scene[Any, Measures] = Scene(
        view, WORDS, [], (SHAPE, SHAPE), viewer=0, legal=(), to_act=(),
        names=[name, "Bob"], t=translator("nomarch", "en"), shape="wide", prefix="one",
    )  # fmt: skip
    return "".join(scene.drawing("A game", 100).parts)


def draw_elsewhere() -> None:
    thread = Thread(target=draw, args=("elsewhere",))
    thread.start()
    thread.join()


def test_a_drawing_is_described_by_its_own_position() -> None:
    draw("here")
    slow = Name("Ann")
    slow.meanwhile = draw_elsewhere
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
