// Runs Python and the web application. Talks to pages and the service worker over a channel.
import { loadPyodide } from "./pyodide/pyodide.mjs";
import createModule from "./pyodide/pyodide.asm.mjs";
import { fetchPack, unpack } from "./packs.js";
import { Storage } from "./storage.js";

const ROOT = new URL(".", import.meta.url).pathname.replace(/\/$/, "");
const [TASK] = new URLSearchParams(location.search).keys(); // of a worker beside the first one
const QUIET = 10_000; // milliseconds without a request after which the next start is prepared
const LOCK_FILE = { info: { arch: "wasm32", platform: "", version: "", python: "3.14.2", abi_version: "2026_0" }, packages: {} };

const channel = new BroadcastChannel(`nomarch${ROOT}`);
const me = crypto.randomUUID();
const say = (message) => channel.postMessage({ host: me, ...message });
const times = {};
const began = performance.now();
const step = (name) => {
  times[name] = Math.round(performance.now() - began);
  say({ kind: "step", name });
};

let host = null;
let python = null;
let storage = null;
let quiet = 0;
let isPrepared = true;

async function loadPython(snapshot, options) {
  const load = (more) => loadPyodide({
    indexURL: `${ROOT}/pyodide/`,
    stdLibURL: `${ROOT}/pyodide/python_stdlib.zip`,
    lockFileContents: LOCK_FILE,
    ...options,
    ...more,
  });
  if (!snapshot) return load({});
  const { length } = snapshot;
  const loaded = await load({
    _loadSnapshot: snapshot,
    // Pyodide starts with little memory; it has to be as large as the snapshot before that is read.
    createPyodideModule: async (settings) => {
      const module = await createModule(settings);
      while (module.HEAP8.length < length) {
        if (!module._malloc(length - module.HEAP8.length)) throw new Error("no memory");
      }
      return module;
    },
  });
  delete loaded._api.config._loadSnapshot; // a copy of all memory, which is not needed any more
  return loaded;
}

// From a memory snapshot if there is one, and without it if that does not work.
async function startPython() {
  const { version } = await (await fetch(`${ROOT}/files.json`)).json();
  const snapshot = await Storage.readSnapshot(ROOT, version);
  try {
    python = await loadPython(snapshot, {});
  } catch (error) {
    if (!snapshot) throw error;
    await Storage.dropSnapshots(ROOT);
    python = await loadPython(null, {});
  }
  return Boolean(snapshot);
}

const loadPack = async (name) => unpack(python.FS, "/app", await fetchPack(`${ROOT}/${name}.pack`));
const IMPORT = `
import sys
if "/app" not in sys.path:
    sys.path.insert(0, "/app")
`;

// Lessons and other languages come while somebody looks at the first pages.
let more = null;
const loadMore = () => more ??= loadPack("more").catch((error) => {
  more = null;
  throw error;
});
const isEarly = (path) => /^\/(new\/\w+|t\/[\w-]+|api\/(?!lessons).*)$/.test(path.slice(ROOT.length));

async function isEnglish() {
  const [, chosen = navigator.language] = /(?:^|; )lang=(\w+)/.exec(await readCookies()) ?? [];
  return chosen.startsWith("en");
}

async function start() {
  step("python");
  const app = fetchPack(`${ROOT}/app.pack`);
  storage = await Storage.open(ROOT);
  const isFromSnapshot = times.snapshot = await startPython();
  // A snapshot on which Python fails is dropped, and the next start does without.
  if (isFromSnapshot) python._api.on_fatal = () => Storage.dropSnapshots(ROOT).then(() => postMessage({ again: true }));
  step("games");
  unpack(python.FS, "/app", await app);
  if (isFromSnapshot || !await isEnglish()) await loadMore();
  storage.mount(python.FS, "/data", () => say({ kind: "full" }));
  // Files of a database of an earlier version, and the networks, are read when they are needed.
  let upgrade = null;
  const networks = new Set();
  python.registerJsModule("nomarch_page", {
    load_upgrade: () => upgrade ??= loadPack("upgrade"),
    analyse,
    load_networks: (game) => networks.has(game) || (networks.add(game), loadPack(`networks/${game}`).catch(() => networks.delete(game))),
  });
  step("tables");
  host = await python.runPythonAsync(`${IMPORT}
from nomarch.browser.worker import open_host
await open_host(${JSON.stringify(location.origin)}, ${JSON.stringify(ROOT)})
`);
  host.enter_room(...room);
  step("ready");
  say({ kind: "ready", times, isKept: storage.isKept });
  isPrepared = isFromSnapshot || !storage.isKept;
  waitForQuiet();
  await loadMore();
}

function waitForQuiet() {
  clearTimeout(quiet);
  quiet = setTimeout(prepareNextStart, QUIET);
}

// In a worker of its own: what Python has loaded becomes a file, from which the next start reads it.
function prepareNextStart() {
  if (isPrepared) return;
  isPrepared = true;
  const helper = new Worker(`${ROOT}/worker.js?snapshot`, { type: "module" });
  helper.addEventListener("message", () => helper.terminate());
}

