// A friend's pages: files come from the static host, pages and data from the tab of the host. Nothing
// that the host says is ever run: scripts and styles are this site's own.
importScripts("../room/requests.js");

const SITE = new URL("..", self.location).pathname.replace(/\/$/, "");
const CACHE = `nomarch-with${SITE}:{{version}}`;
const OWN = ["page.js", "colours.css", "manifest.webmanifest"];
const RUN = ["script", "style", "worker", "sharedworker", "serviceworker", "audioworklet", "paintworklet", "font", "manifest", "object", "embed"];
const TYPES = /^(text\/html|text\/plain|application\/json|image\/svg\+xml)(;|$)/;
const rooms = new Map();

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const old = (await caches.keys()).filter((name) => name.startsWith(`nomarch-with${SITE}:`) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
})()));

self.addEventListener("fetch", (event) => {
  const { origin, pathname, search } = new URL(event.request.url);
  if (origin === location.origin && pathname.startsWith(`${SITE}/`)) {
    event.respondWith(respond(event.request, pathname.slice(SITE.length + 1), search));
  }
});

async function respond(request, name, search) {
  const [, room, inside] = name.match(/^with\/([\w-]{12})\/(.*)$/) ?? [];
  if (!room) return fromStatic(name);
  if (request.mode === "navigate" && request.destination === "document") {
    return Response.redirect(`${SITE}/with/#${room}/${inside}${search}`);
  }
  if (inside.startsWith("static/") || OWN.includes(inside)) return fromStatic(inside);
  if (RUN.includes(request.destination)) return Response.error();
  if (!rooms.has(room)) rooms.set(room, new Requests(`${SITE}/with/${room}`));
  const root = `${SITE}/with/${room}`;
  return guarded(root, await rooms.get(room).send(request, `/${name}${search}`.replace(/^/, SITE)));
}

async function fromStatic(name) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(`${SITE}/${name}`);
  if (kept) return kept;
  const answer = await fetch(`${SITE}/${name}`);
  if (answer.ok && name.startsWith("static/")) await cache.put(`${SITE}/${name}`, answer.clone());
  return answer;
}

// The host chooses the content, this site the rules for it. Firefox also checks where an answer comes
// from: the file of the site, or else this script.
function guarded(root, { status, headers: given, body }) {
  const base = location.origin + root, site = location.origin + SITE;
  const files = `${site}/static/ ${base}/static/`;
  const headers = new Headers({
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-security-policy": [
      "default-src 'none'", `script-src ${files} ${site}/page.js ${base}/page.js`,
      `style-src ${files} ${site}/colours.css ${base}/colours.css`, `img-src ${files} ${base}/ ${location.href} data:`,
      `font-src ${files}`, `connect-src ${base}/ ${location.href}`, `manifest-src ${base}/`,
      "base-uri 'none'", `form-action ${base}/`, "frame-ancestors 'self'",
    ].join("; "),
  });
  const known = new Map(given);
  const type = known.get("content-type") ?? "text/plain";
  headers.set("content-type", TYPES.test(type) ? type : "text/plain");
  if (known.has("content-disposition")) headers.set("content-disposition", known.get("content-disposition"));
  if (!(Number.isInteger(status) && status >= 200 && status <= 599)) return Response.error();
  if (status >= 300 && status < 400) {
    const to = new URL(known.get("location") ?? root, base);
    if (to.origin !== location.origin || !to.pathname.startsWith(`${root}/`)) return Response.error();
    headers.set("location", to.pathname + to.search + to.hash);
    return new Response(null, { status, headers });
  }
  return new Response([204, 205].includes(status) ? null : body, { status, headers });
}
