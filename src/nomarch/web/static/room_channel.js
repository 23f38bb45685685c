// What pages of the browser edition say to the tab that holds the room.

const channel = new BroadcastChannel(`nomarch${document.documentElement.dataset.root}`);

export const askRoom = (what, more = {}) => channel.postMessage({ kind: "room-do", what, ...more });

export function watchRoom(show) {
  channel.addEventListener("message", ({ data }) => data.kind === "room" && show(data));
  askRoom("show");
}

// Opens the room unless it is open; friends can come then.
export function openRoom() {
  return new Promise((done) => {
    watchRoom((room) => room.isOpen && done(room));
    askRoom("open");
  });
}
