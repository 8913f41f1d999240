const classes = [...document.querySelectorAll("details.class")];
document.getElementById("filter").addEventListener("input", (event) => {
  const wanted = event.target.value.trim().toLowerCase();
  for (const it of classes) it.hidden = !it.id.toLowerCase().includes(wanted);
});
const open = () => { const it = document.getElementById(decodeURIComponent(location.hash.slice(1))); if (it?.matches("details")) it.open = true; };
addEventListener("hashchange", open);
open();
// A test that is pressed shows its lines in the source of its class, one test at a time.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-lines]");
  if (!button) return;
  const section = button.closest("details.class");
  const pressed = button.getAttribute("aria-pressed") !== "true";
  for (const it of section.querySelectorAll("button[data-lines]")) it.setAttribute("aria-pressed", it === button && pressed);
  const lines = new Set(pressed ? button.dataset.lines.split(" ") : []);
  for (const it of section.querySelectorAll(".line")) it.classList.toggle("shown", lines.has(it.dataset.line));
  const source = section.querySelector("details.source");
  if (!pressed || !source) return;
  source.open = true;
  section.querySelector(".line.shown")?.scrollIntoView({ block: "nearest" });
});
