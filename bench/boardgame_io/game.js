// An auction game of about the size of Ra's state: a secret bag, a track, four displays.
const KINDS = 23;
const COUNTS = [30, 8, 25, 25, 12, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 2, 2, 4, 2];

const filled = (length, value) => Array.from({ length }, () => value);

function draw({ G, ctx, random, events }) {
  const bag = G.bag.flatMap((count, kind) => filled(count, kind));
  const kind = bag[random.Die(bag.length) - 1];
  G.bag[kind] -= 1;
  G.track.push(kind);
  if (G.track.length === 8) {
    for (const tile of G.track.splice(0)) G.have[ctx.currentPlayer][tile] += 1;
  }
  if (G.bag.every((count) => count === 0)) G.bag = [...COUNTS];
  events.endTurn();
}

export const Draw = {
  name: "draw",
  setup: ({ ctx }) => ({
    bag: [...COUNTS],
    track: [],
    have: filled(ctx.numPlayers, 0).map(() => filled(KINDS, 0)),
    suns: filled(ctx.numPlayers, 0).map((_, seat) => [13 - seat, 6 + seat, 2 + seat]),
    points: filled(ctx.numPlayers, 10),
  }),
  playerView: ({ G }) => ({ ...G, bag: undefined }),
  moves: { draw: { move: draw, client: false } },
};
