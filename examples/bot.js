// A bot for any game of Nomarch, in JavaScript: it hurries, and takes whatever it may do last.
//
//     nomarch arena ra --bots "cmd:node examples/bot.js" greedy --games 8
//
// Each line it reads is JSON, each line it writes is a move.

const readline = require("node:readline");

function choose({ legal }) {
  const unlike = legal.filter((move) => !/^(pass|stop)\b/.test(move));
  const worth = unlike.length ? unlike : legal;
  return worth[worth.length - 1];
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.legal) console.log(choose(message));
  else if (message.replaced) console.error(`I was replaced: ${message.replaced}`);
});
