"""Seeds: fresh ones, wished-for ones, refused ones, and the promise."""

import hashlib

import pytest
from hypothesis import given, strategies as st

from nomarch.errors import BadSeed
from nomarch.kernel.run.seeds import commitment, key_of, make_seed

DIGITS = set("0123456789abcdef")
ZEROS = "0" * 64


def test_fresh_seeds_are_256_bits_and_never_the_same() -> None:
    seeds = {make_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(len(seed) == 64 and set(seed) <= DIGITS for seed in seeds)


@given(st.text(min_size=1).filter(str.strip) | st.integers())
def test_any_text_or_number_makes_a_seed(wish: str | int) -> None:
    seed = make_seed(wish)
    assert len(seed) == 64
    assert set(seed) <= DIGITS
    assert make_seed(wish) == seed
    assert make_seed(seed) == seed


def test_what_a_wish_becomes_never_changes() -> None:
    """Seeds are written down in papers: the same wish must give the same game for ever."""
    assert make_seed(7) == make_seed("7") == hashlib.sha256(b"nomarch seed 7").hexdigest()
    assert make_seed(7) != make_seed(8)


def test_hex_digits_are_taken_as_they_are() -> None:
    seed = "0123456789abcdef" * 4
    assert make_seed(seed) == seed
    assert make_seed(f"  {seed.upper()}\n") == seed
    assert make_seed(seed[:-1]) != seed


@pytest.mark.parametrize("wish", [True, 1.5, b"seed", ["seed"], "", " ", "\n"])
def test_other_things_are_no_seeds(wish: object) -> None:
    what = "may not be empty" if isinstance(wish, str) else f"not {type(wish).__name__}"
    with pytest.raises(BadSeed, match=what):
        make_seed(wish)  # type: ignore[arg-type]


def test_a_key_is_eight_signed_words() -> None:
    assert key_of(ZEROS) == (0,) * 8
    assert key_of("01000000" + "ffffffff" + "0" * 48) == (1, -1, 0, 0, 0, 0, 0, 0)


def test_the_commitment_is_the_sha_256_of_the_bytes() -> None:
    expected = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert commitment(ZEROS) == expected
