// The load of bench/server.py on boardgame.io: node load.js [tables] [seconds] [folder to keep games in]
import { fork } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { Draw } from "./game.js";

const require = createRequire(import.meta.url);
const { Client, LobbyClient } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");

const [tables = "200", seconds = "20", folder = ""] = process.argv.slice(2);
const SEATS = 4;
const latencies = [];
let measuring = false;

async function seated(server) {
  const lobby = new LobbyClient({ server });
  const { matchID } = await lobby.createMatch("draw", { numPlayers: SEATS });
  const seats = [];
  for (let seat = 0; seat < SEATS; seat += 1) {
    const playerID = String(seat);
    const { playerCredentials } = await lobby.joinMatch("draw", matchID, { playerID, playerName: playerID });
    seats.push({ matchID, playerID, credentials: playerCredentials });
  }
  return seats;
}

// Everybody plays as soon as it is their turn; a move counts when all seats have heard of it.
function play(server, seats) {
  const heard = new Map();
  let sent = performance.now();
  for (const seat of seats) {
    const client = Client({ game: Draw, numPlayers: SEATS, multiplayer: SocketIO({ server }), debug: false, ...seat });
    let last = -1;
    client.subscribe((state) => {
      if (!state || state._stateID === last) return;
      last = state._stateID;
      const count = (heard.get(last) ?? 0) + 1;
      heard.set(last, count);
      if (count < SEATS) return;
      heard.delete(last);
      if (measuring) latencies.push(performance.now() - sent);
      const next = clients[Number(state.ctx.currentPlayer)];
      sent = performance.now();
      next.moves.draw();
    });
    seat.client = client;
  }
  const clients = seats.map((seat) => seat.client);
  for (const client of clients) client.start();
}

async function asked(child) {
  child.send("how much?");
  return (await once(child, "message"))[0];
}

const child = fork(new URL("./server.js", import.meta.url), folder ? [folder] : [], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
const [{ port }] = await once(child, "message");
const server = `http://localhost:${port}`;
for (let table = 0; table < Number(tables); table += 1) play(server, await seated(server));
await new Promise((done) => setTimeout(done, 5000));
const before = await asked(child);
measuring = true;
await new Promise((done) => setTimeout(done, Number(seconds) * 1000));
measuring = false;
const after = await asked(child);
const cpu = after.cpu - before.cpu;
latencies.sort((a, b) => a - b);
const at = (share) => latencies[Math.floor(share * latencies.length)]?.toFixed(0);
console.log(`${latencies.length} moves, ${(latencies.length / cpu).toFixed(0)} a second of the server's CPU time,`);
console.log(`p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${(after.memory / 1e6).toFixed(0)} MB`);
child.kill();
process.exit(0);
