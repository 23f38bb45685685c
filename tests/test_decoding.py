"""Several threads meet a struct type for the first time at once."""

from __future__ import annotations

import subprocess
import sys

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
