// The account page and signing in: passkeys, mail links, recovery codes.
import { at, post, toast, trying } from "./common.js";
import { $ } from "./dom.js";
import { t } from "./i18n.js";

// WebAuthn uses bytes where the server sends base64url.
const bytes = (text) => Uint8Array.from(
  atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const withBytes = (list) => list?.map((key) => ({ ...key, id: bytes(key.id) }));

function asJson(credential) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature",
    "userHandle"]) {
    if (credential.response[name]) response[name] = text(credential.response[name]);
  }
  if (credential.response.getTransports) response.transports = credential.response.getTransports();
  const { id, type } = credential;
  return { id, rawId: text(credential.rawId), type, response, clientExtensionResults: {} };
}

async function createPasskey(handle = "") {
  const { challenge, options } = await post(at("/api/passkeys/begin"), { handle });
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: withBytes(options.excludeCredentials),
  };
  const made = await orCancelled(navigator.credentials.create({ publicKey }));
  const label = t("Passkey");
  return post(at("/api/passkeys/finish"), { challenge, credential: asJson(made), label });
}

// Offers passkeys among a field's suggestions until one is used, or until the button asks.
let waiting = null;
async function suggestPasskeys() {
  if (!await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) return;
  waiting = new AbortController();
  const { signal } = waiting;
  try {
    await arrive(await usePasskey({ mediation: "conditional", signal }));
  } catch {
    // Nobody asked for it: the button says what is wrong.
  }
}

async function usePasskey(more = {}) {
  const { challenge, options } = await post(at("/api/sign-in/begin"));
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    allowCredentials: withBytes(options.allowCredentials),
  };
  const used = await orCancelled(navigator.credentials.get({ publicKey, ...more }));
  return post(at("/api/sign-in/finish"), { challenge, credential: asJson(used) });
}

async function orCancelled(asking) {
  try {
    return await asking;
  } catch {
    throw new Error(t("No passkey was used. Try again."));
  }
}

// Offers to bring along what was played on this device before.
async function arrive(signed) {
  if (!signed) return;
  const dialog = $("bring");
  if (signed.bring && dialog) {
    dialog.querySelector("p").textContent =
      t("Bring along the games you played here as {before}? They'll belong to {name}.", signed);
    dialog.showModal();
    await new Promise((done) => { dialog.addEventListener("close", done, { once: true }); });
    if (dialog.returnValue === "yes") {
      await trying(() => post(at("/api/account/bring"), { token: signed.bring }));
    }
  }
  const home = at("/me"), wanted = $("sign-in-page")?.dataset.next;
  const next = new URL(wanted ? at(wanted) : home, location.href);
  location.href = next.origin === location.origin ? next.href : home;
}

const field = (event, name) => new FormData(event.target).get(name);

function on(id, type, action) {
  $(id)?.addEventListener(type, (event) => {
    event.preventDefault();
    void trying(() => action(event));
  });
}

function askForCode() {
  toast(t("If this address can be used, a mail with a link and a code is on its way."));
  const form = $("mail-code");
  form.hidden = false;
  form.querySelector("input").focus();
}

on("claim", "submit", async (event) => {
  if (!event.submitter) $("claim-mail").elements.mail.focus(); // there's no button for a passkey
  else if (await createPasskey(field(event, "handle"))) location.reload();
});

on("claim-mail", "submit", async (event) => {
  if (!$("claim").reportValidity()) return;
  const handle = $("claim").elements.handle.value;
  await post(at("/api/mail/ask"), { mail: field(event, "mail"), handle });
  askForCode();
});

on("ask-mail", "submit", async (event) => {
  const sign_in = "signIn" in event.target.dataset;
  await post(at("/api/mail/ask"), { mail: field(event, "mail"), sign_in });
  askForCode();
});

on("sign-in", "click", async () => {
  waiting?.abort();
  await arrive(await usePasskey());
});
if ($("sign-in")) {
  void suggestPasskeys();
  // A challenge is valid for five minutes.
  setInterval(() => {
    if (!waiting || document.hidden) return;
    waiting.abort();
    void suggestPasskeys();
  }, 240_000);
}
on("mail-code", "submit", async (event) => arrive(
  await post(at("/api/mail/code"), { code: field(event, "code") })));
on("sign-in-code", "submit", async (event) => arrive(
  await post(at("/api/sign-in/code"), { handle: field(event, "handle"), code: field(event, "code") })));
on("use-link", "submit", async (event) => arrive(
  await post(at("/api/mail/use"), { token: event.target.dataset.token })));

on("add-passkey", "click", async () => { if (await createPasskey()) location.reload(); });
on("remove-mail", "click", async () => { await post(at("/api/mail/remove")); location.reload(); });
on("sign-out", "click", async () => {
  await post(at("/api/account/sign-out"));
  location.href = at("/");
});
on("make-codes", "click", async () => {
  const { codes } = await post(at("/api/account/codes"));
  const box = $("codes");
  box.hidden = false;
  box.querySelector("pre").textContent = codes.join("\n");
  box.querySelector("pre").focus();
  $("codes-left").textContent = $("codes-left").dataset.new;
  $("fragile")?.remove();
});
on("change-handle", "submit", async (event) => {
  await post(at("/api/account/rename"), { handle: field(event, "handle") });
  location.reload();
});
$("private")?.addEventListener("change", (event) => trying(async () => {
  await post(at("/api/account/private"), { private: event.target.checked });
  toast(t("Saved."));
}));

for (const row of document.querySelectorAll("[data-passkey]")) {
  const credential = row.dataset.passkey;
  row.querySelector("[data-rename]").addEventListener("click", () => trying(async () => {
    const label = prompt(t("Name of this passkey"), row.querySelector("span").firstChild.textContent.trim());
    if (!label) return;
    await post(at("/api/passkeys/rename"), { credential, label });
    location.reload();
  }));
  row.querySelector("[data-remove]")?.addEventListener("click", () => trying(async () => {
    if (!confirm(t("Remove this passkey? You can't sign in with it any more."))) return;
    await post(at("/api/passkeys/remove"), { credential });
    // The device may forget it, too; not every browser can.
    await globalThis.PublicKeyCredential?.signalUnknownCredential?.(
      { rpId: location.hostname, credentialId: credential });
    location.reload();
  }));
}
