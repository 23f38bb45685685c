"""Chance: ChaCha against its published vectors, draws without bias, streams that do not meet."""

import struct
from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from nomarch.kernel.compile import backend
from nomarch.kernel.declare import chance
from nomarch.kernel.declare.chance import IMAGINED, M32, POLICY, TABLE
from nomarch.kernel.declare.game import rulebooks
from nomarch.kernel.declare.layout import STREAM
from nomarch.kernel.run.seeds import key_of, make_seed

KEY = key_of(make_seed("chance tests"))
ZEROS = "00" * 32

# (rounds, key, nonce, block counter, key stream). The 64-bit nonce fills the last two words of the
# block; vectors with 96-bit nonces are taken where their first 32 bits are zero, which is then the
# upper half of the 64-bit counter.
PUBLISHED = [
    # Strömbergson's vectors
    (8, ZEROS, "00" * 8, 0,
     "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
     "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"),
    (8, "c46ec1b18ce8a878725a37e780dfb7351f68ed2e194c79fbc6aebee1a667975d", "1ada31d5cf688221", 1,
     "16f2fda170cc18a4b58a2667ed962774af792a6e7f3c77992540711a7a136d7e"
     "8a2f8d3f93816709d45a3fa5f8ce72fde15be7b841acba3a2abd557228d9fe4f"),
    # RFC 8439
    (20, "00ff" + "00" * 30, "00" * 8, 2,
     "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
     "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"),
    (20, ZEROS, "0000000000000002", 0,
     "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
     "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"),
]  # fmt: skip


@pytest.fixture(scope="module")
def compiled() -> Any:
    """The compiled build of any game: chance is the same code in all of them."""
    return backend.cpu(next(iter(rulebooks())))


def plain(key: Any = KEY, number: int = 0, purpose: int = TABLE) -> Any:
    stream = STREAM.plain()
    chance.reseed(stream, key, number, purpose)
    return stream


def record(build: Any, number: int = 0, purpose: int = TABLE) -> Any:
    stream = STREAM.array().view(np.recarray)[0]
    build.reseed(stream, np.array(KEY, np.int64), number, purpose)
    return stream


@pytest.mark.parametrize(
    ("rounds", "key", "nonce", "counter", "expected"),
    PUBLISHED,
    ids=[f"chacha{case[0]}-{case[4][:8]}" for case in PUBLISHED],
)
def test_block_function_gives_the_published_key_stream(
    compiled: Any, rounds: int, key: str, nonce: str, counter: int, expected: str
) -> None:
    for stream, make_block in (
        (STREAM.plain(), chance.make_block),
        (STREAM.array().view(np.recarray)[0], compiled.make_block),
    ):
        stream.rng_key[:] = struct.unpack("<8i", bytes.fromhex(key))
        stream.rng_nonce[:] = struct.unpack("<2i", bytes.fromhex(nonce))
        stream.rng_count = counter
        make_block(stream, rounds)
        assert struct.pack("<16i", *stream.rng_block).hex() == expected


def test_a_stream_is_the_key_stream_of_eight_rounds() -> None:
    stream = plain([0] * 8)
    words = [chance.word(stream) for _ in range(32)]
    assert 0 <= min(words) < 1 << 31 <= max(words) <= M32
    assert struct.pack("<16I", *words[:16]).hex() == PUBLISHED[0][4]
    again = plain([0] * 8)
    again.rng_count = 1
    chance.make_block(again, 8)
    assert [w & M32 for w in again.rng_block] == words[16:]
    assert (stream.rng_count, stream.rng_used) == (2, 16)


def test_a_stream_has_a_number_and_a_purpose_and_starts_over() -> None:
    numbers = (0, 1, 2, 255, M32, M32 + 1, (1 << 56) - 1)
    firsts, stream = set(), plain()
    for purpose, number in product((TABLE, POLICY, IMAGINED), numbers):
        chance.reseed(stream, KEY, number, purpose)
        assert STREAM.pack(stream) == STREAM.pack(plain(number=number, purpose=purpose))
        firsts.add(tuple(chance.word(stream) for _ in range(4)))
    assert len(firsts) == 3 * len(numbers)


