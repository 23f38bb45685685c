// Prints the rules; the style sheet sets two pages.
document.getElementById("print").addEventListener("click", () => window.print());
