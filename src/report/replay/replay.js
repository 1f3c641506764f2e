// The replay page. Reads the game from #game (its format stands in data.rs), keeps one number, `at`, the
// frame that is shown, and draws everything anew from it. No library, no network, no storage.
"use strict";
(() => {
  const $ = id => document.getElementById(id);
  const esc = text => String(text).replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
  const refuse = why => {
    $("fault").textContent = "This game cannot be shown: " + why;
    $("fault").hidden = false;
    document.querySelector(".stage").hidden = true;
  };

  // ---- The game ----------------------------------------------------------------------------------

  let game;
  try {
    game = JSON.parse($("game").textContent);
  } catch (error) {
    return refuse("its data are damaged (" + error.message + ").");
  }
  if (game.version !== 1) return refuse("its data have version " + game.version + ", this page reads version 1.");
  if (!Array.isArray(game.frames) || !game.frames.length || !Array.isArray(game.units))
    return refuse("it has no frames or no units.");

  const { frames, units, hexes, turns, markers, values, moments } = game;
  const last = frames.length - 1;
  const SIDES = ["german", "allied", "greek"];
  const PEOPLE = ["German", "Allied"];
  const TURN = 0, SIDE = 1, OPTIONS = 2, ACTION = 3, EVENTS = 4, UNITS = 5, HOLDERS = 6, GROUND = 7;
  const events = frame => (frame[EVENTS] || []).map(e => typeof e === "string" ? [e, 0, -1, 0] : e);
  const CAPTURE = moments.indexOf("capture") + 1;

  const scene = ([u, holders, ground]) => ({ units: u.slice(), holders: new Map(holders), ground: new Map(ground) });
  const copy = s => ({ units: s.units.slice(), holders: new Map(s.holders), ground: new Map(s.ground) });
  const apply = (s, frame) => {
    for (const u of frame[UNITS] || []) s.units[u[0]] = u;
    for (const [hex, side] of frame[HOLDERS] || []) s.holders.set(hex, side);
    for (const [hex, laid] of frame[GROUND] || []) laid.length ? s.ground.set(hex, laid) : s.ground.delete(hex);
    return s;
  };

  // One walk through the game: where turns and activations begin, what there is to jump to, and the
  // scene at the start of each turn, from which any other is a few steps away.
  const spans = [];
  const acts = [];
  const found = moments.map(() => []);
  const theatre = new Set();
  {
    const s = scene(game.first);
    s.units.forEach(u => u[1] >= 0 && theatre.add(u[1]));
    frames.forEach((frame, f) => {
      if (!spans.length || spans[spans.length - 1].turn !== frame[TURN])
        spans.push({ turn: frame[TURN], first: f, scene: copy(s) });
      const kinds = new Set();
      for (const [, kind, , beat] of events(frame)) {
        if (kind) kinds.add(kind);
        if (beat === 1 || beat === 2) acts.push(f + 1);
      }
      if ((frame[HOLDERS] || []).length) kinds.add(CAPTURE);
      kinds.forEach(kind => kind && found[kind - 1].push(f));
      (frame[UNITS] || []).forEach(u => u[1] >= 0 && theatre.add(u[1]));
      apply(s, frame);
    });
  }
  spans.forEach((span, i) => { span.last = i + 1 < spans.length ? spans[i + 1].first - 1 : last; });
  const spanOf = f => spans.findLast(span => span.first <= f);
  const sceneAt = f => {
    const span = spanOf(f);
    const s = copy(span.scene);
    for (let i = span.first; i <= f; i++) apply(s, frames[i]);
    return s;
  };
  // The set-up is step 0 of the first turn; the first decision of every turn is step 1.
  const stepOf = f => f - spanOf(f).first + (spanOf(f) === spans[0] ? 0 : 1);
  const link = f => "#turn=" + spanOf(f).turn + "&step=" + stepOf(f);
  const fromLink = hash => {
    const asked = new URLSearchParams(hash.slice(1));
    if (!asked.has("turn")) return null;
    const turn = parseInt(asked.get("turn"), 10) || 1;
    const span = spans.findLast(s => s.turn <= turn) || spans[0];
    const least = span === spans[0] ? 0 : 1;
    const step = asked.has("step") ? parseInt(asked.get("step"), 10) || 0 : least;
    return Math.min(span.last, span.first + Math.max(0, step - least));
  };

  let at = 0;
  let now = sceneAt(0);
  let chosen = -1;

  // ---- Counters ----------------------------------------------------------------------------------

  const badge = (number, x, y, shape) => {
    const [tone, letters] = markers[number];
    const body = shape === "square"
      ? '<rect x="-5.6" y="-5.6" width="11.2" height="11.2" rx="1.5"/>' : '<circle r="5.2"/>';
    return `<g class="badge ${tone}" transform="translate(${x} ${y})">${body}<text y="2.3">${esc(letters)}</text></g>`;
  };
  const words = u => u.slice(4).map(m => markers[m][2]);
  const describe = u => {
    const [name, , symbol, full] = units[u[0]];
    const figures = values[u[3]].map((v, i) => game.figures[i] + " " + v).join(", ");
    const marks = words(u);
    return `${name}, ${game.symbols[symbol][1]}, ${u[2]} of ${full} steps; ${figures}${marks.length ? "; " + marks.join(", ") : ""}`;
  };
  const counter = (u, x, y) => {
    const [name, side, symbol, full] = units[u[0]];
    const size = Math.min(5.6, 27 / (name.length * 0.56));
    const figures = values[u[3]].slice(0, 3).join("·");
    const figureSize = Math.min(8, 27 / (figures.length * 0.52));
    let pips = "";
    for (let i = 0; i < Math.min(full, 5); i++)
      pips += `<circle class="pip${i < u[2] ? "" : " lost"}" cx="12.2" cy="${4 - 3.6 * i}" r="1.3"/>`;
    const marks = u.slice(4);
    let badges = marks.slice(0, 3).map((m, i) => badge(m, -14, -8 + 10 * i)).join("");
    badges += marks.slice(3, 6).map((m, i) => badge(m, 14.5, 13 - 10 * i)).join("");
    return `<g class="counter ${SIDES[side]}" transform="translate(${x} ${y})"><title>${esc(describe(u))}</title>` +
      `<rect class="body" x="-15" y="-15" width="30" height="30" rx="2.4"/>` +
      `<text class="name" y="-8.6" font-size="${size.toFixed(2)}">${esc(name)}</text>` +
      `<use href="#${game.symbols[symbol][0]}" transform="translate(-1.2 -.6) scale(.96)"/>${pips}` +
      `<text class="figures" y="12.6" style="font-size:${figureSize.toFixed(2)}px">${esc(figures)}</text>${badges}</g>`;
  };

  const outline = hex => {
    const [x, y] = hexes[hex];
    const r = 29, h = r * 0.866;
    return `M${x - r / 2} ${y - h}h${r}l${r / 2} ${h}l${-r / 2} ${h}h${-r}l${-r / 2} ${-h}Z`;
  };
  const star = hex => {
    const [x, y] = hexes[hex];
    let path = "";
    for (let k = 0; k < 10; k++) {
      const angle = Math.PI * (k / 5 - 0.5), r = k % 2 ? 2.9 : 7;
      path += (k ? "L" : "M") + (x - 19 + r * Math.cos(angle)).toFixed(1) + " " + (y + r * Math.sin(angle)).toFixed(1);
    }
    return path + "Z";
  };

  // ---- Drawing a scene ---------------------------------------------------------------------------

  const drawn = new Map();
  const stacks = (s, active) => {
    const all = new Map();
    for (const u of s.units) {
      if (u[1] < 0) continue;
      if (!all.has(u[1])) all.set(u[1], []);
      all.get(u[1]).push(u);
    }
    all.forEach(stack => stack.sort((a, b) => active.has(b[0]) - active.has(a[0])));
    return all;
  };
  const drawCounters = active => {
    const all = stacks(now, active);
    now.ground.forEach((_, hex) => all.has(hex) || all.set(hex, []));
    for (const [hex, g] of drawn) if (!all.has(hex)) { g.remove(); drawn.delete(hex); }
    for (const [hex, stack] of all) {
      const laid = now.ground.get(hex) || [];
      const state = JSON.stringify([stack, laid]);
      let g = drawn.get(hex);
      if (!g) {
        g = document.createElementNS("http://www.w3.org/2000/svg", "g");
        drawn.set(hex, g);
        $("counters").append(g);
      }
      if (g.dataset.state === state) continue;
      g.dataset.state = state;
      g.dataset.hex = hex;
      g.dataset.units = stack.map(u => u[0]).sort((a, b) => a - b).join(" ");
      const [x, y] = hexes[hex];
      let html = "";
      for (let i = Math.min(stack.length, 3) - 1; i >= 0; i--) html += counter(stack[i], x - 2 * i, y + 4 + 2 * i);
      if (stack.length > 1)
        html += `<g class="stack" transform="translate(${x + 15} ${y - 10})"><circle r="5.4"/><text y="2.5">${stack.length}</text></g>`;
      laid.forEach((m, i) => { html += badge(m, x - 10 + 12 * i, y + (stack.length ? 22.5 : 12), "square"); });
      g.innerHTML = html;
    }
  };
  const drawMarks = before => {
    const frame = frames[at];
    const rings = new Set();
    let trails = "";
    for (const u of at ? frame[UNITS] || [] : []) {
      const old = before.units[u[0]];
      const [from, to] = [old[1], u[1]];
      if (to >= 0) rings.add(to); else if (from >= 0) rings.add(from);
      if (from >= 0 && to >= 0 && from !== to) {
        const [x1, y1] = hexes[from], [x2, y2] = hexes[to];
        const line = `M${x1} ${y1 + 4}L${x1 + (x2 - x1) * 0.62} ${y1 + 4 + (y2 - y1) * 0.62}`;
        trails += `<path class="trail" d="${line}"/><path class="trail over" d="${line}" marker-end="url(#head)"/>`;
      }
    }
    const hot = new Set(events(frame).filter(e => e[1] && e[2] >= 0).map(e => e[2]));
    (at ? frame[HOLDERS] || [] : []).forEach(([hex]) => hot.add(hex));
    let html = "";
    rings.forEach(hex => { if (!hot.has(hex)) html += `<path class="ring" d="${outline(hex)}"/>`; });
    hot.forEach(hex => { html += `<path class="ring moment" d="${outline(hex)}"/>`; });
    if (chosen >= 0) html += `<path class="ring chosen" d="${outline(chosen)}"/>`;
    $("rings").innerHTML = html;
    $("trails").innerHTML = trails;
    html = "";
    now.holders.forEach((side, hex) => {
      html += `<path class="holder ${SIDES[side]}" d="${outline(hex)}"/><path class="star ${SIDES[side]}" d="${star(hex)}"/>`;
    });
    $("objectives").innerHTML = html;
    return [...hot, ...rings];
  };
  const drawTally = () => {
    const count = [0, 1].map(side => {
      const own = now.units.filter(u => (units[u[0]][1] === 0) === (side === 0));
      const here = own.filter(u => u[1] >= 0);
      const lost = own.filter(u => game.fates[-1 - u[1]] === "eliminated").length;
      const steps = here.reduce((sum, u) => sum + u[2], 0);
      return `<span><i class="swatch b-${SIDES[side]}"></i>${["Germans", "Allies"][side]}: <b>${here.length}</b> units, <b>${steps}</b> steps on the map, <b>${lost}</b> lost</span>`;
    });
    $("tally").innerHTML = count.join("");
  };

  // ---- Words -------------------------------------------------------------------------------------

  const event = ([text, kind]) => `<li${kind ? ' class="key-event"' : ""}>${esc(text)}</li>`;
  const held = frame => {
    // A system that tells of a capture in an event of its own has said it already.
    if (events(frame).some(e => e[1] === CAPTURE)) return [];
    return (frame[HOLDERS] || []).map(([hex, side]) =>
      [`${hexes[hex][2]} ${hexes[hex][4]} is now held by the ${["Germans", "Allies"][side]}`, CAPTURE]);
  };
  const drawNow = () => {
    const frame = frames[at], span = spanOf(at);
    const steps = span.last - span.first + (span === spans[0] ? 0 : 1);
    const what = at === 0 ? "Set-up" : frame[ACTION];
    const who = frame[SIDE] < 0 ? "" : `<span class="unseen">${PEOPLE[frame[SIDE]]}: </span>`;
    const of = frame[OPTIONS] > 1 ? ` <span class="of">1 of ${frame[OPTIONS]} options</span>` : "";
    $("now").innerHTML =
      `<p class="when">Turn ${span.turn} of ${turns.length}, ${esc(turns[span.turn - 1])} · step ${stepOf(at)} of ${steps}${at === last ? " · end of the game" : ""}</p>` +
      `<p class="what ${SIDES[frame[SIDE]] || ""}">${who}${esc(what)}${of}</p>` +
      `<ul>${[...events(frame), ...held(frame)].map(event).join("")}</ul>`;
    $("now").scrollTop = 0;
  };

  let logged = null;
  const drawLog = () => {
    const span = spanOf(at);
    if (logged !== span) {
      logged = span;
      $("log-title").textContent = `Log of turn ${span.turn}, ${turns[span.turn - 1]}`;
      let html = "", loose = [];
      const flush = () => {
        if (loose.length) html += `<li class="d"><ul>${loose.map(event).join("")}</ul></li>`;
        loose = [];
      };
      const begin = e => { flush(); html += `<li class="act ${SIDES[e[3] - 1]}">${esc(e[0])}</li>`; };
      // What came after the end of the turn before belongs to this one.
      if (span.first > 0) {
        const tail = events(frames[span.first - 1]);
        const cut = tail.findLastIndex(e => e[3] === 3);
        for (const e of tail.slice(cut + 1)) e[3] ? begin(e) : loose.push(e);
        flush();
      }
      for (let f = span.first; f <= span.last; f++) {
        const frame = frames[f];
        const all = [...events(frame), ...held(frame)];
        const cut = all.findIndex(e => e[3] === 3);
        const own = cut < 0 ? all : all.slice(0, cut + 1);
        let begun = own.findIndex(e => e[3] === 1 || e[3] === 2);
        if (begun < 0) begun = own.length;
        const of = frame[OPTIONS] > 1 ? ` <span class="of">1 of ${frame[OPTIONS]}</span>` : "";
        const what = f === 0 ? "Set-up" : frame[ACTION];
        html += `<li class="d ${SIDES[frame[SIDE]] || ""}" data-frame="${f}"><a href="${link(f)}">${esc(what)}</a>${of}` +
          (begun ? `<ul>${own.slice(0, begun).map(event).join("")}</ul>` : "") + "</li>";
        for (const e of own.slice(begun)) e[3] === 1 || e[3] === 2 ? begin(e) : loose.push(e);
        flush();
      }
      $("log").innerHTML = `<ol>${html}</ol>`;
    }
    $("log").querySelectorAll("[aria-current]").forEach(li => li.removeAttribute("aria-current"));
    const line = $("log").querySelector(`[data-frame="${at}"]`);
    line.setAttribute("aria-current", "step");
    const box = $("log").getBoundingClientRect(), r = line.getBoundingClientRect();
    if (r.top < box.top || r.bottom > box.bottom) $("log").scrollTop += r.top - box.top - box.height / 3;
  };

  const drawHex = () => {
    $("hex").hidden = chosen < 0;
    if (chosen < 0) return;
    const [, , label, terrain, what] = hexes[chosen];
    const stack = now.units.filter(u => u[1] === chosen);
    const laid = (now.ground.get(chosen) || []).map(m => markers[m][2]);
    const holder = now.holders.has(chosen) ? `, held by the ${["Germans", "Allies"][now.holders.get(chosen)]}` : "";
    const unit = u => {
      const [name, side, symbol, full, formation, division] = units[u[0]];
      const figures = values[u[3]].map((v, i) => `${game.figures[i]} ${v}`).join(", ");
      const marks = words(u);
      return `<li><svg class="paper" viewBox="-20 -17 38 35" aria-hidden="true">${counter(u, 0, 0)}</svg><div><b>${esc(name)}</b><p>${esc(game.symbols[symbol][1])}, ${u[2]} of ${full} steps; ${esc(formation)}, ${esc(division)}</p><p>${esc(figures)}</p>${marks.length ? `<p><b>${esc(marks.join(", "))}</b></p>` : ""}</div></li>`;
    };
    $("hex").innerHTML = `<h2><span>Hex ${esc(label)}: ${esc(terrain)}${what ? ", " + esc(what) : ""}${holder}</span>` +
      `<button type="button" class="close" aria-label="Close">×</button></h2>` +
      (laid.length ? `<p>${esc(laid.join(", "))}</p>` : "") +
      (stack.length ? `<ul>${stack.map(unit).join("")}</ul>` : "<p>No units.</p>");
    $("hex").querySelector(".close").onclick = () => choose(-1);
  };
  const choose = hex => { chosen = hex; drawMarks(at ? sceneAt(at - 1) : now); drawHex(); };

  // ---- The strip ---------------------------------------------------------------------------------

  let place = () => 0;
  const drawStrip = () => {
    const width = Math.max(280, $("strip").clientWidth), left = 78, right = 14, top = 8;
    const chances = game.outlooks.length > 0;
    const plot = chances ? 92 : 0, lane = 14, base = top + plot + (chances ? 12 : 0), bottom = base + lane * moments.length;
    const across = width - left - right;
    place = f => {
      const i = spans.indexOf(spanOf(f)), span = spans[i];
      return left + across * (i + (f - span.first + 1) / (span.last - span.first + 1)) / spans.length;
    };
    const y = share => top + plot * (1 - share);
    let html = "";
    if (chances) {
      for (const share of [0, 0.5, 1])
        html += `<path class="grid-line" d="M${left} ${y(share)}H${width - right}"/><text x="${left - 6}" y="${y(share) + 4}" text-anchor="end">${share * 100} %</text>`;
      [1, 2].forEach(which => {
        const role = SIDES[which - 1];
        // An outlook starts where its turn does; the last point is the result.
        const points = game.outlooks.map(o => [o[0] === 0 ? left : place(o[0]), o[which]]);
        const won = game.winner === which - 1 ? 1 : 0;
        points.push([place(last), [won, won, won]]);
        const path = pick => points.map(([x, p]) => `${x.toFixed(1)} ${y(p[pick]).toFixed(1)}`);
        html += `<path class="f-${role}" opacity=".22" d="M${path(1).join("L")}L${path(2).reverse().join("L")}Z"/>` +
          `<path class="s-${role}" fill="none" stroke-width="2.4"${which === 2 ? ' stroke-dasharray="7 3"' : ""} d="M${path(0).join("L")}"/>`;
      });
    }
    moments.forEach((kind, i) => {
      const middle = base + lane * i + lane / 2;
      html += `<text x="${left - 6}" y="${middle + 4}" text-anchor="end">${esc(kind)}s</text><path class="grid-line" d="M${left} ${middle}H${width - right}"/>`;
      // One path for all: a campaign has thousands of events, and an element for each is slow to draw.
      html += `<path class="tick" d="${found[i].map(f => `M${place(f).toFixed(1)} ${middle - 4}v8`).join("")}"/>`;
    });
    const every = Math.ceil(spans.length / (across / 34));
    spans.forEach((span, i) => {
      const x = left + across * i / spans.length;
      html += `<path class="grid-line" d="M${x} ${top}V${bottom}"/>`;
      if (i % every === 0) html += `<text x="${x + across / spans.length / 2}" y="${bottom + 13}" text-anchor="middle">${span.turn}</text>`;
    });
    html += `<text x="${left - 6}" y="${bottom + 13}" text-anchor="end">turn</text><path class="cursor" id="cursor"/>`;
    const said = moments.map((kind, i) => `${found[i].length} ${kind}s`).join(", ");
    $("strip").innerHTML = `<svg viewBox="0 0 ${width} ${bottom + 18}" height="${bottom + 18}" role="img" aria-label="Win chances turn by turn, and when events happened: ${said}. The numbers are in a table below.">${html}</svg>`;
    $("strip").firstChild.dataset.bottom = bottom;
    $("strip").firstChild.onclick = e => {
      const part = Math.min(0.9999, Math.max(0, (e.offsetX * width / $("strip").clientWidth - left) / across)) * spans.length;
      const span = spans[Math.floor(part)];
      go(Math.min(span.last, span.first + Math.floor((part % 1) * (span.last - span.first + 1))));
    };
    drawCursor();
  };
  const drawCursor = () => {
    const x = at === 0 ? place(0) : place(at);
    $("cursor").setAttribute("d", `M${x.toFixed(1)} 2V${$("strip").firstChild.dataset.bottom}`);
    $("slider").value = at;
    $("slider").setAttribute("aria-valuetext", `turn ${spanOf(at).turn}, step ${stepOf(at)}`);
  };

  // ---- Zoom and pan ------------------------------------------------------------------------------

  const map = $("map");
  const view = { x: 0, y: 0, w: 1, h: 1 };
  const shape = () => map.clientHeight / Math.max(1, map.clientWidth);
  const show = () => map.setAttribute("viewBox", [view.x, view.y, view.w, view.h].map(n => n.toFixed(1)).join(" "));
  const look = (x, y, w) => {
    view.w = Math.min(Math.max(w, 160), 3 * Math.max(game.size[0], game.size[1] / shape()));
    view.h = view.w * shape();
    // Never so far that the map is out of sight.
    view.x = Math.min(Math.max(x, 0), game.size[0]) - view.w / 2;
    view.y = Math.min(Math.max(y, 0), game.size[1]) - view.h / 2;
    show();
  };
  const middle = () => [view.x + view.w / 2, view.y + view.h / 2];
  const zoom = (factor, x, y) => {
    const [mx, my] = middle();
    if (x === undefined) [x, y] = [mx, my];
    look(x + (mx - x) * factor, y + (my - y) * factor, view.w * factor);
  };
  const whole = () => look(game.size[0] / 2, game.size[1] / 2, Math.max(game.size[0], game.size[1] / shape()));
  const bounds = list => {
    const xs = list.map(hex => hexes[hex][0]), ys = list.map(hex => hexes[hex][1]);
    const [x1, x2, y1, y2] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    return [(x1 + x2) / 2, (y1 + y2) / 2, Math.max(x2 - x1 + 110, (y2 - y1 + 110) / shape())];
  };
  const fit = () => {
    whole();
    // Where units ever stand, unless that is most of the map anyway.
    const near = theatre.size ? bounds([...theatre]) : null;
    if (near && near[2] < 0.7 * view.w) look(...near);
  };
  const follow = focus => {
    if (!$("follow").checked || !focus.length) return;
    const inside = hex => {
      const [x, y] = hexes[hex], m = 40;
      return x > view.x + m && x < view.x + view.w - m && y > view.y + m && y < view.y + view.h - m;
    };
    if (focus.every(inside)) return;
    const [x, y, w] = bounds(focus);
    look(x, y, Math.max(view.w, w));
  };
  const toMap = e => {
    const r = map.getBoundingClientRect();
    return [view.x + (e.clientX - r.left) / r.width * view.w, view.y + (e.clientY - r.top) / r.height * view.h];
  };
  const nearest = ([x, y]) => {
    let best = -1, least = 30 * 30;
    hexes.forEach((hex, i) => {
      const d = (hex[0] - x) ** 2 + (hex[1] - y) ** 2;
      if (d < least) [best, least] = [i, d];
    });
    return best;
  };
  map.addEventListener("wheel", e => {
    e.preventDefault();
    zoom(e.deltaY > 0 ? 1.2 : 1 / 1.2, ...toMap(e));
  }, { passive: false });
  const fingers = new Map();
  let travelled = 0;
  map.addEventListener("pointerdown", e => {
    fingers.set(e.pointerId, [e.clientX, e.clientY]);
    if (fingers.size === 1) travelled = 0;
    map.setPointerCapture(e.pointerId);
  });
  map.addEventListener("pointermove", e => {
    const old = fingers.get(e.pointerId);
    if (!old) return;
    const scale = view.w / Math.max(1, map.clientWidth);
    const other = [...fingers].find(([id]) => id !== e.pointerId);
    const [mx, my] = middle();
    if (other) {
      const apart = p => Math.hypot(p[0] - other[1][0], p[1] - other[1][1]);
      const factor = apart(old) / Math.max(1, apart([e.clientX, e.clientY]));
      zoom(factor, ...toMap({ clientX: other[1][0], clientY: other[1][1] }));
      travelled = 99;
    } else {
      travelled += Math.abs(e.clientX - old[0]) + Math.abs(e.clientY - old[1]);
      if (travelled > 4) look(mx - (e.clientX - old[0]) * scale, my - (e.clientY - old[1]) * scale, view.w);
    }
    fingers.set(e.pointerId, [e.clientX, e.clientY]);
  });
  const lift = e => {
    if (fingers.delete(e.pointerId) && e.type === "pointerup" && travelled <= 4) choose(nearest(toMap(e)));
  };
  map.addEventListener("pointerup", lift);
  map.addEventListener("pointercancel", lift);

  // ---- Going about -------------------------------------------------------------------------------

  const go = (f, quiet) => {
    at = Math.min(last, Math.max(0, f));
    const before = at ? sceneAt(at - 1) : now;
    now = at ? apply(copy(before), frames[at]) : sceneAt(0);
    drawCounters(new Set((frames[at][UNITS] || []).map(u => u[0])));
    follow(drawMarks(at ? before : now));
    drawTally();
    drawNow();
    drawLog();
    drawHex();
    drawCursor();
    $("turn").value = spanOf(at).turn;
    for (const id of ["home", "turn-back", "act-back", "back"]) $(id).disabled = at === 0;
    for (const id of ["next", "act-next", "turn-next", "end", "play"]) $(id).disabled = at === last;
    if (!quiet) history.replaceState(null, "", link(at));
    if (at === last) pause();
  };
  const stepAct = way => {
    const there = way > 0 ? acts.find(f => f > at) : acts.findLast(f => f < at);
    go(there === undefined || there > last ? (way > 0 ? last : 0) : there);
  };
  const stepTurn = way => {
    const i = spans.indexOf(spanOf(at));
    if (way > 0) go(i + 1 < spans.length ? spans[i + 1].first : last);
    else go(at > spans[i].first ? spans[i].first : i ? spans[i - 1].first : 0);
  };
  const jump = (kind, way) => {
    const there = way > 0 ? found[kind].find(f => f > at) : found[kind].findLast(f => f < at);
    if (there !== undefined) go(there);
  };
  let clock = 0;
  const pause = () => {
    clearInterval(clock);
    clock = 0;
    $("play").setAttribute("aria-pressed", "false");
    $("now").setAttribute("aria-live", "polite");
  };
  const play = () => {
    if (clock) return pause();
    if (at === last) return;
    // Nobody wants to hear every step of a film.
    $("now").setAttribute("aria-live", "off");
    $("play").setAttribute("aria-pressed", "true");
    clock = setInterval(() => go(at + 1), 900);
  };

  const DO = {
    home: () => go(0), end: () => go(last), back: () => go(at - 1), next: () => go(at + 1), play,
    "act-back": () => stepAct(-1), "act-next": () => stepAct(1),
    "turn-back": () => stepTurn(-1), "turn-next": () => stepTurn(1),
    "zoom-in": () => zoom(1 / 1.4), "zoom-out": () => zoom(1.4), fit, whole,
  };
  for (const [id, act] of Object.entries(DO)) $(id).onclick = act;
  $("jumps").innerHTML = moments.map((kind, i) =>
    `<div class="jump"><button type="button" aria-label="Previous ${kind}"${found[i].length ? "" : " disabled"}>‹</button><span>${esc(kind)}s: ${found[i].length}</span><button type="button" aria-label="Next ${kind}"${found[i].length ? "" : " disabled"}>›</button></div>`).join("");
  $("jumps").querySelectorAll("button").forEach((button, i) => { button.onclick = () => jump(i >> 1, i % 2 ? 1 : -1); });
  $("turn").innerHTML = spans.map(span => `<option value="${span.turn}">${span.turn}: ${esc(turns[span.turn - 1])}</option>`).join("");
  $("turn").onchange = () => go(spans.find(span => span.turn === +$("turn").value).first);
  $("slider").oninput = () => go(+$("slider").value);
  $("names").innerHTML = units.map(u => `<option value="${esc(u[0])}">`).join("");
  $("find").onchange = () => {
    const asked = $("find").value.trim().toLowerCase();
    const unit = units.findIndex((u, i) => u[0].toLowerCase() === asked && now.units[i][1] >= 0);
    const hex = unit >= 0 ? now.units[unit][1] : hexes.findIndex(h => h[2].toLowerCase() === asked);
    $("find").setCustomValidity(hex >= 0 || !asked ? "" : "Neither a hex of this map nor a unit on it now.");
    if (hex < 0) return $("find").reportValidity();
    look(hexes[hex][0], hexes[hex][1], Math.min(view.w, 620));
    choose(hex);
  };
  addEventListener("keydown", e => {
    const target = e.target;
    if (target.matches("select, textarea, input:not([type])") || e.altKey || e.metaKey) return;
    const way = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (e.ctrlKey) {
      const pan = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
      if (!pan) return;
      const [x, y] = middle();
      look(x + pan[0] * view.w / 5, y + pan[1] * view.h / 5, view.w);
    } else if (way) e.shiftKey ? stepAct(way) : go(at + way);
    else if (e.key === "PageDown") stepTurn(1);
    else if (e.key === "PageUp") stepTurn(-1);
    else if (e.key === "Home") go(0);
    else if (e.key === "End") go(last);
    else if (e.key === " " && !target.matches("button, a, summary, input")) play();
    else if (e.key === "+" || e.key === "=") DO["zoom-in"]();
    else if (e.key === "-") DO["zoom-out"]();
    else if (e.key === "0") fit();
    else if (e.key === "Escape") choose(-1);
    else {
      const kind = moments.findIndex(word => word[0] === e.key.toLowerCase());
      if (kind < 0 || e.key.length > 1) return;
      jump(kind, e.shiftKey ? -1 : 1);
    }
    e.preventDefault();
  });
  addEventListener("hashchange", () => { const f = fromLink(location.hash); if (f !== null && f !== at) go(f); });
  new ResizeObserver(() => { drawStrip(); look(...middle(), view.w); }).observe($("strip"));

  fit();
  // On a small screen the whole theatre would be too small to read: begin closer and follow the play.
  if (map.clientWidth / view.w < 0.6) look(...middle(), map.clientWidth / 0.75);
  drawStrip();
  const asked = fromLink(location.hash);
  // Without a link the page opens when the set-up is done: before it there is little to see.
  go(asked === null ? Math.max(0, (acts[0] ?? 1) - 1) : asked, asked === null);
})();
