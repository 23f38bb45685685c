// The host's side of a room: requests and sockets of friends go to the worker with Python.
import { Cipher, memberName, publicKey, roomName, toText } from "./encryption.js";
import { accept, complete, offer } from "./session_codes.js";
import { HOST, RelayedChannel, SIGNAL, SignalSocket } from "./signaling.js";
import { Wire } from "./wire.js";

const PER_SECOND = 20; // what a friend may ask; ten times as much at once
const SIGNALS_PER_SECOND = 5;
const LONGEST = 128 * 1024; // bytes of a friend's message
const MOST_FRIENDS = 12;
const MOST_SOCKETS = 8;
const MOST_WAITING = 4; // connections that are not open yet
const MOST_MEMBERS = 1_000;
const PATIENCE = 30_000; // milliseconds for a connection to open
const SILENCE = 180_000; // milliseconds after which somebody at the relay has left
const PARTING = 5_000; // milliseconds in which a friend can hear that they have to go
const LONGEST_NAME = 40;
const KINDS = ["hello", "request", "open", "text", "close", "ping"];
const utf8 = { encode: (value) => new TextEncoder().encode(JSON.stringify(value)), decode: (bytes) => JSON.parse(new TextDecoder().decode(bytes)) };

// Fills by itself; asking takes from it.
class Bucket {
  constructor(perSecond) {
    Object.assign(this, { perSecond, level: 10 * perSecond, at: performance.now() });
  }

  get isEmpty() {
    const now = performance.now();
    const filled = this.level + ((now - this.at) / 1000) * this.perSecond;
    Object.assign(this, { level: Math.min(10 * this.perSecond, filled), at: now });
    if (this.level < 1) return true;
    this.level -= 1;
    return false;
  }
}

class Friend {
  constructor(room, id, channel, connection) {
    Object.assign(this, { room, id, connection, name: "", sockets: new Set(), bucket: new Bucket(PER_SECOND) });
    this.isDirect = connection !== null;
    this.heardAt = performance.now();
    this.channel = channel;
    this.wire = new Wire(channel, {
      heard: (head, body) => this.#hear(head, body), closed: () => this.#leave(), most: LONGEST,
    });
  }

  #hear(head, body) {
    const { kind } = head;
    if (!KINDS.includes(kind)) return;
    this.heardAt = performance.now();
    if (this.bucket.isEmpty) {
      if (kind === "request") this.wire.send({ kind: "answer", id: head.id, status: 429, headers: [] });
      return;
    }
    if (kind === "ping") this.wire.send({ kind: "pong" });
    else if (kind === "hello") this.wire.send({ kind: "welcome", version: this.room.version });
    else this.#pass(head, body);
  }

  // The worker knows requests and sockets by names that begin with their friend's.
  #pass({ kind, id, socket, method, path, headers, cookies, text }, body) {
    const name = (own) => own === undefined ? undefined : `${this.id}:${String(own).slice(0, LONGEST_NAME)}`;
    if (kind === "open") {
      if (this.sockets.size >= MOST_SOCKETS) {
        this.wire.send({ kind: "socket", socket, event: "close", text: "1013" });
        return;
      }
      this.sockets.add(name(socket));
    } else if (kind === "close") this.sockets.delete(name(socket));
    this.room.worker.postMessage({
      kind, friend: this.id, id: name(id), socket: name(socket), method, path, headers, cookies, text,
      body: kind === "request" ? body : undefined,
    });
  }

  get isSilent() { return !this.isDirect && performance.now() - this.heardAt > SILENCE; }

  // What the worker says to this friend.
  tell({ friend, person, id, socket, body, ...more }) {
    const own = (name) => name?.slice(friend.length + 1);
    if (more.event === "close") this.sockets.delete(socket);
    if (person && person !== this.name) {
      this.name = person;
      this.room.changed();
    }
    this.wire.send({ ...more, id: own(id), socket: own(socket) }, body);
  }

  // Hears nothing more of this friend, whose tab hangs up.
  dismiss() {
    this.wire.heard = () => {};
    this.wire.send({ kind: "bye" });
    setTimeout(() => this.wire.close(), PARTING);
    this.room.forget(this);
  }

  #leave() {
    for (const socket of this.sockets) this.room.worker.postMessage({ kind: "close", friend: this.id, socket });
    this.connection?.close();
    this.room.forget(this);
  }
}

