import { Hosting } from "./room/hosting.js";
import { chooseLanguage, followFrame, readJson } from "./room/frame_page.js";

// The page around the site: a frame with the site's pages, and the worker with Python behind it.
const ROOT = new URL(".", import.meta.url).pathname.replace(/\/$/, "");
const $ = (id) => document.getElementById(id);
const text = chooseLanguage();
const channel = new BroadcastChannel(`nomarch${ROOT}`);
const frame = $("frame");
const marks = (window.marks = {});
const FOLDER = `nomarch${ROOT.replaceAll("/", "-")}`;
let isReady = false;
let isFull = false;
let stop = () => {};
const hosting = new Hosting(channel, `${location.origin}${ROOT}/with/#`, readJson("site"));

const show = (line, kind = "") => {
  $("line").textContent = line;
  $("progress").className = kind;
  $("progress").hidden = !line;
};

// Shows a sentence with some of the notice's buttons.
function tell(sentence, ...buttons) {
  document.documentElement.dataset.theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1] ?? "";
  $("notice-text").textContent = sentence;
  for (const button of document.querySelectorAll("#notice button")) {
    button.textContent = text[button.id] ?? "OK";
    button.hidden = !buttons.includes(button.id);
  }
  $("notice").hidden = false;
}
for (const id of ["close", "later"]) $(id).addEventListener("click", () => { $("notice").hidden = true; });
// A new version that waits takes over, and then reloads the page.
$("reload").addEventListener("click", async () => {
  const registration = await navigator.serviceWorker?.getRegistration(`${ROOT}/`);
  if (registration?.waiting) registration.waiting.postMessage("take over");
  else location.reload();
});

// After an update that does not start, the version before is loaded again; else the page says why.
function fail(error) {
  console.error(error);
  isReady = false;
  stop();
  show("");
  const { controller } = navigator.serviceWorker;
  if (controller) controller.postMessage("failed");
  else explain();
}

async function explain() {
  const files = await keptFiles().catch(() => []);
  frame.hidden = true;
  tell(isFull ? text.full : text.failed, "reload", ...(files.length ? ["download"] : []));
}

// The database and what SQLite keeps beside it.
async function keptFiles() {
  const top = await navigator.storage.getDirectory();
  const files = [];
  for await (const handle of (await top.getDirectoryHandle(FOLDER)).values()) {
    if (handle.name.startsWith("nomarch.sqlite3")) files.push(await handle.getFile());
  }
  return files.filter(({ size }) => size);
}

// A tar archive: each file has a header of 512 bytes, and is filled up to as many.
function archive(files) {
  return new Blob(files.flatMap((file) => {
    const size = file.size.toString(8).padStart(11, "0");
    const fields = `${file.name.padEnd(100, "\0")}0000600\0${"0000000\0".repeat(2)}${size}\0${"0".repeat(11)}\0`;
    const header = (sum) => `${sum}0`.padEnd(109, "\0").concat("ustar\x0000").padEnd(364, "\0");
    const sum = [...fields + header(" ".repeat(8))].reduce((all, sign) => all + sign.charCodeAt(0), 0);
    const filler = "\0".repeat(-file.size & 511);
    return [fields + header(`${sum.toString(8).padStart(6, "0")}\0 `), file, filler];
  }));
}

// Where Python does not run, the files are handed over as they are.
$("download").addEventListener("click", async () => {
  const isRunning = isReady;
  const games = isRunning ? await (await fetch(`${ROOT}/device/games`)).blob() : archive(await keptFiles());
  const link = document.createElement("a");
  link.href = URL.createObjectURL(games);
  link.download = `nomarch-games.${isRunning ? "sqlite3" : "tar"}`;
  link.click();
  if (!isRunning) tell(text.downloaded, "reload", "download", "over");
});

$("over").addEventListener("click", async () => {
  await (await navigator.storage.getDirectory()).removeEntry(FOLDER, { recursive: true });
  location.reload();
});

