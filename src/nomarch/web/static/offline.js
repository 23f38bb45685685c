// Without a connection: try again, by hand or when the network is back.
import { $ } from "./dom.js";

const retry = () => location.reload();

$("retry").addEventListener("click", retry);
addEventListener("online", retry);
// The page may have been loaded after the network came back.
if (navigator.onLine) setTimeout(retry, 3000);
