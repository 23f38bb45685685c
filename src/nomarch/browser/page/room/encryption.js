// Keys of a room. Its link holds the host's public key, and nothing else does: who has the link can
// write to the host, and nobody but the host can answer. The relay knows a name made from the key.

const CURVE = { name: "X25519" };
const CIPHER = { name: "AES-GCM", length: 256 };
const utf8 = new TextEncoder();

export const toText = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
export const toBytes = (text) => Uint8Array.from(
  atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0),
);

async function digest(name, key, length) {
  const content = new Uint8Array([...utf8.encode(name), ...key]);
  return toText(new Uint8Array(await crypto.subtle.digest("SHA-256", content)).subarray(0, length));
}

// The private key can be used, but not read.
export const newPair = () => crypto.subtle.generateKey(CURVE, false, ["deriveBits"]);
export const publicKey = async (pair) => new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
export const roomName = (host) => digest("nomarch room", host, 9);
export const memberName = (friend) => digest("nomarch friend", friend, 16);

// Encrypts or decrypts what one side says to the other. `more` tells keys of the same two sides apart.
export class Cipher {
  constructor(key) {
    this.key = key;
    this.count = 0;
  }

  // A cipher for each direction: what I write, and what I read.
  static async pair(mine, theirs, host, isHost, more = "") {
    const secret = await crypto.subtle.deriveBits(
      { ...CURVE, public: await crypto.subtle.importKey("raw", theirs, CURVE, false, []) }, mine.privateKey, 256,
    );
    const base = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
    const cipher = async (from, usage) => new Cipher(await crypto.subtle.deriveKey(
      { name: "HKDF", hash: "SHA-256", salt: host, info: utf8.encode(`${from} ${more}`) }, base, CIPHER, false, [usage],
    ));
    const [own, other] = isHost ? ["host", "friend"] : ["friend", "host"];
    return [await cipher(own, "encrypt"), await cipher(other, "decrypt")];
  }

  async encrypt(content) {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const encrypted = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, this.key, content);
    return new Uint8Array([...iv, ...new Uint8Array(encrypted)]);
  }

  async decrypt(bytes) {
    const iv = bytes.subarray(0, 12);
    return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, this.key, bytes.subarray(12)));
  }

  // In a stream, each part has a number: none can be left out, repeated or moved.
  async #next(change, content) {
    const iv = new Uint8Array(12);
    new DataView(iv.buffer).setBigUint64(4, BigInt(this.count));
    const changed = await crypto.subtle[change]({ name: "AES-GCM", iv }, this.key, content);
    this.count += 1;
    return new Uint8Array(changed);
  }

  encryptNext(content) { return this.#next("encrypt", content); }

  decryptNext(bytes) { return this.#next("decrypt", bytes); }
}
