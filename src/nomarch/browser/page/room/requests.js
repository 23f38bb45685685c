// For a service worker: requests that are answered over a channel by whoever leads there.

class Requests { // eslint-disable-line no-unused-vars
  // `started` and `stopped` are called when there is somebody to answer, and when there is not.
  constructor(name, { started = () => {}, stopped = () => {} } = {}) {
    Object.assign(this, { me: crypto.randomUUID(), waiting: new Map(), started, stopped });
    this.channel = new BroadcastChannel(`nomarch${name}`);
    this.channel.addEventListener("message", ({ data }) => this.#hear(data));
    this.channel.postMessage({ kind: "hello" });
  }

  #hear(data) {
    if (data.kind === "ready") {
      this.started();
      for (const { message, isAccepted } of this.waiting.values()) if (!isAccepted) this.channel.postMessage(message);
    } else if (data.kind === "starting") {
      this.stopped([...this.waiting.values()].filter(({ isAccepted }) => !isAccepted));
      // Nobody knows whether what was accepted was done.
      for (const [id, one] of this.waiting) if (one.isAccepted) this.#finish(id, { status: 503, headers: [], body: null });
    } else if (data.to === this.me && this.waiting.has(data.id)) {
      if (data.kind === "accepted") this.waiting.get(data.id).isAccepted = true;
      else if (data.kind === "answer") this.#finish(data.id, data);
    }
  }

  #finish(id, answer) {
    const { done } = this.waiting.get(id);
    this.waiting.delete(id);
    done(answer);
  }

  async send(request, path) {
    const { method, mode } = request;
    const body = ["GET", "HEAD"].includes(method) ? null : await request.arrayBuffer();
    const id = crypto.randomUUID();
    const message = { kind: "request", from: this.me, id, method, path, headers: [...request.headers], body };
    const isChosen = mode === "navigate" || body !== null;
    const answer = new Promise((done) => { this.waiting.set(id, { message, done, isChosen, isAccepted: false }); });
    this.channel.postMessage(message);
    return answer;
  }
}
