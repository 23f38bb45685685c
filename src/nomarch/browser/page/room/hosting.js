// The room of this browser: opened, shown and closed by pages, kept for the next start, held by the
// tab that runs Python.
import { newPair } from "./encryption.js";
import { readEntry, writeEntry } from "./key_store.js";
import { Room } from "./room.js";

const OWN = "own";

export class Hosting {
  // `base` is the address of friends' pages, to which a link adds its key.
  constructor(channel, base, { relay, servers, version }) {
    Object.assign(this, { channel, base, relay, servers, version, room: null, worker: null, invitation: null });
    channel.addEventListener("message", ({ data }) => {
      if (data.kind === "room-do" && this.worker) this.#do(data).catch((error) => this.#show(String(error.message)));
    });
    document.addEventListener("visibilitychange", () => this.#stayAwake());
  }

  // This tab runs Python from now on; a room that was open is opened again.
  async lead(worker) {
    this.worker = worker;
    const entry = await readEntry(OWN);
    if (entry?.isOpen) await this.#open();
    else this.#show();
  }

  tell(message) { this.room?.tell(message); }

  async #do({ what, id, code }) {
    if (what === "show") this.room?.dropSilent();
    else if (what === "open") await this.#open();
    else if (what === "close") await this.#close({ isOpen: false });
    else if (what === "renew") {
      await this.#close({ isOpen: true, pair: await newPair(), removed: [] });
      await this.#open();
    } else if (what === "remove") {
      this.room?.remove(id);
      await this.#keep({ removed: [...this.room?.removed ?? []] });
    } else if (what === "invite") this.invitation = await this.room?.invite();
    else if (what === "admit") {
      await this.room?.admit(this.invitation?.id, code);
      this.invitation = null;
    }
    this.#show();
  }

  async #keep(changes) {
    await writeEntry(OWN, { ...await readEntry(OWN), ...changes });
  }

  async #open() {
    if (this.room) return;
    const entry = await readEntry(OWN);
    const pair = entry?.pair ?? await newPair();
    await this.#keep({ pair, isOpen: true });
    const { relay, servers, version } = this;
    this.room = new Room(this.worker, {
      pair, relay, servers, version, removed: entry?.removed, changed: () => this.#show(),
    });
    await this.room.open();
    this.worker.postMessage({ kind: "room", name: this.room.name, link: relay ? this.base + this.room.link : "" });
    navigator.storage.persist?.();
    this.#stayAwake();
  }

  async #close(changes) {
    this.room?.close();
    this.room = this.invitation = null;
    this.worker.postMessage({ kind: "room", name: "", link: "" });
    this.#stayAwake();
    await this.#keep(changes);
  }

  // Pages show the room as it is.
  #show(problem = "") {
    const { room, invitation } = this;
    this.channel.postMessage({
      kind: "room",
      isOpen: room !== null,
      link: room?.link ? this.base + room.link : "",
      hasRelay: Boolean(this.relay),
      isReachable: room?.isReachable ?? false,
      invitation: invitation ? `${this.base}${invitation.code}` : "",
      friends: [...room?.friends.values() ?? []].map(({ id, name, isDirect }) => ({ id, name, isDirect })),
      problem,
    });
  }

  // A screen that goes dark ends the game of everybody in the room.
  async #stayAwake() {
    if (this.room && document.visibilityState === "visible") {
      this.awake = await navigator.wakeLock?.request("screen").catch(() => null);
    } else if (!this.room) await this.awake?.release();
  }
}
