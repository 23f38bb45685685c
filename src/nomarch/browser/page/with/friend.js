// A friend's tab: no Python. What its pages ask goes over a channel to the tab of the host.
import { Cipher, memberName, newPair, publicKey, roomName, toBytes } from "../room/encryption.js";
import { chooseLanguage, followFrame, readJson } from "../room/frame_page.js";
import { readEntry, writeEntry } from "../room/key_store.js";
import { accept, complete, offer } from "../room/session_codes.js";
import { HOST, RelayedChannel, SIGNAL, SignalSocket } from "../room/signaling.js";
import { Wire } from "../room/wire.js";

const SITE = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
const LONGEST = 16 * 1024 * 1024; // bytes of a message from the host
const PATIENCE = 8_000; // milliseconds for an answer, and for a direct connection
const SILENCE = 10_000; // milliseconds after which the host is asked whether it is there
const KEY = /^[\w-]{43}$/;
const ROOM = /^[\w-]{12}$/;

const $ = (id) => document.getElementById(id);
const { relay, servers, version } = readJson("site");
const text = chooseLanguage();
const show = (line) => {
  $("line").textContent = line;
  $("progress").hidden = !line;
};

function tell(sentence, ...shown) {
  show("");
  $("notice-text").textContent = sentence;
  for (const id of ["code", "copy", "reload"]) $(id).hidden = !shown.includes(id);
  $("notice").hidden = false;
}

$("reload").textContent = text.reload;
$("reload").addEventListener("click", () => location.reload());
$("copy").textContent = text.copy;
$("copy").addEventListener("click", () => navigator.clipboard.writeText($("code").textContent));

// --- Where to, and who we are there ---------------------------------------------------------------
// A link has the host's key, and by hand a code of its connection; after it, the room's name stands there.

async function readPlace() {
  const [first, ...rest] = decodeURIComponent(location.hash.slice(1)).split("/");
  const [name, code = ""] = first.split(".");
  const path = rest.join("/");
  if (!KEY.test(name)) return { room: ROOM.test(name) ? name : "", path, code };
  const host = toBytes(name);
  const room = await roomName(host);
  if (!await readEntry(room)) await writeEntry(room, { host, pair: await newPair(), at: 0, jar: {} });
  return { room, path, code };
}

const { room, path, code } = await readPlace();
const me = room ? await readEntry(room) : undefined;
const ROOT = `${SITE}/with/${room}`;
const channel = new BroadcastChannel(`nomarch${ROOT}`);
const keep = () => writeEntry(room, me);

// Only the host can read its cookies, and nobody else is sent them.
function keepCookies(headers) {
  for (const [name, value] of headers) {
    if (name !== "set-cookie") continue;
    const [, key, content] = value.match(/^([\w-]{1,40})=([^;]{0,600})/) ?? [];
    if (!key || !(key in me.jar || Object.keys(me.jar).length < 20)) continue;
    if (/max-age=0(;|$)/i.test(value)) delete me.jar[key];
    else me.jar[key] = content;
    keep();
  }
}

function cookies() {
  const own = Object.entries(me.jar).map((pair) => pair.join("="));
  const scripts = $("frame").contentDocument?.cookie ?? document.cookie; // the theme, and the board's shape
  return [...scripts.split("; ").filter(Boolean), ...own].join("; ");
}

// --- What pages and their service worker ask ------------------------------------------------------

const sockets = new Set();
const asked = new Map();
let wire = null;
let host = null; // a name of this connection, by which pages notice a new one
let heardAt = 0;
let isLeading = false;

function openFrame() {
  show("");
  $("notice").hidden = true;
  if (!$("frame").src) $("frame").src = `${ROOT}/${path}`;
}

channel.addEventListener("message", ({ data }) => {
  if (!isLeading) {
    if (data.kind === "ready") openFrame();
    else if (data.kind === "starting") show(text.lost);
  } else if (data.kind === "hello") {
    if (host) channel.postMessage({ kind: "ready", host });
  } else if (data.kind === "request") ask(data);
  else if (["open", "text", "close"].includes(data.kind)) passSocket(data);
});

function ask({ from, id, method, path, headers, body }) {
  if (!wire) return; // asked again when somebody is there
  asked.set(id, from);
  channel.postMessage({ kind: "accepted", to: from, id });
  wire.send({ kind: "request", id, method, path, headers, cookies: cookies() }, body);
}

function passSocket({ kind, socket, path, text }) {
  if (kind === "open" && !wire) {
    channel.postMessage({ kind: "socket", socket, event: "close", text: "1006" });
    return;
  }
  if (kind === "open") sockets.add(socket);
  else if (kind === "close") sockets.delete(socket);
  wire?.send({ kind, socket, path, text, cookies: kind === "open" ? cookies() : undefined });
}

function hear(head, body) {
  heardAt = performance.now();
  if (head.kind === "welcome") {
    if (head.version !== version) {
      tell(text.version, "reload");
      return;
    }
    host = crypto.randomUUID();
    channel.postMessage({ kind: "ready", host });
    openFrame();
  } else if (head.kind === "answer" && asked.has(head.id)) {
    keepCookies(head.headers);
    const headers = head.headers.filter(([name]) => name !== "set-cookie");
    channel.postMessage({ kind: "answer", to: asked.get(head.id), id: head.id, status: head.status, headers, body });
    asked.delete(head.id);
  } else if (head.kind === "socket" && sockets.has(head.socket)) {
    if (head.event === "close") sockets.delete(head.socket);
    channel.postMessage({ kind: "socket", socket: head.socket, event: head.event, text: head.text });
  } else if (head.kind === "bye") leave(text.closed);
}

