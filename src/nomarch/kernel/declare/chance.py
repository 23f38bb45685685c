"""Chance: a ChaCha8 stream in every state, written in the rule dialect.

The stream is counter based: 256 bits of key, a 64-bit nonce that names one of many independent
streams under that key, and a block counter. A word is stored as a signed 32-bit field; arithmetic
is done on wide non-negative ints, so that interpreted and compiled code see the same numbers.
Its fields are those of `layout.Stream`.
"""

ROUNDS = 8
WORDS = 16
M32 = 0xFFFFFFFF
SIGN = 0x80000000

TABLE, POLICY, IMAGINED = range(3)
"""Purposes of a stream: the game, its policies, an imagined world."""


def _word(x):
    """Return a stored signed word as a non-negative int."""
    return int(x) & M32


def _stored(x):
    """Return a non-negative 32-bit int as a signed word."""
    return x - ((x & SIGN) << 1)


def _half(x):
    """Cut to 32 bits; compiled builds replace this by a 32-bit type."""
    return int(x) & M32


def _sum(a, b):
    """Return the sum of two words as a signed word."""
    return _stored((a + b) & M32)


def _rotl(x, k):
    return ((x << k) | (x >> (32 - k))) & M32


def _quarter(a, b, c, d):
    a = (a + b) & M32
    d = _rotl(d ^ a, 16)
    c = (c + d) & M32
    b = _rotl(b ^ c, 12)
    a = (a + b) & M32
    d = _rotl(d ^ a, 8)
    c = (c + d) & M32
    b = _rotl(b ^ c, 7)
    return a, b, c, d


def make_block(s, rounds):
    """ChaCha's block function: fills `rng_block` from key, counter and nonce."""
    i0, i1 = _half(0x61707865), _half(0x3320646E)
    i2, i3 = _half(0x79622D32), _half(0x6B206574)
    i4, i5 = _half(s.rng_key[0]), _half(s.rng_key[1])
    i6, i7 = _half(s.rng_key[2]), _half(s.rng_key[3])
    i8, i9 = _half(s.rng_key[4]), _half(s.rng_key[5])
    i10, i11 = _half(s.rng_key[6]), _half(s.rng_key[7])
    i12, i13 = _half(s.rng_count), _half(0)
    i14, i15 = _half(s.rng_nonce[0]), _half(s.rng_nonce[1])
    x0, x1, x2, x3, x4, x5, x6, x7 = i0, i1, i2, i3, i4, i5, i6, i7
    x8, x9, x10, x11, x12, x13, x14, x15 = i8, i9, i10, i11, i12, i13, i14, i15
    for _ in range(rounds // 2):
        x0, x4, x8, x12 = _quarter(x0, x4, x8, x12)
        x1, x5, x9, x13 = _quarter(x1, x5, x9, x13)
        x2, x6, x10, x14 = _quarter(x2, x6, x10, x14)
        x3, x7, x11, x15 = _quarter(x3, x7, x11, x15)
        x0, x5, x10, x15 = _quarter(x0, x5, x10, x15)
        x1, x6, x11, x12 = _quarter(x1, x6, x11, x12)
        x2, x7, x8, x13 = _quarter(x2, x7, x8, x13)
        x3, x4, x9, x14 = _quarter(x3, x4, x9, x14)
    s.rng_block[0] = _sum(x0, i0)
    s.rng_block[1] = _sum(x1, i1)
    s.rng_block[2] = _sum(x2, i2)
    s.rng_block[3] = _sum(x3, i3)
    s.rng_block[4] = _sum(x4, i4)
    s.rng_block[5] = _sum(x5, i5)
    s.rng_block[6] = _sum(x6, i6)
    s.rng_block[7] = _sum(x7, i7)
    s.rng_block[8] = _sum(x8, i8)
    s.rng_block[9] = _sum(x9, i9)
    s.rng_block[10] = _sum(x10, i10)
    s.rng_block[11] = _sum(x11, i11)
    s.rng_block[12] = _sum(x12, i12)
    s.rng_block[13] = _sum(x13, i13)
    s.rng_block[14] = _sum(x14, i14)
    s.rng_block[15] = _sum(x15, i15)


def reseed(s, key, stream, purpose):
    """Start the stream with that number and purpose under a key of eight words."""
    for i in range(8):
        s.rng_key[i] = key[i]
    s.rng_nonce[0] = _stored(stream & M32)
    s.rng_nonce[1] = _stored(((stream >> 32) & 0xFFFFFF) | (purpose << 24))
    s.rng_count = 0
    s.rng_used = WORDS
    for i in range(WORDS):
        s.rng_block[i] = 0


def fork(s, stream, purpose):
    """Give a state a stream keyed by another stream."""
    for i in range(8):
        s.rng_key[i] = _stored(word(stream))
    reseed(s, s.rng_key, 0, purpose)


def word(s):
    """Return the next 32 random bits as a non-negative int."""
    used = int(s.rng_used)
    if used >= WORDS:
        make_block(s, ROUNDS)
        s.rng_count = int(s.rng_count) + 1
        used = 0
    s.rng_used = used + 1
    return _word(s.rng_block[used])


def below(s, n):
    """Return an unbiased random int from 0 to n - 1 (Lemire's method)."""
    wide = word(s) * n
    low = wide & M32
    if low < n:
        reject = (M32 + 1 - n) % n
        while low < reject:
            wide = word(s) * n
            low = wide & M32
    return wide >> 32


def draw_from(s, counts, total):
    """Draw from counts that sum to `total`; return the kind and decrement its count."""
    left = below(s, total)
    kind = 0
    while left >= counts[kind]:
        left -= counts[kind]
        kind += 1
    counts[kind] -= 1
    return kind
