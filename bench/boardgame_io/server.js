// boardgame.io's own server; tells its processor time and memory when asked.
import { createRequire } from "node:module";
import { Draw } from "./game.js";

const require = createRequire(import.meta.url);
const { Server, FlatFile, Origins } = require("boardgame.io/server");

const folder = process.argv[2];
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [Draw], origins: [Origins.LOCALHOST], db });
const { appServer } = await server.run(0);
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpu: (user + system) / 1e6, memory: process.memoryUsage().rss });
});
process.send({ port: appServer.address().port });
