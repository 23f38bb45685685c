"""Where a game of Egizia stands: the stages of a round, and what is being decided."""

(
    LAYING, PLACING, HARVESTING, FEEDING, PRODUCING, READYING, BUILDING, REWARDING, ORDERING,
    CLOSING,
) = range(10)  # fmt: skip
"""The stages of a round, in order; the last one comes after round 5 only."""

(
    NOTHING, SAIL, CREW_STEP, MARKET_STEP, FLOOD_STEP, AFTER_BOAT, GATHER, FEED, AFTER_FEED, READY,
    WAIT, CREW, SECOND_CREW, JOKER_TOO, RIDDLES, KEEPING, STONES, AFTER_BUILD, LAST_MOMENT, OVER,
) = range(20)  # fmt: skip
"""What the seat decides; `NOTHING` while the rules go on by themselves."""

AFTER_PLACING, AFTER_GATHERING, AFTER_BUILDING = range(3)
"""Where the game goes on when an effect is settled."""

CAN_TRAIN, CAN_HIRE, CAN_DIG, CAN_SELL, CAN_BE_FIRST, CAN_SAIL_AGAIN = 1, 2, 4, 8, 16, 32
"""Cards that can be played at any own moment, as bits; the last one with a boat only."""

TIRED_TRAINING, TIRED_HIRING, TIRED_BERTH, TIRED_UPSTREAM = 1, 2, 4, 8
"""Once-a-round cards, as bits."""

PLAIN, DOUBLED, WAITING = -1, -2, -3
"""How a boat was placed; 0 to 2 is the place at a site."""

NO_SEAT = -1
