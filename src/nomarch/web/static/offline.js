// Without a connection: try again, by hand or when the network is back.
import { $ } from "./dom.js";

$("retry").addEventListener("click", () => location.reload());
addEventListener("online", () => location.reload());
