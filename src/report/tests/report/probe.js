// Looks at the page as a reader does and tells the page around it what is wrong.
const wrong = [];
addEventListener("error", e => wrong.push("error: " + (e.message || e.target.src || e.target.href)), true);
addEventListener("load", () => {
  const note = (what, el) => wrong.push(what + ": " + (el.textContent || el.tagName).trim().slice(0, 60));
  const shown = el => el.getClientRects().length > 0 && !el.closest(".unseen, .skip");
  const apart = (a, b, slack) =>
    a.right <= b.left + slack || b.right <= a.left + slack || a.bottom <= b.top + slack || b.bottom <= a.top + slack;

  // Above the fold, before anything is opened.
  for (const selector of [".verdict", ".tiles"]) {
    const el = document.querySelector(selector);
    // Only a run has tiles, and a replay has no verdict.
    if (!el && (selector !== ".verdict" || document.body.matches(".replay"))) continue;
    if (el.getBoundingClientRect().bottom > innerHeight) note("below the fold", el);
  }
  document.querySelectorAll("details").forEach(d => { d.open = true; });
  if (document.documentElement.scrollWidth > innerWidth) note("page is wider than the window", document.body);

  for (const svg of document.querySelectorAll("svg")) {
    // What lies on a map is read by zooming in.
    if (!shown(svg) || svg.matches(".paper, .paper *")) continue;
    const frame = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].map(el => [el, el.getBoundingClientRect()]);
    texts.forEach(([el, r], i) => {
      if (r.left < frame.left - 1 || r.right > frame.right + 1 || r.top < frame.top - 1 || r.bottom > frame.bottom + 1)
        note("chart text is clipped", el);
      if (r.height < 10) note("chart text is too small", el);
      for (const [other, o] of texts.slice(i + 1))
        if (!apart(r, o, 1.5)) note("chart texts overlap (" + other.textContent.trim() + ")", el);
    });
  }

  const leaves = [...document.querySelectorAll("p,li,dt,dd,th,td,h1,h2,h3,figcaption,summary,pre,a")]
    .filter(el => shown(el) && ![...el.children].some(c => getComputedStyle(c).display !== "inline"));
  // Tables and logs scroll in their own box; what is in them is not clipped.
  const rects = leaves.filter(el => !el.closest(".scroll, nav ul, .lines, .now, .hexcard")).map(el => [el, el.getBoundingClientRect()]);
  rects.forEach(([el, r], i) => {
    if (r.left < -1 || r.right > innerWidth + 1) note("text is clipped", el);
    if (el.scrollWidth > el.clientWidth + 1 && getComputedStyle(el).display !== "inline")
      note("text runs out of its box", el);
    for (const [other, o] of rects.slice(i + 1))
      if (!el.contains(other) && !apart(r, o, 1))
        note("texts overlap (" + other.textContent.trim().slice(0, 30) + ")", el);
  });

  // Contrast as rendered, text on the nearest painted ground.
  const channels = css => css.match(/[\d.]+/g).map(Number);
  const light = css => {
    const [r, g, b] = channels(css).map(c => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = el => {
    for (; el; el = el.parentElement) {
      const css = getComputedStyle(el).backgroundColor;
      if (channels(css)[3] !== 0) return css;
    }
    return "rgb(255, 255, 255)";
  };
  for (const el of leaves) {
    const [a, b] = [light(getComputedStyle(el).color), light(ground(el))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) note("contrast " + ratio.toFixed(2), el);
  }

  // The only things loaded are in the page itself.
  for (const entry of performance.getEntriesByType("resource"))
    if (!entry.name.startsWith("data:")) wrong.push("loads " + entry.name);

  parent.postMessage("width " + innerWidth + "\nground " + getComputedStyle(document.body).backgroundColor + "\n" +
    [...new Set(wrong)].join("\n") + "\nlooked at " + leaves.length, "*");
});
