// What a browser keeps for rooms: keys, which local storage cannot hold, and what goes with them.
const STORE = "rooms";

function transact(mode, work) {
  return new Promise((done, fail) => {
    const opening = indexedDB.open("nomarch-rooms", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(STORE, mode);
      const asked = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(asked.result);
      transaction.onabort = transaction.onerror = () => fail(transaction.error);
    };
  });
}

export const readEntry = (name) => transact("readonly", (store) => store.get(name));
export const writeEntry = (name, value) => transact("readwrite", (store) => store.put(value, name));