export class Room {
  // `pair`: its keys. `relay`: an address, or nothing. `changed` is called when there is something new to show.
  constructor(worker, { pair, relay, servers, version, removed = [], changed }) {
    Object.assign(this, { worker, pair, relay, servers, version, changed, waiting: new Set() });
    this.removed = new Set(removed);
    this.friends = new Map();
    this.seen = new Map();
    this.byHand = new Map();
    this.signalBudget = new Bucket(SIGNALS_PER_SECOND);
  }

  async open() {
    this.key = await publicKey(this.pair);
    this.name = await roomName(this.key);
    this.link = toText(this.key);
    if (this.relay) {
      this.signals = new SignalSocket(this.relay, this.name, HOST, {
        heard: (...signal) => this.#read(...signal), changed: () => this.changed(),
      });
    }
    this.changed();
  }

  get isReachable() { return this.signals?.isOpen ?? false; }

  // What a friend's tab says to the worker comes back here.
  tell(message) { this.friends.get(message.friend)?.tell(message); }

  async #read(member, kind, content) {
    if (kind !== SIGNAL) {
      await this.friends.get(member)?.channel.receive?.(content);
      return;
    }
    const theirs = content.subarray(0, 32);
    if (this.signalBudget.isEmpty || this.removed.has(member) || member !== await memberName(theirs)) return;
    const ciphers = await Cipher.pair(this.pair, theirs, this.key, true);
    const signal = utf8.decode(await ciphers[1].decrypt(content.subarray(32)));
    if (!(signal.at > (this.seen.get(member) ?? 0))) return; // sent once more, by somebody else
    if (this.seen.size >= MOST_MEMBERS) this.seen.clear();
    this.seen.set(member, signal.at);
    const answer = await this.#answer(member, signal, theirs);
    if (answer) this.signals.send(member, SIGNAL, await ciphers[0].encrypt(utf8.encode({ to: signal.at, ...answer })));
  }

  // The end of a direct connection is noticed, but nobody tells who has left the relay.
  dropSilent() {
    for (const friend of [...this.friends.values()]) if (friend.isSilent) friend.wire.close();
  }

  async #answer(member, signal, theirs) {
    this.dropSilent();
    if (this.friends.size >= MOST_FRIENDS && !this.friends.has(member)) return { full: true };
    if (typeof signal.relayed === "string") {
      const mine = crypto.randomUUID();
      const ciphers = await Cipher.pair(this.pair, theirs, this.key, true, `${signal.relayed} ${mine}`);
      this.#add(member, new RelayedChannel(this.signals, member, ciphers), null);
      return { relayed: mine };
    }
    if (typeof signal.offer !== "string" || this.waiting.size >= MOST_WAITING) return null;
    const made = await accept(this.servers, signal.offer);
    this.#await(member, made);
    return { answer: made.code };
  }

  // A friend is replaced only by a connection that has opened.
  #await(id, made) {
    this.waiting.add(made);
    const late = setTimeout(() => made.connection.close(), PATIENCE);
    const end = () => {
      clearTimeout(late);
      this.waiting.delete(made);
    };
    made.channel.onopen = () => {
      end();
      this.#add(id, made.channel, made.connection);
    };
    made.connection.onconnectionstatechange = () => {
      if (!["failed", "closed"].includes(made.connection.connectionState)) return;
      end();
      const friend = this.friends.get(id);
      if (friend?.connection === made.connection) friend.wire.close();
    };
    setTimeout(end, PATIENCE);
  }

  #add(id, channel, connection) {
    this.friends.get(id)?.wire.close();
    this.friends.set(id, new Friend(this, id, channel, connection));
    this.changed();
  }

  forget(friend) {
    if (this.friends.get(friend.id) === friend) this.friends.delete(friend.id);
    this.changed();
  }

  // --- By hand: a code for one friend, and the code that comes back ---------------------------------

  async invite() {
    const made = await offer(this.servers);
    const id = crypto.randomUUID();
    this.byHand.set(id, made);
    return { id, code: `${this.link}.${made.code}` };
  }

  async admit(id, code) {
    const made = this.byHand.get(id);
    await complete(made, code);
    this.byHand.delete(id);
    this.#await(id, made);
  }

  remove(id) {
    this.removed.add(id);
    this.friends.get(id)?.dismiss();
  }

  close() {
    for (const friend of [...this.friends.values()]) friend.dismiss();
    for (const { connection } of [...this.waiting, ...this.byHand.values()]) connection.close();
    if (!this.signals) return;
    this.signals.heard = () => {};
    setTimeout(() => this.signals.close(), PARTING);
  }
}

