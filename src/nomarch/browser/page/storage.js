// Files of Python that are kept by the browser, written through at once: SQLite's own commits decide
// what is durable. Uses the origin's private file system, which only a worker can write synchronously.

const DATABASE = "nomarch.sqlite3";
const KEPT = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-journal`, `${DATABASE}-before`];
const ENOSPC = 51;
const EIO = 29;
const PATIENCE = 10_000;

const folderName = (root) => `nomarch${root.replaceAll("/", "-")}`;

async function openFolder(root) {
  const top = await navigator.storage.getDirectory();
  return top.getDirectoryHandle(folderName(root), { create: true });
}

// The worker of a tab that was just closed may still hold a file for a moment.
async function openHandle(folder, name) {
  const file = await folder.getFileHandle(name, { create: true });
  const until = performance.now() + PATIENCE;
  for (;;) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (performance.now() > until) throw error;
      await new Promise((done) => { setTimeout(done, 50); });
    }
  }
}

export class Storage {
  constructor(root, folder, handles) {
    Object.assign(this, { root, folder, handles });
    this.isKept = folder !== null;
  }

  // Where nothing can be kept, as in some private windows, files stay in memory.
  static async open(root) {
    let folder;
    try {
      folder = await openFolder(root);
      if (!FileSystemFileHandle.prototype.createSyncAccessHandle) throw new Error("no handles");
    } catch {
      return new Storage(root, null, {});
    }
    const handles = {};
    for (const name of KEPT) handles[name] = await openHandle(folder, name);
    return new Storage(root, folder, handles);
  }

  // `onFull` is called when the browser has no space left.
  mount(FS, path, onFull) {
    const { handles } = this;
    FS.mkdirTree(path);
    const { node } = FS.lookupPath(path);
    const plain = node.node_ops;
    node.node_ops = {
      ...plain,
      mknod(parent, name, mode, dev) {
        const made = plain.mknod(parent, name, mode, dev);
        if (handles[name] && FS.isFile(mode)) writeThrough(FS, made, handles[name], onFull);
        return made;
      },
      unlink(parent, name) {
        if (handles[name]) {
          handles[name].truncate(0);
          handles[name].flush();
        }
        return plain.unlink(parent, name);
      },
    };
    for (const [name, handle] of Object.entries(handles)) {
      if (handle.getSize() > 0) FS.mknod(`${path}/${name}`, 0o100600, 0);
    }
  }

  static async readSnapshot(root, version) {
    try {
      const folder = await openFolder(root);
      const file = await (await folder.getFileHandle(`memory-${version}`)).getFile();
      return new Uint8Array(await file.arrayBuffer());
    } catch {
      return null;
    }
  }

  static async dropSnapshots(root) {
    await dropOthers(await openFolder(root), "");
  }

  static async writeSnapshot(root, version, bytes) {
    const folder = await openFolder(root);
    await dropOthers(folder, version);
    // Written under another name first: what is there under its own name is complete.
    const handle = await openHandle(folder, "memory-new");
    handle.truncate(0);
    const written = handle.write(bytes, { at: 0 });
    handle.flush();
    handle.close();
    if (written !== bytes.length) throw new Error("no space for a memory snapshot");
    const file = await folder.getFileHandle("memory-new");
    await file.move(`memory-${version}`);
  }
}

async function dropOthers(folder, version) {
  for await (const name of folder.keys()) {
    if (name.startsWith("memory-") && name !== `memory-${version}`) await folder.removeEntry(name);
  }
}

function writeThrough(FS, node, handle, onFull) {
  const plain = node.node_ops;
  const attempt = (errno, work) => {
    try {
      return work();
    } catch (error) {
      console.error(error);
      if (errno === ENOSPC) onFull();
      throw new FS.ErrnoError(errno);
    }
  };
  // Browsers without space fail in different ways, and some write less than they were given.
  const change = (work) => attempt(ENOSPC, work);
  node.node_ops = {
    getattr: (of) => ({ ...plain.getattr(of), size: handle.getSize() }),
    setattr(of, { size, ...more }) {
      if (size !== undefined) change(() => handle.truncate(size));
      plain.setattr(of, more);
    },
  };
  node.stream_ops = {
    llseek(stream, offset, whence) {
      const from = [0, stream.position, handle.getSize()][whence];
      if (from + offset < 0) throw new FS.ErrnoError(28);
      return from + offset;
    },
    read: (stream, buffer, offset, length, position) => attempt(
      EIO, () => handle.read(buffer.subarray(offset, offset + length), { at: position }),
    ),
    write: (stream, buffer, offset, length, position) => change(() => {
      const written = handle.write(buffer.subarray(offset, offset + length), { at: position });
      if (written < length) throw new Error(`${written} of ${length} bytes were written`);
      return length;
    }),
    fsync() {
      change(() => handle.flush());
      return 0;
    },
  };
}