def test_a_fork_has_a_key_of_its_own_and_moves_its_source() -> None:
    source = plain(purpose=IMAGINED)
    one, two = plain(), plain()
    chance.fork(one, source, IMAGINED)
    chance.fork(two, source, IMAGINED)
    assert one.rng_key != two.rng_key
    assert list(KEY) not in (one.rng_key, two.rng_key)
    assert (source.rng_count, source.rng_used) == (1, 16), "eight words each"
    twin, again = plain(), plain(purpose=IMAGINED)
    chance.fork(twin, again, IMAGINED)
    assert STREAM.pack(twin) == STREAM.pack(one)


@given(st.integers(1, (1 << 31) - 1), st.integers(0, 1 << 40))
@example(1, 0)
def test_below_stays_below(n: int, number: int) -> None:
    assert 0 <= chance.below(plain(number=number), n) < n


@pytest.mark.parametrize("n", [2, 7, 23])
def test_below_is_even(n: int) -> None:
    stream, draws = plain(number=n), 12_000
    counts = Counter(chance.below(stream, n) for _ in range(draws))
    expected = draws / n
    surprise = sum((counts[k] - expected) ** 2 / expected for k in range(n))
    # Chi-square: mean n - 1, variance 2 (n - 1). The seed is fixed, so this never flickers.
    assert surprise < n - 1 + 4 * (2 * (n - 1)) ** 0.5


def test_below_rejects_the_words_that_would_favour_a_value(compiled: Any) -> None:
    """2^32 leaves 1 when divided by 3: exactly one word, 0, must be drawn again."""
    for stream, below in ((plain(), chance.below), (record(compiled), compiled.below)):
        stream.rng_used = 0
        stream.rng_block[:] = [0, 0, -1, *[0] * 13]
        assert below(stream, 3) == 2
        assert stream.rng_used == 3
        stream.rng_used = 0
        stream.rng_block[0] = 1
        assert below(stream, 3) == 0
        assert stream.rng_used == 1


def test_draw_from_takes_what_the_bag_holds() -> None:
    stream, bag = plain(), [3, 0, 5, 1]
    drawn = []
    for total in range(9, 0, -1):
        drawn.append(chance.draw_from(stream, bag, total))
    assert Counter(drawn) == {0: 3, 2: 5, 3: 1}
    assert bag == [0, 0, 0, 0]


def test_draw_from_favours_nothing() -> None:
    stream, draws = plain(number=3), 6_000
    counts = Counter(chance.draw_from(stream, [1, 2, 0, 3], 6) for _ in range(draws))
    for kind, share in ((0, 1 / 6), (1, 2 / 6), (3, 3 / 6)):
        assert abs(counts[kind] - draws * share) < 4 * (draws * share * (1 - share)) ** 0.5
    assert counts[2] == 0


def test_interpreted_and_compiled_draw_the_same(compiled: Any) -> None:
    for number in (0, 5, (1 << 40) + 3):
        slow, fast = plain(number=number, purpose=IMAGINED), record(compiled, number, IMAGINED)
        assert STREAM.pack(slow) == fast.tobytes()
        for n in (1, 2, 3, 180, (1 << 31) - 1, 3 << 29):
            for _ in range(20):
                assert chance.below(slow, n) == compiled.below(fast, n)
        bag, counts = [4, 0, 9, 7], np.array([4, 0, 9, 7], np.int8)
        for total in range(20, 0, -1):
            assert chance.draw_from(slow, bag, total) == compiled.draw_from(fast, counts, total)
        other, twin = plain(), record(compiled)
        chance.fork(other, slow, IMAGINED)
        compiled.fork(twin, fast, IMAGINED)
        assert STREAM.pack(other) == twin.tobytes()
        assert STREAM.pack(slow) == fast.tobytes()
