// Short codes for what two browsers must know of each other. Of a session description only these
// parts differ: who begins, the names and the password of ICE, the certificate's fingerprint and the
// candidates, which have 7 or 19 bytes each.
import { toBytes, toText } from "./encryption.js";

const GATHERING = 1_500; // milliseconds in which a server has to say where we are seen from
const MDNS = /^([0-9a-f]{8})-(.{4})-(.{4})-(.{4})-(.{12})\.local$/;
const NAMED = 2;
const IPV6 = 4;
const REFLEXIVE = 1;
const MOST_CANDIDATES = 12;

const numbers = (hex) => hex.match(/../g).map((byte) => parseInt(byte, 16));
const hexes = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0"));

function shorten({ type, sdp }) {
  const one = (pattern) => sdp.match(pattern)[1];
  const bytes = [type === "offer" ? 0 : 1];
  for (const name of ["ufrag", "pwd"]) {
    const word = new TextEncoder().encode(one(new RegExp(`a=ice-${name}:(\\S+)`)));
    bytes.push(word.length, ...word);
  }
  bytes.push(...numbers(one(/a=fingerprint:sha-256 (\S+)/).replaceAll(":", "")));
  const found = sdp.matchAll(/a=candidate:\S+ \d udp \d+ (\S+) (\d+) typ (\S+)/gi);
  for (const [, address, port, kind] of [...found].slice(0, MOST_CANDIDATES)) {
    bytes.push(...encodeAddress(address, kind === "host" ? 0 : REFLEXIVE), port >> 8, port & 255);
  }
  return toText(new Uint8Array(bytes));
}

function encodeAddress(address, way) {
  const mdns = address.match(MDNS);
  if (mdns) return [NAMED, ...numbers(mdns.slice(1).join(""))];
  if (address.includes(".")) return [way, ...address.split(".").map(Number)];
  const [head, tail] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const missing = tail ? new Array(8 - head.length - tail.length).fill("0") : [];
  const groups = [...head, ...missing, ...(tail ?? [])];
  return [IPV6 + way, ...numbers(groups.map((group) => group.padStart(4, "0")).join(""))];
}

function lengthen(code) {
  const bytes = toBytes(code);
  let at = 0;
  const take = (count) => {
    if (at + count > bytes.length) throw new Error("a code is incomplete");
    return bytes.subarray(at, at += count);
  };
  const word = () => {
    const found = new TextDecoder().decode(take(take(1)[0]));
    if (!/^[A-Za-z0-9+/]{4,64}$/.test(found)) throw new Error("not a code");
    return found;
  };
  const type = take(1)[0] === 0 ? "offer" : "answer";
  const [name, password] = [word(), word()];
  const print = hexes(take(32)).join(":").toUpperCase();
  const candidates = [];
  while (at < bytes.length && candidates.length < MOST_CANDIDATES) {
    const kind = take(1)[0];
    const address = decodeAddress(kind, take(kind & (NAMED | IPV6) ? 16 : 4));
    const [high, low] = take(2);
    const seen = kind & REFLEXIVE ? "srflx raddr 0.0.0.0 rport 0" : "host";
    const priority = 2122260223 - candidates.length * 256;
    candidates.push(`a=candidate:${candidates.length} 1 udp ${priority} ${address} ${high * 256 + low} typ ${seen}`);
  }
  const sdp = [
    "v=0", "o=- 1 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0",
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0",
    `a=ice-ufrag:${name}`, `a=ice-pwd:${password}`, `a=fingerprint:sha-256 ${print}`,
    `a=setup:${type === "offer" ? "actpass" : "active"}`, "a=mid:0", "a=sctp-port:5000",
    "a=max-message-size:262144", ...candidates,
  ];
  return { type, sdp: sdp.map((line) => `${line}\r\n`).join("") };
}

function decodeAddress(kind, bytes) {
  if (kind & NAMED) return `${hexes(bytes).join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}.local`;
  return kind & IPV6 ? hexes(bytes).join("").match(/..../g).join(":") : bytes.join(".");
}

async function gathered(connection) {
  if (connection.iceGatheringState !== "complete") {
    await new Promise((done) => {
      connection.onicegatheringstatechange = () => connection.iceGatheringState === "complete" && done();
      setTimeout(done, GATHERING);
    });
  }
  return shorten(connection.localDescription);
}

// A connection and its channel, which has the same number on both sides: nothing is negotiated.
function connect(servers) {
  const connection = new RTCPeerConnection({ iceServers: servers });
  return { connection, channel: connection.createDataChannel("site", { negotiated: true, id: 0 }) };
}

export async function offer(servers) {
  const made = connect(servers);
  await made.connection.setLocalDescription();
  return { ...made, code: await gathered(made.connection) };
}

export async function accept(servers, code) {
  const description = lengthen(code);
  const made = connect(servers);
  await made.connection.setRemoteDescription(description);
  await made.connection.setLocalDescription();
  return { ...made, code: await gathered(made.connection) };
}

export const complete = ({ connection }, code) => connection.setRemoteDescription(lengthen(code));
