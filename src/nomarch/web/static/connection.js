// The connection: opens, detects silence, reconnects, catches up.

const LONGEST_WAIT = 10_000;
const SILENCE = 25_000;
const PATIENCE = 5_000;
const RESTARTING = 1012;
// In the browser edition nothing is sent over a network.
export const canUnpack = "DecompressionStream" in window && !("alone" in document.documentElement.dataset);

async function unpack(data) {
  if (typeof data === "string") return data;
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}
// Spread reconnects over time.
const soon = () => Math.random() * 300;

export class Live {
  constructor(path, { hello, heard, state }) {
    this.path = path;
    this.hello = hello;
    this.heard = heard;
    this.state = state;
    this.tries = 0;
    this.open();
    addEventListener("offline", () => this.lose());
    addEventListener("online", () => this.lose(0));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.socket.readyState > WebSocket.OPEN) this.lose(0);
    });
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    let last = Promise.resolve();
    // Ignore messages of an abandoned socket.
    const on = (kind, act) => socket.addEventListener(kind, (event) => {
      if (socket === this.socket) act(event);
    });
    socket.addEventListener("open", () => this.take(socket));
    on("message", ({ data }) => {
      this.listenForSilence();
      // Unpacking takes a moment: the next message waits for it.
      last = last.then(async () => this.hear(socket, JSON.parse(await unpack(data)))).catch(reportError);
    });
    on("close", ({ code }) => {
      if (code !== RESTARTING) this.lose();
      else if (!this.next) this.retry = setTimeout(() => this.change(), soon());
    });
    return socket;
  }

  hear(socket, message) {
    if (socket !== this.socket) return;
    if (message.type === "again") this.change();
    else this.heard(message);
  }

  open() {
    this.socket = this.connect();
  }

  change() {
    // The server is restarting. Show nothing unless no other answers.
    const next = this.connect();
    this.next = next;
    next.addEventListener("close", () => {
      if (next !== this.next) return;
      if (this.socket.readyState > WebSocket.OPEN) this.lose(soon());
      else this.retry = setTimeout(() => this.change(), soon());
    });
  }

  take(socket) {
    if (socket === this.next) {
      const old = this.socket;
      this.socket = socket;
      old.close?.();
    }
    if (socket !== this.socket) {
      socket.close();
      return;
    }
    this.next = null;
    this.tries = 0;
    this.state("open");
    this.send(this.hello());
    this.listenForSilence();
  }

  listenForSilence() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.send({ type: "ping" });
      this.silence = setTimeout(() => this.lose(0), PATIENCE);
    }, SILENCE);
  }

  lose(wait = Math.min(LONGEST_WAIT, 300 * 2 ** this.tries)) {
    // A socket in a dead network doesn't close by itself: abandon it and open another.
    clearTimeout(this.silence);
    clearTimeout(this.retry);
    const old = this.socket;
    this.socket = { readyState: WebSocket.CLOSED };
    this.next = null;
    old.close?.();
    this.state("lost");
    this.tries += 1;
    this.retry = setTimeout(() => {
      if (navigator.onLine || "alone" in document.documentElement.dataset) this.open();
    }, wait);
  }

  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
