// Packs: many files as one. A JSON index with sizes comes first.

export async function fetchPack(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const length = new DataView(bytes.buffer).getUint32(0);
  const files = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  return { files, bytes: bytes.subarray(4 + length) };
}

// The files' contents are views of the pack: nothing is copied.
export function unpack(FS, folder, { files, bytes }) {
  let at = 0;
  const known = new Set();
  for (const [path, size] of files) {
    const cut = path.lastIndexOf("/");
    const parent = cut < 0 ? folder : `${folder}/${path.slice(0, cut)}`;
    if (!known.has(parent)) {
      FS.mkdirTree(parent);
      known.add(parent);
    }
    FS.createDataFile(parent, path.slice(cut + 1), bytes.subarray(at, at + size), true, false, true);
    at += size;
  }
}
