// The page around the site: a frame with the site's pages, and the worker with Python behind it.
const ROOT = new URL(".", import.meta.url).pathname.replace(/\/$/, "");
const $ = (id) => document.getElementById(id);
const words = JSON.parse($("words").textContent);
const language = (navigator.languages ?? [navigator.language]).map((tag) => tag.slice(0, 2).toLowerCase())
  .find((tag) => tag in words) ?? "en";
const text = words[language];
document.documentElement.lang = language;
const channel = new BroadcastChannel(`nomarch${ROOT}`);
const frame = $("frame");
const marks = (window.marks = {});
let isReady = false;

const show = (line, kind = "") => {
  $("line").textContent = line;
  $("progress").className = kind;
  $("progress").hidden = !line;
};

function tell(sentence) {
  $("notice-text").textContent = sentence;
  $("notice").hidden = false;
}
$("rescue").textContent = text.rescue;
$("notice-close").addEventListener("click", () => { $("notice").hidden = true; });

// After an update that does not start, the version before is loaded again; else the page says why.
let failure = "";
function fail(error) {
  console.error(error);
  failure = String(error);
  show("");
  const { controller } = navigator.serviceWorker;
  if (controller) controller.postMessage("failed");
  else explain();
}

function explain() {
  const isDamaged = /malformed|not a database|damaged/i.test(failure);
  tell(/newer than/.test(failure) ? text.newer : isDamaged ? text.damaged : text.failed);
  $("rescue").hidden = !isDamaged;
}

const missing = ["serviceWorker" in navigator || !isSecureContext, "locks" in navigator || !isSecureContext,
  "DecompressionStream" in window, "BroadcastChannel" in window].includes(false);

frame.addEventListener("load", () => {
  const { pathname, search, hash } = frame.contentWindow.location;
  if (pathname === "blank") return;
  document.title = frame.contentDocument.title || "Nomarch";
  if (pathname + search + hash !== location.pathname + location.search + location.hash) {
    history.replaceState(null, "", pathname + search + hash);
  }
  marks.page ??= Math.round(performance.now());
});

// A page that was made at build time knows none of the games that are kept here.
async function refresh() {
  const { document: shown } = frame.contentWindow;
  if (!shown.querySelector("meta[name=prerendered]") || shown.querySelector("dialog[open]")) return;
  if (frame.contentWindow.location.pathname === `${ROOT}/`) frame.contentWindow.location.reload();
}

channel.addEventListener("message", ({ data }) => {
  if (data.kind === "step" && text[data.name]) show(text[data.name]);
  else if (data.kind === "ready") {
    if (!isReady) {
      marks.ready = Math.round(performance.now());
      marks.worker = data.times;
      if (data.isKept === false) tell(text.unkept);
    }
    isReady = true;
    show("");
    navigator.serviceWorker.controller?.postMessage("started");
  } else if (data.kind === "full") tell(text.full);
  else if (data.kind === "failed") fail(data.error);
});

$("rescue").addEventListener("click", async () => {
  const top = await navigator.storage.getDirectory();
  const folder = await top.getDirectoryHandle(`nomarch${ROOT.replaceAll("/", "-")}`);
  const file = await (await folder.getFileHandle("nomarch.sqlite3")).getFile();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "nomarch-damaged.sqlite3";
  link.click();
  for await (const name of folder.keys()) if (name.startsWith("nomarch.sqlite3")) await folder.removeEntry(name);
  location.reload();
});

// One tab leads: it runs Python. Should it close, the next one in line does.
function lead() {
  return navigator.locks.request(`nomarch${ROOT}`, () => {
    channel.postMessage({ kind: "starting" });
    isReady = false;
    marks.leads = Math.round(performance.now());
    const worker = new Worker(`${ROOT}/worker.js`, { type: "module" });
    worker.addEventListener("error", (event) => {
      channel.postMessage({ kind: "failed", error: event.message });
      fail(event.message);
    });
    return new Promise(() => {});
  });
}

async function start() {
  if (!isSecureContext || missing) {
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
  await navigator.serviceWorker.register(`${ROOT}/sw.js`, { scope: `${ROOT}/`, updateViaCache: "none" });
  if (!navigator.serviceWorker.controller) {
    await new Promise((done) => {
      navigator.serviceWorker.addEventListener("controllerchange", done, { once: true });
      if (navigator.serviceWorker.controller) done();
    });
  }
  marks.service = Math.round(performance.now());
  // Static hosts know no paths of the site, so links from elsewhere name one: `?open=new/ra`.
  const opened = new URLSearchParams(location.search).get("open");
  const here = `${location.pathname.replace(/\/index\.html$/, "/")}${location.search}${location.hash}`;
  frame.src = opened === null ? here : `${ROOT}/${opened.replace(/^\/+/, "")}`;
  channel.postMessage({ kind: "hello" });
  lead();
  navigator.storage.persist?.();
}

start().catch(fail);
