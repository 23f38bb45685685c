// What the page around the site and a friend's tab share.

export const readJson = (id) => JSON.parse(document.getElementById(id).textContent);

export function chooseLanguage() {
  const words = readJson("words");
  const wanted = (navigator.languages ?? [navigator.language]).map((tag) => tag.slice(0, 2).toLowerCase());
  const language = wanted.find((tag) => tag in words) ?? "en";
  document.documentElement.lang = language;
  return words[language];
}

// The address and the title of the page in a frame are those of the tab.
export function followFrame(frame, addressOf) {
  frame.addEventListener("load", () => {
    const { pathname, search, hash } = frame.contentWindow.location;
    if (pathname === "blank") return;
    document.title = frame.contentDocument.title || "Nomarch";
    history.replaceState(null, "", addressOf(pathname + search + hash));
  });
}
