const classes = [...document.querySelectorAll("details.class")];
document.getElementById("filter").addEventListener("input", (event) => {
  const wanted = event.target.value.trim().toLowerCase();
  for (const it of classes) it.hidden = !it.id.toLowerCase().includes(wanted);
});
const open = () => { const it = document.getElementById(decodeURIComponent(location.hash.slice(1))); if (it?.matches("details")) it.open = true; };
addEventListener("hashchange", open);
open();
