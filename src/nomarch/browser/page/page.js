// In every page of the frame, before its own scripts: sockets lead to the worker with Python.
{
  const root = document.documentElement.dataset.root;
  const channel = new BroadcastChannel(`nomarch${root}`);
  const sockets = new Map();
  let host = null;

  class LocalSocket extends EventTarget {
    constructor(address) {
      super();
      const { pathname, search } = new URL(address, location.href);
      this.readyState = LocalSocket.CONNECTING;
      this.id = crypto.randomUUID();
      sockets.set(this.id, this);
      this.post({ kind: "open", path: pathname + search, cookies: document.cookie });
    }

    post(message) {
      channel.postMessage({ socket: this.id, ...message });
    }

    send(text) {
      this.post({ kind: "text", text });
    }

    close() {
      this.post({ kind: "close" });
      this.receive("close", "1000");
    }

    receive(event, text) {
      if (this.readyState === LocalSocket.CLOSED) return;
      if (event === "open") {
        this.readyState = LocalSocket.OPEN;
        this.dispatchEvent(new Event("open"));
      } else if (event === "message") {
        this.dispatchEvent(new MessageEvent("message", { data: text }));
      } else {
        this.readyState = LocalSocket.CLOSED;
        sockets.delete(this.id);
        this.dispatchEvent(new CloseEvent("close", { code: Number(text) }));
      }
    }
  }
  Object.assign(LocalSocket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 });
  window.WebSocket = LocalSocket;

  channel.addEventListener("message", ({ data }) => {
    if (data.kind === "socket") sockets.get(data.socket)?.receive(data.event, data.text);
    // Another tab's worker takes over: whoever was connected waits for it, and connects again.
    const isNew = data.kind === "ready" && host && host !== data.host;
    if (data.kind === "starting" || isNew) {
      for (const socket of [...sockets.values()]) socket.receive("close", "1012");
    }
    if (data.kind === "ready") host = data.host;
  });
  channel.postMessage({ kind: "hello" });
  addEventListener("pagehide", () => {
    for (const socket of sockets.values()) socket.post({ kind: "close" });
  });
}
