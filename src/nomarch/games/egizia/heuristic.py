"""A stub."""


def judge(s, seat, action):
    """Nothing yet."""
    return 0
