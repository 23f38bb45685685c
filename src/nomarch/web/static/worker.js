// The service worker: shows notices, and an offline page where there is no connection. Pages and the
// API always come from the network; only files whose address has their version are cached.
// The server puts `SITE`, the version and the root path, in front.

const CACHE = `nomarch-${SITE.version}-${new URL(self.location).searchParams.get("lang") ?? ""}`;
const STATIC = `${SITE.root}/static/${SITE.version}/`;
const COLOURS = `${SITE.root}/colours.css?${SITE.version}`;
const OFFLINE = `${SITE.root}/offline`;
const SHELL = [
  OFFLINE, COLOURS, `${SITE.root}/static/icon.svg`,
  ...["nomarch.css", "fonts/fonts.css", "common.js", "dom.js", "offline.js"].map((name) => STATIC + name),
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names
    .filter((name) => name.startsWith("nomarch-") && name !== CACHE)
    .map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE, { ignoreSearch: true })));
  } else if (pathname.startsWith(STATIC) || pathname + search === COLOURS) {
    event.respondWith(fromCache(request));
  }
});

async function fromCache(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, answer.clone());
  }
  return answer;
}

self.addEventListener("push", (event) => {
  const { title, body, path, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, {
    body, tag, icon: `${SITE.root}/static/icon-192.png`, badge: `${SITE.root}/static/icon-192.png`,
    data: { path: SITE.root + path }, renotify: true,
  }));
});

// A click goes to a tab that shows the table already, or opens one.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

async function open(path) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === path);
  if (there) await there.focus();
  else await clients.openWindow(path);
}