async function writeSnapshot() {
  const version = (await (await fetch(`${ROOT}/files.json`)).json()).version;
  const packs = await Promise.all(["app", "more"].map((name) => fetchPack(`${ROOT}/${name}.pack`)));
  const helper = await loadPython(null, { _makeSnapshot: true });
  for (const pack of packs) unpack(helper.FS, "/app", pack);
  helper.runPython(`${IMPORT}
from nomarch.browser.preload import preload
preload()
`);
  await Storage.writeSnapshot(ROOT, version, helper.makeMemorySnapshot());
}

// In another worker: `hear` is told of each decision of a game; what is returned ends it.
function analyse(save, first, hear) {
  const helper = new Worker(`${ROOT}/worker.js?analysis`, { type: "module" });
  helper.addEventListener("message", ({ data: [kind, text] }) => hear(kind, text));
  helper.addEventListener("error", ({ message }) => hear("failed", message));
  helper.postMessage({ save, first });
  return () => helper.terminate();
}

async function analyseHere({ save, first }) {
  await startPython();
  const packs = ["app", "more", `networks/${/^game (.+)$/m.exec(save)[1].replaceAll("-", "_")}`];
  await Promise.all(packs.map(loadPack));
  const decisions = python.runPython(`${IMPORT}
from nomarch.browser.worker import analyse
analyse`)(save, first);
  for (const decision of decisions) postMessage(["decision", decision]);
  postMessage(["done", ""]);
}

// Scripts of pages set cookies for the board's shape, the theme and the language. Not every browser
// lets workers read those, so the page does.
const questions = [];
let room = ["", ""];

addEventListener("message", ({ data }) => {
  if (TASK) return;
  if (data.kind === "cookies") questions.shift()(data.cookies);
  else if (data.kind === "room") {
    room = [data.name, data.link];
    host?.enter_room(...room);
  } else if (data.friend) {
    waitForQuiet();
    serveFriend(data);
  }
});

function readCookies() {
  return new Promise((done) => {
    questions.push(done);
    postMessage({ kind: "cookies" });
  });
}

async function ask({ method, path, headers, body }, cookies, friend = "") {
  if (friend || !isEarly(path)) await loadMore();
  const content = body ? new Uint8Array(body) : new Uint8Array();
  try {
    const got = await host.request_for_page(method, path, JSON.stringify(headers), content, cookies, friend);
    const [status, head, bytes, person] = got;
    return { status, headers: JSON.parse(head), body: bytes.slice().buffer, person };
  } catch (error) {
    console.error(error);
    return { status: 500, headers: [], body: null };
  }
}

async function answer({ from, id, ...request }) {
  say({ kind: "accepted", to: from, id });
  const answered = await ask(request, await readCookies());
  say({ kind: "answer", to: from, id, ...answered });
  // Whoever has a table comes back: the next start is prepared before they leave.
  if (request.method === "POST" && request.path === `${ROOT}/api/tables`) prepareNextStart();
}

channel.addEventListener("message", ({ data }) => {
  if (data.kind === "hello" && host) say({ kind: "ready", times });
  if (!host) return;
  if (["request", "open", "text"].includes(data.kind)) waitForQuiet();
  if (data.kind === "request") answer(data);
  else if (data.kind === "open") {
    const emit = (event, text) => say({ kind: "socket", socket: data.socket, event, text });
    host.open_socket(data.socket, data.path, emit, data.cookies);
  } else passSocket(data);
});

function passSocket({ kind, socket, text }) {
  if (kind === "text") host.receive_text(socket, String(text));
  else if (kind === "close") host.close_socket(socket);
}

// --- Friends: the page that holds their connections asks for them ---------------------------------

async function serveFriend({ kind, friend, id, socket, ...more }) {
  const [path, cookies] = [String(more.path), String(more.cookies ?? "")];
  const tell = (message) => postMessage({ friend, ...message });
  if (kind === "request") {
    const answered = host ? await ask({ ...more, method: String(more.method), path }, cookies, friend) : { status: 503, headers: [], body: null };
    tell({ kind: "answer", id, ...answered });
  } else if (kind === "open") {
    const emit = (event, text) => tell({ kind: "socket", socket, event, text });
    if (host) host.open_socket_of(friend, socket, path, emit, cookies);
    else emit("close", "1013");
  } else if (host) passSocket({ kind, socket, ...more });
}

const explain = (error) => String(error.message ?? error).slice(-1500);

if (TASK === "analysis") {
  addEventListener("message", ({ data }) => analyseHere(data).catch((error) => postMessage(["failed", explain(error)])), { once: true });
} else {
  try {
    await (TASK === "snapshot" ? writeSnapshot() : start());
  } catch (error) {
    console.error(error);
    if (!TASK) postMessage({ failed: explain(error) });
  }
  postMessage("done");
}
