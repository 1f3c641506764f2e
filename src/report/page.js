// What a page adds where scripts run: numbers at a point, copies for a spreadsheet, the place in the contents.
"use strict";
(() => {
  const tip = document.createElement("p");
  tip.className = "tip";
  tip.hidden = true;
  document.body.append(tip);

  // A browser's own tooltips come late, and never on a telephone: their words move here.
  for (const el of document.querySelectorAll(".tells > *")) {
    const title = el.querySelector("title");
    el.dataset.said = title.textContent;
    title.remove();
  }
  document.querySelectorAll("svg.chart > title").forEach(title => title.remove());

  const hide = () => {
    tip.hidden = true;
    document.querySelectorAll(".tells .at").forEach(el => el.classList.remove("at"));
  };
  const show = el => {
    hide();
    el.classList.add("at");
    tip.textContent = el.dataset.said;
    tip.hidden = false;
    const box = el.getBoundingClientRect(), own = tip.getBoundingClientRect();
    const left = Math.min(Math.max(box.left + box.width / 2 - own.width / 2, 6), document.documentElement.clientWidth - own.width - 6);
    const above = box.top - own.height - 8;
    tip.style.left = left + scrollX + "px";
    tip.style.top = (above > 0 ? above : box.bottom + 8) + scrollY + "px";
  };
  addEventListener("pointerover", e => {
    const el = e.target.closest && e.target.closest(".tells > *");
    if (el) show(el); else if (!document.activeElement.matches(".plot")) hide();
  });
  addEventListener("pointerdown", e => { if (!e.target.closest(".tells > *")) hide(); });

  // Numbers as a spreadsheet reads them: an interval becomes two columns, signs and thousands are plain.
  const plain = text => text.trim().replace(/−/g, "-").replace(/⁠/g, "").replace(/(\d),(?=\d{3})/g, "$1");
  const number = "-?\\d+(?:\\.\\d+)?";
  const pair = new RegExp(`^(${number})(?:–| to )(${number})(%?)$`);
  const brief = new RegExp(`^(${number}%?) ?\\[(${number})(?:–| to )(${number})(%?)\\]$`);
  const full = new RegExp(`^(${number}%?)(?: points)? \\(95% interval (${number})(?:–| to )(${number})(%?)\\)$`);
  const cells = text => {
    const said = plain(text);
    let found = said.match(pair);
    if (found) return [found[1] + found[3], found[2] + found[3]];
    found = said.match(brief) || said.match(full);
    return found ? [found[1], found[2] + found[4], found[3] + found[4]] : [said];
  };
  const heads = { 1: [""], 2: [": low", ": high"], 3: ["", ": low", ": high"] };
  const csv = (columns, rows) => {
    const parts = rows.map(row => row.map(cells));
    const widths = columns.map((_, i) => Math.max(1, ...parts.map(row => (row[i] || [""]).length)));
    const wide = (list, width) => [...list, ...Array(width - list.length).fill("")];
    const quoted = cell => (/[",\n]/.test(cell) ? '"' + cell.replace(/"/g, '""') + '"' : cell);
    const head = columns.flatMap((name, i) => heads[widths[i]].map(more => plain(name) + more));
    const body = parts.map(row => columns.flatMap((_, i) => wide(row[i] || [""], widths[i])));
    return [head, ...body].map(row => row.map(quoted).join(",")).join("\r\n") + "\r\n";
  };
  const ofTable = table => csv(
    [...table.querySelectorAll("thead th")].map(th => th.textContent),
    [...table.querySelectorAll("tbody tr")].map(tr => [...tr.children].map(td => td.textContent)));
  const ofPoints = svg => csv(["What", "Number"], [...svg.querySelectorAll(".tells > *")].map(el => {
    const at = el.dataset.said.lastIndexOf(": ");
    return [el.dataset.said.slice(0, at), el.dataset.said.slice(at + 2)];
  }));
  const copy = async text => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  };

  for (const plot of document.querySelectorAll(".plot")) {
    const figure = plot.closest("figure");
    const drawn = () => [...plot.querySelectorAll("svg.chart")].find(svg => svg.getClientRects().length) || plot.querySelector("svg.chart");
    const button = document.createElement("button");
    button.type = "button";
    const name = words => {
      button.textContent = words;
      button.setAttribute("aria-label", words + ": " + plot.dataset.title);
    };
    name("Copy as CSV");
    button.dataset.csv = "";
    button.addEventListener("click", async () => {
      const table = figure.querySelector("details table");
      const text = table ? ofTable(table) : ofPoints(drawn());
      button.dataset.csv = text;
      await copy(text);
      name("Copied");
      setTimeout(() => name("Copy as CSV"), 2000);
    });
    figure.querySelector("figcaption").after(button);

    if (!plot.querySelector(".tells > *")) continue;
    // A picture is one thing to a screen reader; its points are read out one by one with the arrow keys.
    const voice = document.createElement("p");
    voice.className = "unseen";
    voice.setAttribute("aria-live", "polite");
    plot.after(voice);
    plot.tabIndex = 0;
    plot.setAttribute("role", "group");
    plot.setAttribute("aria-label", plot.dataset.title + ": arrow keys read its points");
    let at = -1;
    plot.addEventListener("keydown", e => {
      const points = [...drawn().querySelectorAll(".tells > *")];
      const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: points.length - 1 }[e.key];
      if (e.key === "Escape") return hide();
      if (to === undefined) return;
      e.preventDefault();
      at = Math.min(Math.max(to, 0), points.length - 1);
      show(points[at]);
      voice.textContent = points[at].dataset.said;
    });
    plot.addEventListener("blur", hide);
  }

  // A link into a folded part unfolds it.
  const unfold = () => {
    const to = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let el = to; el; el = el.parentElement) if (el.matches("details")) el.open = true;
    if (to) to.scrollIntoView();
  };
  addEventListener("hashchange", unfold);
  unfold();

  // The section in view is marked in the contents, and kept in view there.
  const links = new Map([...document.querySelectorAll("nav a[href^='#']")].map(a => [a.getAttribute("href").slice(1), a]));
  const seen = new Set();
  const watcher = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target.id);
    const now = [...links.keys()].find(id => seen.has(id));
    for (const [id, a] of links) {
      if (id !== now) a.removeAttribute("aria-current");
      else if (!a.hasAttribute("aria-current")) {
        a.setAttribute("aria-current", "location");
        const list = a.closest("ul");
        list.scrollTo({ left: a.offsetLeft - list.offsetLeft - 40, top: a.offsetTop - list.offsetTop - 80 });
      }
    }
  }, { rootMargin: "-60px 0px -55% 0px" });
  document.querySelectorAll("main > section[id]").forEach(section => watcher.observe(section));
})();
