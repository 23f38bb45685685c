// Serves the site's files from a cache, and everything else from the worker with Python.
importScripts("room/requests.js", "xz.js");

const VERSION = "{{version}}";
const TYPES = { wasm: "application/wasm", mjs: "text/javascript", pack: "application/octet-stream", zip: "application/zip" };
const FIRST = ["", "shell.js", "shell.css", "colours.css", "manifest.webmanifest"];
const ROOT = new URL(".", self.location).pathname.replace(/\/$/, "");
const STATE = `nomarch-state${ROOT}`;
const PREFIX = `nomarch-files${ROOT}:`;
const PAUSE = 200; // milliseconds between two reports of what has arrived
let serving = null;
let listed = null;

const cacheOf = (version) => caches.open(PREFIX + version);

async function readState() {
  const kept = await (await caches.open(STATE)).match(`${ROOT}/state`);
  return kept ? kept.json() : { current: null, good: null };
}

async function writeState(state) {
  await (await caches.open(STATE)).put(`${ROOT}/state`, new Response(JSON.stringify(state)));
}

async function fetchList() {
  const answer = await fetch(`${ROOT}/files.json?${VERSION}`, { cache: "no-cache" });
  const list = await answer.json();
  if (list.version !== VERSION) throw new Error(`files.json is of version ${list.version}`);
  return list;
}

async function hashOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// A file counts only if it is what was built: half an upload breaks no site.
async function store(cache, name, list) {
  const kept = await unchanged(list.files[name]);
  if (kept) return cache.put(`${ROOT}/${name}`, kept);
  const isCompressed = list.compressed.includes(name);
  const answer = await fetch(`${ROOT}/${name}${isCompressed ? ".xz" : ""}`, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const sent = name in list.first ? await receive(answer, list.first) : await answer.arrayBuffer();
  const bytes = isCompressed ? await decompress(sent) : sent;
  if (await hashOf(bytes) !== list.files[name]) throw new Error(`${name} is incomplete`);
  const type = TYPES[name.split(".").pop()] ?? answer.headers.get("content-type") ?? "application/octet-stream";
  await cache.put(`${ROOT}/${name}`, new Response(bytes, { headers: { "content-type": type } }));
}

const decompress = (bytes) => new Response(new self["xz-decompress"].XzReadableStream(new Blob([bytes]).stream())).arrayBuffer();

// Of an earlier version, whose file may have had another name.
async function unchanged(hash) {
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === PREFIX + VERSION) continue;
    const cache = await caches.open(name);
    const { files } = await (await cache.match(`${ROOT}/files.json`))?.json() ?? { files: {} };
    const same = Object.keys(files).find((file) => files[file] === hash);
    const kept = same !== undefined && await cache.match(`${ROOT}/${same}`);
    if (kept) return kept;
  }
  return null;
}

// Tells pages how much has arrived of what Python needs to start.
let received = 0;
let told = 0;
async function receive(answer, sizes) {
  const parts = [];
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    received += value.length;
    if (performance.now() < told + PAUSE) continue;
    told = performance.now();
    requests.channel.postMessage({ kind: "received", bytes: received, total });
  }
  return new Blob(parts).arrayBuffer();
}

// Networks of games that nobody has chosen come when somebody does.
async function complete(version) {
  const cache = await cacheOf(version);
  const list = await (await cache.match(`${ROOT}/files.json`)).json();
  for (const name of Object.keys(list.files)) {
    if (!list.later.includes(name) && !await cache.match(`${ROOT}/${name}`)) await store(cache, name, list);
  }
}

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const state = await readState();
  const list = await fetchList();
  const cache = await cacheOf(VERSION);
  await cache.put(`${ROOT}/files.json`, new Response(JSON.stringify(list), { headers: { "content-type": "application/json" } }));
  for (const name of FIRST) await store(cache, name, list);
  // A first visit begins at once; an update is complete before anybody uses it.
  if (state.good) await complete(VERSION);
  else await self.skipWaiting();
})()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const state = await readState();
  await writeState({ current: VERSION, good: state.good });
  await clients.claim();
})()));

async function version() {
  serving ??= (await readState()).current ?? VERSION;
  return serving;
}

async function list() {
  const cache = await cacheOf(await version());
  listed ??= await (await cache.match(`${ROOT}/files.json`)).json();
  return listed;
}

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  else if (event.data === "started") {
    if (!isAwaited) event.source.postMessage("refresh");
    event.waitUntil(keepOnly());
  } else if (event.data === "failed") event.waitUntil(fallBack(event.source));
});

async function keepOnly() {
  const current = await version();
  await complete(current);
  await writeState({ current, good: current });
  const { installing, waiting: next } = self.registration;
  const old = installing || next ? [] : await caches.keys(); // an update's files are in one of them
  for (const name of old) {
    if (name.startsWith(PREFIX) && name !== PREFIX + current) await caches.delete(name);
  }
  for (const client of await clients.matchAll({ type: "window" })) client.postMessage("complete");
}

// This version did not start: the last one that did is used instead.
async function fallBack(client) {
  const { current, good } = await readState();
  if (!good || good === current || !await caches.has(PREFIX + good)) return client.postMessage("stuck");
  await writeState({ current: good, good });
  serving = good;
  listed = null;
  client.postMessage("reload");
}

self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin === location.origin && pathname.startsWith(`${ROOT}/`)) event.respondWith(respond(event.request));
});

async function respond(request) {
  const { pathname, search } = new URL(request.url);
  const name = pathname.slice(ROOT.length + 1);
  const isShell = request.destination === "document" || (name === "" && search.startsWith("?open="));
  if (request.mode === "navigate" && isShell) return fromCache("");
  const known = (await list()).files;
  if (name in known && name !== "" || name === "files.json") return fromCache(name);
  if (name.startsWith("docs/") || name.startsWith("with/")) return fetch(request);
  if (request.mode === "navigate" && !isReady) {
    const early = await prerendered(request, name, search);
    if (early) return early;
  }
  return fromWorker(request, pathname + search);
}

async function fromCache(name) {
  const cache = await cacheOf(await version());
  const kept = await cache.match(`${ROOT}/${name}`);
  if (kept) return kept;
  await store(cache, name, await list());
  return cache.match(`${ROOT}/${name}`);
}

// Home and set-up were rendered when the site was built; they need no Python.
async function prerendered(request, name, search) {
  if (search) return null;
  const known = (await list()).files;
  const wanted = (request.headers.get("accept-language") ?? navigator.language).toLowerCase().split(/[,;]/);
  const language = wanted.map((tag) => tag.slice(0, 2)).find((tag) => `pages/${tag}/home.html` in known) ?? "en";
  const page = `pages/${language}/${name || "home"}.html`;
  return page in known ? fromCache(page) : null;
}

// --- Python -------------------------------------------------------------------------------------

let isReady = false;
let isAwaited = false; // whether somebody has chosen something before Python was ready

const requests = new Requests(ROOT, {
  started() { isReady = true; },
  stopped(waiting) {
    isReady = false;
    isAwaited = waiting.some(({ isChosen }) => isChosen);
  },
});

async function fromWorker(request, path) {
  if (!isReady) isAwaited ||= request.mode === "navigate" || !["GET", "HEAD"].includes(request.method);
  const { status, headers, body } = await requests.send(request, path);
  const isEmpty = [204, 304].includes(status) || (status >= 300 && status < 400);
  return new Response(isEmpty ? null : body, { status, headers });
}
