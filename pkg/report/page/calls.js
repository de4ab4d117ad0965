"use strict";
// Filtering and sorting only: the page is whole without it.
(() => {
  const form = document.getElementById("filters");
  if (!form) return;
  const told = document.getElementById("told");
  const articles = document.getElementById("articles");
  const body = document.querySelector("#overview tbody");
  const tools = Array.from(body.rows, (row, at) => {
    const article = document.getElementById(row.dataset.of);
    return { row, article, at, name: row.cells[0].textContent, calls: +row.dataset.calls, failures: +row.dataset.failures, share: +row.dataset.share };
  });
  const orders = {
    failures: (a, b) => a.at - b.at, // as the page was written
    share: (a, b) => a.share - b.share || b.calls - a.calls,
    calls: (a, b) => b.calls - a.calls,
    name: (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  };
  let order = "failures";

  const filter = () => {
    const sorts = Array.from(form.querySelectorAll("input[name=sort]:checked"), (box) => box.value);
    const name = form.elements.name.value.trim().toLowerCase();
    let shown = 0;
    for (const t of tools) {
      const out = !sorts.some((s) => t.row.classList.contains(s)) || !t.name.toLowerCase().includes(name);
      t.row.hidden = t.article.hidden = out;
      if (!out) shown++;
    }
    told.textContent = shown + " of " + tools.length + (tools.length === 1 ? " tool" : " tools") + " shown";
    if (order === form.elements.order.value) return;
    order = form.elements.order.value;
    tools.sort((a, b) => orders[order](a, b) || a.at - b.at);
    body.append(...tools.map((t) => t.row));
    articles.append(...tools.map((t) => t.article));
  };
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("submit", (e) => e.preventDefault());
  // What is folded is printed too.
  const folded = [];
  addEventListener("beforeprint", () => {
    for (const d of document.querySelectorAll("details:not([open])")) folded.push(d), (d.open = true);
  });
  addEventListener("afterprint", () => {
    for (const d of folded.splice(0)) d.open = false;
  });
  filter();
})();
