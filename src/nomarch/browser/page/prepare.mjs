// While a site is built: runs `nomarch/browser/prepare.py` with the site's own Python, in Node.
import { pathToFileURL } from "node:url";

const [pyodide, stage, out, cache, options] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
// Byte code without columns, which only tracebacks show.
const env = { PYTHONNODEBUGRANGES: "1" };
const python = await loadPyodide({ indexURL: pyodide, env });
python.setStderr({ batched: (line) => console.error(line) });
python.setStdout({ batched: (line) => console.error(line) });
for (const [point, folder] of [["/pyodide", pyodide], ["/stage", stage], ["/out", out], ["/cache", cache]]) {
  python.mountNodeFS(point, folder);
}
python.globals.set("options", options);
try {
  await python.runPythonAsync(`
import runpy
await runpy.run_path("/stage/nomarch/browser/prepare.py")["prepare"](options)
`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
process.exit(0);