function talk(line) {
  wire = new Wire(line, { heard: hear, closed: lost, most: LONGEST });
  heardAt = performance.now();
  wire.send({ kind: "hello" });
}

function lost() {
  wire = host = null;
  channel.postMessage({ kind: "starting" }); // what was under way is answered by the service worker
  for (const socket of sockets) channel.postMessage({ kind: "socket", socket, event: "close", text: "1006" });
  sockets.clear();
  asked.clear();
  if (isOver) return;
  show(text.lost);
  if (relay) setTimeout(meet, 500);
  else tell(text.ask_again);
}

let isOver = false;
function leave(sentence) {
  isOver = true;
  wire?.close();
  signals?.close();
  tell(sentence, "reload");
}

setInterval(() => {
  const silent = performance.now() - heardAt;
  if (silent > 2 * SILENCE) wire?.close();
  else if (silent > SILENCE) wire?.send({ kind: "ping" });
}, 3_000);

// --- Through a relay: our offer and the host's answer ---------------------------------------------

let signals = null;
let ciphers = null;
let own = null; // our public key
let trying = null; // a connection that is not open yet
let relayed = null;

async function meet() {
  if (isOver || wire) return;
  if (!signals) {
    own = await publicKey(me.pair);
    ciphers = await Cipher.pair(me.pair, me.host, me.host, false);
    signals = new SignalSocket(relay, room, await memberName(own), { heard: read, changed: (isOpen) => isOpen && meet() });
  }
  if (!signals.isOpen) return show(text.relay);
  trying?.connection.close();
  const made = trying = { ...await offer(servers), at: me.at = Math.max(Date.now(), me.at + 1) };
  keep();
  made.channel.onopen = () => trying === made && begin(made);
  show(text.meeting);
  await write({ at: made.at, offer: made.code });
  setTimeout(() => giveUp(made), PATIENCE);
}

async function write(signal) {
  const content = await ciphers[0].encrypt(new TextEncoder().encode(JSON.stringify(signal)));
  signals.send(HOST, SIGNAL, new Uint8Array([...own, ...content]));
}

// The host has answered, but cannot be reached: the relay carries everything.
async function giveUp(made) {
  if (trying !== made || wire) return;
  made.connection.close();
  trying = null;
  if (!made.isAnswered) return meet();
  show(text.relayed);
  relayed = { at: me.at += 1, nonce: crypto.randomUUID() };
  keep();
  await write({ at: relayed.at, relayed: relayed.nonce });
  setTimeout(meet, PATIENCE);
}

async function read(from, kind, content) {
  if (from !== HOST) return;
  if (kind !== SIGNAL) {
    await relayed?.channel?.receive(content);
    return;
  }
  const signal = JSON.parse(new TextDecoder().decode(await ciphers[1].decrypt(content)));
  if (signal.to === trying?.at && signal.full) leave(text.crowded);
  else if (signal.to === trying?.at && signal.answer && !trying.isAnswered) {
    trying.isAnswered = true;
    show(text.answered);
    await complete(trying, signal.answer);
  } else if (signal.to === relayed?.at && typeof signal.relayed === "string") {
    const both = await Cipher.pair(me.pair, me.host, me.host, false, `${relayed.nonce} ${signal.relayed}`);
    relayed.channel = new RelayedChannel(signals, HOST, both);
    talk(relayed.channel);
  }
}

function begin(made) {
  trying = relayed = null;
  made.connection.onconnectionstatechange = () => {
    if (["failed", "closed"].includes(made.connection.connectionState)) wire?.close();
  };
  talk(made.channel);
}

// --- Start ----------------------------------------------------------------------------------------

async function controlled() {
  const { serviceWorker } = navigator;
  const changed = new Promise((done) => { serviceWorker.addEventListener("controllerchange", done, { once: true }); });
  await serviceWorker.register(`${SITE}/with/sw.js`, { scope: `${SITE}/with/`, updateViaCache: "none" });
  if (!serviceWorker.controller) await changed;
}

// One tab of a room holds the connection, for the others too. Should it close, the next one does.
async function start() {
  followFrame($("frame"), (inner) => `${SITE}/with/#${room}${inner.slice(ROOT.length)}`);
  history.replaceState(null, "", `${SITE}/with/#${room}/${path}`);
  await controlled();
  channel.postMessage({ kind: "hello" });
  await new Promise((done) => {
    navigator.locks.request(`nomarch${ROOT}`, () => new Promise(done));
  });
  isLeading = true;
  if (!code) return relay ? meet() : tell(text.ask_again);
  const made = await accept(servers, code);
  made.channel.onopen = () => begin(made);
  $("code").textContent = made.code;
  tell(text.answer, "code", "copy");
}

if (!me) tell(text.unknown);
else start().catch((error) => {
  console.error(error);
  tell(text.failed, "reload");
});
