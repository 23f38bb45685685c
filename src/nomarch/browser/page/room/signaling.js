// Signals between the members of a room, through a relay. It sees names, sizes and times; contents are
// encrypted. Frame: the other's name (16 bytes; zeros are the host), kind (1 byte), content.
import { toBytes, toText } from "./encryption.js";

export const SIGNAL = 1;
export const DATA = 2;
export const HOST = toText(new Uint8Array(16));
const HEAD = 17;
const CHUNK = 16_000; // bytes: with head and tag, what a relay forwards
const LONGEST_PAUSE = 15_000;

export class SignalSocket {
  // `heard` is told of each signal: who wrote it, its kind and content. `changed`: whether it is open.
  constructor(relay, room, me, { heard, changed }) {
    Object.assign(this, { address: `${relay}/${room}/${me}`, heard, changed, tries: 0, isClosed: false });
    this.reading = Promise.resolve();
    this.#open();
  }

  get isOpen() { return this.socket.readyState === WebSocket.OPEN; }

  #open() {
    if (this.isClosed) return;
    this.socket = new WebSocket(this.address);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => {
      this.tries = 0;
      this.changed(true);
    };
    this.socket.onmessage = ({ data }) => this.#take(new Uint8Array(data));
    this.socket.onclose = () => {
      this.changed(false);
      const pause = Math.min(LONGEST_PAUSE, 500 * 2 ** this.tries++);
      this.again = setTimeout(() => this.#open(), pause);
    };
  }

  // In order: parts of a stream have numbers.
  #take(frame) {
    if (frame.length < HEAD) return;
    const work = () => this.heard(toText(frame.subarray(0, 16)), frame[16], frame.subarray(HEAD));
    this.reading = this.reading.then(work).catch((error) => console.warn(error.name, error.message));
  }

  // Signals that find nobody are lost, as those that the relay loses are; who needs an answer asks again.
  send(to, kind, content) {
    if (this.isOpen) this.socket.send(new Uint8Array([...toBytes(to), kind, ...content]));
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.again);
    this.socket.onclose = null;
    this.socket.close();
  }
}

// Where no direct way is found, the relay carries the same bytes. Has what a data channel has.
export class RelayedChannel {
  constructor(signals, to, [encryptor, decryptor]) {
    Object.assign(this, { signals, to, encryptor, decryptor, most: CHUNK, bufferedAmount: 0, isClosed: false });
    this.sending = Promise.resolve();
  }

  send(bytes) {
    this.sending = this.sending.then(async () => {
      const encrypted = await this.encryptor.encryptNext(bytes);
      if (this.isClosed) return;
      if (this.signals.isOpen) this.signals.send(this.to, DATA, encrypted);
      else this.onclose?.();
    });
  }

  // Anybody in the room can send something in another's name: it fails, and changes nothing. If a
  // part was lost, all later ones fail, and the friend begins again after some silence.
  async receive(content) {
    const bytes = await this.decryptor.decryptNext(content);
    this.onmessage?.({ data: bytes.buffer });
  }

  close() { this.isClosed = true; }
}
