"use strict";
// Filtering only: the page is whole without it. One listener serves all controls.
(() => {
  const form = document.getElementById("filters");
  const told = document.getElementById("told");
  const findings = Array.from(document.getElementsByClassName("finding"));
  const rows = Array.from(document.getElementsByClassName("row"));
  const calls = Array.from(document.getElementsByClassName("call"));
  const tools = Array.from(document.getElementsByClassName("tool"));

  // What stands in what does not change.
  const within = (all, kind) => {
    const of = new Map();
    for (const e of all) {
      const around = e.parentElement.closest(kind);
      if (around) of.has(around) ? of.get(around).push(e) : of.set(around, [e]);
    }
    return of;
  };
  const ofRow = within(findings, ".row");
  const ofTool = within(findings, ".tool");
  const ofCall = within(rows, ".call");

  const filter = () => {
    const sorts = new Set(Array.from(form.querySelectorAll("input[name=sort]:checked"), (box) => box.value));
    const rule = form.elements.rule.value;
    const tool = form.elements.tool.value;
    const agreed = form.elements.agreed.checked;
    let shown = 0;
    for (const f of findings) f.hidden = !sorts.has(f.classList[1]) || (rule !== "" && f.dataset.rule !== rule);
    const any = (list) => (list || []).some((e) => !e.hidden);
    for (const r of rows) r.hidden = !any(ofRow.get(r)) && !(agreed && !ofRow.has(r) && rule === "");
    for (const c of calls) c.hidden = !any(ofCall.get(c)) && !(agreed && rule === "");
    for (const t of tools) {
      t.hidden = (tool !== "" && t.id !== tool) || (!any(ofTool.get(t)) && !(agreed && rule === ""));
      if (!t.hidden) shown += (ofTool.get(t) || []).filter((f) => !f.hidden).length;
    }
    told.textContent = shown + " of " + findings.length + (findings.length === 1 ? " finding" : " findings") + " shown";
  };
  form.hidden = false;
  form.addEventListener("change", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("submit", (e) => e.preventDefault());
  filter();
})();
