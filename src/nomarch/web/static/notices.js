// Settings of notices: this device, mails, quiet hours.
import { at, post, read, toast, trying } from "./common.js";
import { $ } from "./dom.js";
import { moment } from "./format.js";
import { t } from "./i18n.js";

const state = read("state");
const form = $("notices");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
$("zone").textContent = zone;

const canPush = state.can_push && "serviceWorker" in navigator && "PushManager" in window;

const bytes = (text) => Uint8Array.from(
  atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

async function current() {
  const worker = await navigator.serviceWorker.ready;
  return worker.pushManager.getSubscription();
}

async function show() {
  if (!state.can_push) return;
  const subscription = canPush ? await current() : null;
  $("push-blocked").hidden = canPush;
  $("push-start").hidden = !canPush || Boolean(subscription);
  for (const id of ["push-stop", "push-test", "push-on"]) $(id).hidden = !subscription;
  $("push-off").hidden = Boolean(subscription) || !canPush;
}

async function start() {
  if ((await Notification.requestPermission()) !== "granted") {
    throw new Error(t("Your browser blocks notifications from this site. Allow them in its settings."));
  }
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true, applicationServerKey: bytes(state.key),
  });
  const { endpoint, keys } = subscription.toJSON();
  await post(at("/api/notices/devices"), { endpoint, p256dh: keys.p256dh, auth: keys.auth });
  await show();
}

async function stop() {
  const subscription = await current();
  if (subscription) {
    await post(at("/api/notices/devices/remove"), { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  await show();
}

async function test() {
  await post(at("/api/notices/test"));
  toast(t("Sent: it should appear in a few seconds."));
}

function save() {
  const data = new FormData(form);
  const hours = ["quiet_from", "quiet_to"].map((name) => Number(data.get(name)));
  return post(at("/api/notices"), {
    push: state.can_push ? data.getAll("push") : state.push,
    mail: data.getAll("mail"), digest: Number(data.get("digest") ?? -1),
    quiet: data.get("is_quiet") ? hours : [], zone,
    night_clock: Boolean(data.get("is_quiet") && data.get("night_clock")),
  });
}

for (const [id, act] of [["push-start", start], ["push-stop", stop], ["push-test", test]]) {
  $(id)?.addEventListener("click", () => trying(act));
}
// Clocks stop only in quiet hours.
const { is_quiet: quiet, night_clock: nightClock } = form.elements;
const offerNight = () => { nightClock.disabled = !quiet.checked; };
quiet.addEventListener("change", offerNight);
offerNight();
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await trying(save)) toast(t("Saved."));
});
const until = $("vacation-until");
if (until) until.textContent = moment(until.dataset.at);
$("vacation").addEventListener("submit", async (event) => {
  event.preventDefault();
  const days = Number(new FormData(event.target).get("days"));
  if (await trying(() => post(at("/api/vacation"), { days }))) location.reload();
});
show();
