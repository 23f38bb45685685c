// Work in several tasks, so that the browser can show a frame or hear a click in between.

// A message is a task of its own and, unlike a timer, never has to wait.
const { port1, port2 } = new MessageChannel();
let rest = [];

// Does the first step now and each of the others in a task of its own; all at once where nobody looks.
export function inTasks(...steps) {
  finishTasks();
  rest = steps;
  if (document.hidden) finishTasks();
  else next();
}

function next() {
  const step = rest.shift();
  if (rest.length) port2.postMessage(null);
  step?.();
}
port1.onmessage = next;

// Does what is left now.
export function finishTasks() {
  while (rest.length) rest.shift()();
}
