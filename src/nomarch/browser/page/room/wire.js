// Messages over a channel: a JSON head and a binary body, compressed if long, in chunks.
// Chunk: flags (1 byte), part of the message.

const CHUNK = 60_000; // bytes: every browser takes messages of 64 KiB
const FULL = 512 * 1024; // bytes that may wait in the channel before a long message pauses
const MOST_QUEUED = 8 * 1024 * 1024; // bytes for somebody who does not read them
const WORTH_IT = 700; // bytes from which a message is compressed
const LAST = 1;
const COMPRESSED = 2;

const whole = (parts) => new Blob(parts).arrayBuffer().then((buffer) => new Uint8Array(buffer));

// Stops at a limit: a small message may become a very large one.
async function through(bytes, stream, most = Infinity) {
  const parts = [];
  let size = 0;
  for (const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return whole(parts);
    size += value.length;
    if (size > most) throw new Error("a message is too long");
    parts.push(value);
  }
}

export class Wire {
  // `channel` is a data channel, or has its methods and events; `most` is a message's largest size.
  constructor(channel, { heard, closed, most }) {
    Object.assign(this, { channel, heard, closed, most, parts: [], size: 0, queued: 0 });
    this.reading = this.writing = Promise.resolve();
    channel.binaryType = "arraybuffer";
    channel.bufferedAmountLowThreshold = FULL / 2;
    channel.onmessage = ({ data }) => this.#take(new Uint8Array(data));
    channel.onclose = () => this.close();
  }

  send(head, body = null) {
    const text = new TextEncoder().encode(JSON.stringify(head));
    const message = new Uint8Array(4 + text.length + (body?.byteLength ?? 0));
    new DataView(message.buffer).setUint32(0, text.length);
    message.set(text, 4);
    if (body) message.set(new Uint8Array(body), 4 + text.length);
    // One after the other: what is said later about a socket arrives later.
    this.queued += message.length;
    if (this.queued > MOST_QUEUED) return this.close();
    this.writing = this.writing.then(() => this.#write(message)).catch(() => this.close());
  }

  async #write(message) {
    const isLong = message.length >= WORTH_IT;
    const bytes = isLong ? await through(message, new CompressionStream("deflate-raw")) : message;
    const most = this.channel?.most ?? CHUNK;
    for (let at = 0; at < bytes.length; at += most) {
      const flags = (at + most >= bytes.length ? LAST : 0) | (isLong ? COMPRESSED : 0);
      if (this.channel?.bufferedAmount > FULL) {
        await new Promise((done) => { this.channel.onbufferedamountlow = done; });
      }
      this.channel?.send(new Uint8Array([flags, ...bytes.subarray(at, at + most)]));
    }
    this.queued -= message.length;
  }

  #take(chunk) {
    const [flags] = chunk;
    this.parts.push(chunk.subarray(1));
    this.size += chunk.length;
    if (this.size > this.most) return this.close();
    if (!(flags & LAST)) return;
    const { parts } = this;
    Object.assign(this, { parts: [], size: 0, queued: 0 });
    this.reading = this.reading.then(() => this.#read(parts, flags & COMPRESSED)).catch((error) => {
      console.error(error);
      this.close();
    });
  }

  async #read(parts, isCompressed) {
    let message = await whole(parts);
    if (isCompressed) message = await through(message, new DecompressionStream("deflate-raw"), this.most);
    const length = new DataView(message.buffer).getUint32(0);
    const head = JSON.parse(new TextDecoder().decode(message.subarray(4, 4 + length)));
    if (this.channel) this.heard(head, message.slice(4 + length).buffer);
  }

  close() {
    if (!this.channel) return;
    const { channel } = this;
    this.channel = channel.onclose = channel.onmessage = null;
    channel.onbufferedamountlow?.();
    channel.close();
    this.closed();
  }
}
