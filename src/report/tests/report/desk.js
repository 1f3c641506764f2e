// Uses a page as a reader does, with keys, pointer and clipboard, and tells the page around it what happened.
addEventListener("load", async () => {
  const said = [];
  const note = (what, is) => said.push(what + "\t" + is);
  const plots = [...document.querySelectorAll(".plot[role=group]")];
  note("plots", plots.length + " of " + document.querySelectorAll(".plot").length);
  const plot = document.querySelector("#win-bar .plot, .plot");
  const key = key => plot.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const voice = () => plot.nextElementSibling.textContent;
  const tip = document.querySelector(".tip");
  plot.focus();
  key("ArrowRight"); note("first", voice());
  note("tip", !tip.hidden && tip.textContent === voice());
  key("End"); note("last", voice());
  key("Home"); note("home", voice());
  key("Escape"); note("closed", tip.hidden);
  plot.blur();
  const shown = [...document.querySelectorAll(".tells > *")].filter(el => el.getClientRects().length);
  shown[0].dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  note("pointed", tip.textContent);
  const box = tip.getBoundingClientRect();
  note("inside", box.left >= 0 && box.right <= innerWidth);
  for (const button of document.querySelectorAll("figure > button")) button.click();
  await new Promise(done => setTimeout(done, 300));
  const csvs = [...document.querySelectorAll("figure > button")].map(button => button.dataset.csv);
  note("copies", csvs.length + " of " + document.querySelectorAll("figure").length);
  for (const csv of csvs) {
    const widths = new Set(csv.trimEnd().split("\r\n").map(line => line.match(/("[^"]*(?:""[^"]*)*"|[^,]*)(,|$)/g).filter((c, i, all) => i < all.length - 1 || c).length));
    if (csv.trimEnd().split("\r\n").length < 2) note("empty copy", csv);
    if (widths.size !== 1) note("ragged copy", csv.slice(0, 300));
  }
  note("copy", csvs[0].replace(/\r\n/g, " | "));
  scrollTo(0, document.body.scrollHeight);
  await new Promise(done => setTimeout(done, 300));
  const nav = document.querySelector("nav").getBoundingClientRect();
  note("contents in view", nav.top >= 0 && nav.top < 40 && nav.bottom > 20);
  note("current", document.querySelectorAll("nav [aria-current]").length);
  parent.postMessage(said.join("\n"), "*");
});
