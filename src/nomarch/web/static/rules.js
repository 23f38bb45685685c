// The rules on paper: the style sheet makes two pages of them.
document.getElementById("print").addEventListener("click", () => window.print());
