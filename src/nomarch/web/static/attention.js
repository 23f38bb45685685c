// Tells the server that this page is visible and in use, so that nothing is sent about it.

const EVERY = 30_000;
const IDLE = 120_000;

export function tellAttention(send) {
  let used = Date.now();
  let told = false;
  const tell = () => {
    const visible = !document.hidden && Date.now() - used < IDLE;
    if (visible || told) send({ type: "attend", visible });
    told = visible;
  };
  for (const kind of ["pointerdown", "keydown", "wheel", "touchstart"]) {
    addEventListener(kind, () => { used = Date.now(); }, { passive: true });
  }
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) used = Date.now();
    tell();
  });
  addEventListener("pagehide", () => send({ type: "attend", visible: false }));
  setInterval(tell, EVERY);
  return tell;
}
