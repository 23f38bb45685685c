// Boards in the documentation: a button becomes the game. About 7 MB are loaded once.
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-play]");
  if (!button) return;
  const frame = document.createElement("iframe");
  frame.src = button.dataset.play;
  frame.title = button.textContent;
  frame.allow = "fullscreen; clipboard-write";
  button.parentElement.replaceChildren(frame);
});
