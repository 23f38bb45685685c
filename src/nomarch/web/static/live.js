// The connection: opens, notices silence, comes back by itself, catches up.

const LONGEST_WAIT = 10_000;
const SILENCE = 25_000;

export class Live {
  constructor(path, { hello, heard, state }) {
    this.path = path;
    this.hello = hello;
    this.heard = heard;
    this.state = state;
    this.tries = 0;
    this.open();
    addEventListener("online", () => this.again(0));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.socket.readyState > WebSocket.OPEN) this.again(0);
    });
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    this.socket.addEventListener("open", () => {
      this.tries = 0;
      this.state("open");
      this.send(this.hello());
      this.listenForSilence();
    });
    this.socket.addEventListener("message", (event) => {
      this.listenForSilence();
      this.heard(JSON.parse(event.data));
    });
    this.socket.addEventListener("close", () => this.again());
  }

  listenForSilence() {
    clearTimeout(this.silence);
    clearTimeout(this.deaf);
    this.silence = setTimeout(() => {
      this.send({ type: "ping" });
      this.deaf = setTimeout(() => this.socket.close(), 5000);
    }, SILENCE);
  }

  again(wait = Math.min(LONGEST_WAIT, 300 * 2 ** this.tries)) {
    clearTimeout(this.silence);
    clearTimeout(this.deaf);
    clearTimeout(this.retry);
    this.state("lost");
    this.tries += 1;
    this.retry = setTimeout(() => {
      if (this.socket.readyState > WebSocket.OPEN) this.open();
    }, wait);
  }

  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
