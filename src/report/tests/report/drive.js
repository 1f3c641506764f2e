// Plays with a replay page as a reader does, and tells the page around it what it saw after each deed.
addEventListener("load", () => {
  const seen = [];
  const note = what => {
    const counters = [...document.querySelectorAll("#counters g[data-hex]")]
      .filter(g => g.dataset.units).map(g => g.dataset.hex + ":" + g.dataset.units.replaceAll(" ", ",")).sort();
    const text = document.querySelector("#now .when").textContent + " | " + document.querySelector("#now .what").textContent.trim();
    const current = document.querySelectorAll("#log [aria-current=step]");
    seen.push([what, location.hash, text, current.length + " " + (current[0] || {}).dataset?.frame, counters.join(" ")].join("\t"));
  };
  const key = (key, more) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
  const press = id => document.getElementById(id).click();
  note("opened");
  press("home"); note("home");
  press("next"); note("next");
  key("ArrowRight"); note("right");
  key("ArrowLeft"); note("left");
  key("ArrowRight", { shiftKey: true }); note("activation");
  key("PageDown"); note("turn");
  press("end"); note("end");
  key("Home"); note("home key");
  const jumps = [...document.querySelectorAll("#jumps .jump")].filter(j => !j.querySelector("button:disabled"));
  for (const jump of jumps) {
    press("home");
    jump.querySelector("button:last-child").click();
    note("jump " + jump.textContent.replace(/[‹›]/g, "").trim());
  }
  // A deep link followed within the page.
  location.hash = "#turn=2&step=1";
  setTimeout(() => {
    note("link");
    const hex = document.querySelector("#counters g[data-units]").dataset.hex;
    const find = document.getElementById("find");
    find.value = JSON.parse(document.getElementById("game").textContent).hexes[hex][2];
    find.dispatchEvent(new Event("change"));
    seen.push("found\t" + hex + "\t" + document.querySelectorAll("#hex li").length + "\t" + document.querySelector("#counters g[data-hex='" + hex + "']").dataset.units);
    const box = document.getElementById("map").getAttribute("viewBox").split(" ");
    key("+");
    seen.push("zoomed\t" + (document.getElementById("map").getAttribute("viewBox").split(" ")[2] < box[2]));
    seen.push("loaded\t" + performance.getEntriesByType("resource").filter(e => !e.name.startsWith("data:")).map(e => e.name).join(" "));
    parent.postMessage(seen.join("\n"), "*");
  }, 50);
});