const missing = ["serviceWorker" in navigator || !isSecureContext, "locks" in navigator || !isSecureContext,
  "DecompressionStream" in window, "BroadcastChannel" in window].includes(false);

// Static hosts know no paths of the site, so the address names the page: `?open=new/ra`.
followFrame(frame, (inner) => {
  marks.page ??= Math.round(performance.now());
  const name = inner.slice(ROOT.length + 1);
  return name ? `${ROOT}/?open=${encodeURIComponent(name).replaceAll("%2F", "/")}` : `${ROOT}/`;
});

// A page that was made at build time knows none of the games that are kept here.
async function refresh() {
  const { document: shown } = frame.contentWindow;
  if (!shown.querySelector("meta[name=prerendered]") || shown.querySelector("dialog[open]")) return;
  if (frame.contentWindow.location.pathname === `${ROOT}/`) frame.contentWindow.location.reload();
}

const MB = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const megabytes = (bytes) => MB.format(bytes / 1e6);
let doing = text.python;

channel.addEventListener("message", ({ data }) => {
  if (data.kind === "step" && text[data.name]) show(doing = text[data.name]);
  else if (data.kind === "received" && !isReady) show(`${doing} ${megabytes(data.bytes)} / ${megabytes(data.total)} MB`);
  else if (data.kind === "ready") {
    if (!isReady) {
      marks.ready = Math.round(performance.now());
      marks.worker = data.times;
      if (data.isKept === false) tell(text.unkept, "download", "close");
    }
    isReady = true;
    show("");
    navigator.serviceWorker.controller?.postMessage("started");
  } else if (data.kind === "full") {
    isFull = true;
    tell(text.full, "download", "close");
  }
});

// One tab leads: it runs Python. Should it close or fail, the next one in line does.
function lead() {
  return navigator.locks.request(`nomarch${ROOT}`, () => new Promise((done) => {
    channel.postMessage({ kind: "starting" });
    isReady = false;
    marks.leads = Math.round(performance.now());
    const worker = new Worker(`${ROOT}/worker.js`, { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      if (data.kind === "cookies") worker.postMessage({ kind: "cookies", cookies: document.cookie });
      else if (data.friend) hosting.tell(data);
      else if (data.failed) fail(data.failed);
      else if (data.again) location.reload();
    });
    hosting.lead(worker).catch(console.error);
    worker.addEventListener("error", (event) => fail(event.message));
    stop = () => { // its files can be read and deleted then
      worker.terminate();
      done();
    };
  }));
}

// A new version waits, complete, until somebody takes it or all tabs are closed.
function offerUpdate(registration) {
  const offer = () => $("notice").hidden && tell(text.newer, "reload", "later");
  if (registration.waiting) offer();
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing.addEventListener("statechange", () => installing.state === "installed" && offer());
  });
}

async function start() {
  if (!isSecureContext || missing) {
    frame.hidden = true;
    tell(isSecureContext ? text.old : text.insecure);
    return;
  }
  show(text.python);
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data === "reload") location.reload();
    else if (data === "stuck") explain();
    else if (data === "refresh") refresh();
    else if (data === "complete") marks.complete = Math.round(performance.now());
  });
  const registration = await navigator.serviceWorker.register(`${ROOT}/sw.js`, { scope: `${ROOT}/`, updateViaCache: "none" });
  if (navigator.serviceWorker.controller) {
    offerUpdate(registration);
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  } else {
    await new Promise((done) => {
      navigator.serviceWorker.addEventListener("controllerchange", done, { once: true });
      if (navigator.serviceWorker.controller) done();
    });
  }
  marks.service = Math.round(performance.now());
  const opened = new URLSearchParams(location.search).get("open");
  const here = `${location.pathname.replace(/\/index\.html$/, "/")}${location.search}${location.hash}`;
  frame.src = opened === null ? here : `${ROOT}/${opened.replace(/^\/+/, "")}`;
  channel.postMessage({ kind: "hello" });
  lead();
  navigator.storage.persist?.();
}

start().catch(fail);
