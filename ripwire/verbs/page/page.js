// Draws what ripwire has laid out: modules, in them files, in them symbols. Nothing is computed here but what is seen.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { modules, files, symbols } = data;
  const n = symbols.name.length;
  const view = document.getElementById("view"), canvas = document.getElementById("canvas");
  const context = canvas.getContext("2d");
  const search = document.getElementById("search"), answer = document.getElementById("answer");
  const trail = document.getElementById("trail");
  const dark = matchMedia("(prefers-color-scheme: dark)");

  // Neighbours by symbol, from the list of edges, which is sorted by caller.
  const callees = Array.from({ length: n }, () => []), callers = Array.from({ length: n }, () => []);
  for (let i = 0; i < data.edges.src.length; i++) {
    callees[data.edges.src[i]].push(data.edges.dst[i]);
    callers[data.edges.dst[i]].push(data.edges.src[i]);
  }
  const inModule = modules.x.map(() => []);
  for (let i = 0; i < n; i++) inModule[symbols.module[i]].push(i);
  const inFile = files.path.map(() => []);
  for (let i = 0; i < n; i++) inFile[symbols.file[i]].push(i);

  let scale = 1, left = 0, top = 0, chosen = -1, asked = 0;
  const colour = (module, light) => `hsl(${(module * 137.508) % 360} 60% ${light}%)`;

  function size() {
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.round(view.clientWidth * ratio);
    canvas.height = Math.round(view.clientHeight * ratio);
    draw();
  }
  function fit(x, y, r) {
    scale = 0.45 * Math.min(view.clientWidth, view.clientHeight) / r;
    left = view.clientWidth / 2 - x * scale;
    top = view.clientHeight / 2 - y * scale;
    draw();
  }
  const all = () => fit(0, 0, data.radius || 1);
  function draw() {
    if (!asked) asked = requestAnimationFrame(paint);
  }
  function seen(x, y, r) {
    const a = x * scale + left, b = y * scale + top, c = r * scale;
    return a + c > 0 && b + c > 0 && a - c < view.clientWidth && b - c < view.clientHeight;
  }
  function label(text, x, y, bold) {
    context.font = `${bold ? "600 " : ""}12px system-ui, sans-serif`;
    context.fillText(text, x * scale + left, y * scale + top);
  }
  function paint() {
    asked = 0;
    const ratio = devicePixelRatio || 1;
    const style = getComputedStyle(document.documentElement);
    const text = style.getPropertyValue("--text"), line = style.getPropertyValue("--line");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, view.clientWidth, view.clientHeight);
    context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * left, ratio * top);
    context.lineWidth = 1 / scale;
    modules.x.forEach((x, m) => {
      if (!seen(x, modules.y[m], modules.r[m])) return;
      context.beginPath();
      context.arc(x, modules.y[m], modules.r[m], 0, 7);
      context.fillStyle = colour(m, dark.matches ? 18 : 93);
      context.fill();
      context.strokeStyle = colour(m, 60);
      context.stroke();
    });
    files.x.forEach((x, f) => {
      if (files.r[f] * scale < 3 || !seen(x, files.y[f], files.r[f])) return;
      context.beginPath();
      context.arc(x, files.y[f], files.r[f], 0, 7);
      context.strokeStyle = line;
      context.stroke();
    });
    // One path a module: some dozen fills for thousands of circles.
    inModule.forEach((members, m) => {
      context.beginPath();
      for (const s of members) {
        const r = symbols.r[s];
        if (!seen(symbols.x[s], symbols.y[s], r)) continue;
        context.moveTo(symbols.x[s] + r, symbols.y[s]);
        context.arc(symbols.x[s], symbols.y[s], r, 0, 7);
      }
      context.fillStyle = colour(m, 50);
      context.fill();
    });
    if (chosen >= 0) {
      const star = (others, tint) => {
        context.strokeStyle = tint;
        context.beginPath();
        for (const other of others) {
          context.moveTo(symbols.x[chosen], symbols.y[chosen]);
          context.lineTo(symbols.x[other], symbols.y[other]);
        }
        context.stroke();
      };
      star(callers[chosen], "#2563eb");
      star(callees[chosen], "#d97706");
      context.beginPath();
      context.arc(symbols.x[chosen], symbols.y[chosen], symbols.r[chosen] + 3 / scale, 0, 7);
      context.strokeStyle = text;
      context.lineWidth = 2 / scale;
      context.stroke();
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = text;
    context.textAlign = "center";
    context.textBaseline = "middle";
    modules.x.forEach((x, m) => {
      const r = modules.r[m] * scale;
      if (r > 28 && r < view.clientWidth) label(modules.label[m], x, modules.y[m] - modules.r[m] - 9 / scale, true);
    });
    files.x.forEach((x, f) => {
      const r = files.r[f] * scale;
      if (r > 40 && seen(x, files.y[f], files.r[f])) label(files.path[f].split("/").pop(), x, files.y[f] - files.r[f] + 8 / scale);
    });
    if (n && symbols.r[0] * scale > 5)
      for (let s = 0; s < n; s++)
        if (symbols.r[s] * scale > 7 && seen(symbols.x[s], symbols.y[s], symbols.r[s]))
          label(symbols.name[s], symbols.x[s], symbols.y[s] + symbols.r[s] + 8 / scale);
  }

  function element(tag, parent, text) {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    parent.append(made);
    return made;
  }
  function list(title, rows, total) {
    element("h2", answer, total > rows.length ? `${title} (${rows.length} of ${total})` : `${title} (${total})`);
    const items = element("ul", answer);
    for (const s of rows) {
      const button = element("button", element("li", items), symbols.name[s] + " ");
      button.dataset.symbol = s;
      element("small", button, place(s));
      button.addEventListener("click", () => choose(s));
    }
  }
  const place = (s) => `${files.path[symbols.file[s]]}:${symbols.line[s]}`;
  const MOST = 200;
  function choose(s) {
    chosen = s;
    answer.replaceChildren();
    element("h2", answer, `${data.kinds[symbols.kind[s]]} in ${modules.label[symbols.module[s]]}`);
    const head = element("h1", answer, symbols.name[s]);
    head.id = "chosen";
    element("small", answer, place(s));
    list("Callers", callers[s].slice(0, MOST), symbols.callers[s]);
    list("Callees", callees[s].slice(0, MOST), symbols.callees[s]);
    crumbs();
    fit(symbols.x[s], symbols.y[s], Math.max(files.r[symbols.file[s]], 12 * symbols.r[s]));
  }
  function crumbs() {
    trail.replaceChildren();
    const step = (text, act) => element("button", trail, text).addEventListener("click", act);
    step(data.root, () => { chosen = -1; answer.replaceChildren(); crumbs(); all(); });
    if (chosen < 0) return;
    const m = symbols.module[chosen], f = symbols.file[chosen];
    trail.append(" › ");
    step(modules.label[m], () => fit(modules.x[m], modules.y[m], modules.r[m]));
    trail.append(" › ");
    step(files.path[f], () => fit(files.x[f], files.y[f], files.r[f]));
  }
  search.addEventListener("input", () => {
    const wanted = search.value.toLowerCase();
    answer.replaceChildren();
    if (!wanted) return draw();
    const found = [];
    // Exact names first, then names that begin so, then the rest; within these by rank, which is their order.
    for (const fits of [(t) => t === wanted, (t) => t !== wanted && t.startsWith(wanted), (t) => !t.startsWith(wanted) && t.includes(wanted)])
      symbols.name.forEach((name, s) => { if (fits(name.toLowerCase())) found.push(s); });
    list("Found", found.slice(0, MOST), found.length);
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { search.value = ""; answer.replaceChildren(); }
    if (event.key === "Enter") answer.querySelector("button")?.click();
  });

  // Which symbol, file or module is at a point of the view: the smallest that is large enough to be meant.
  function at(x, y) {
    const a = (x - left) / scale, b = (y - top) / scale;
    const inside = (things, i, more) => (things.x[i] - a) ** 2 + (things.y[i] - b) ** 2 <= (things.r[i] + more) ** 2;
    for (let m = 0; m < modules.x.length; m++) {
      if (!inside(modules, m, 0)) continue;
      for (let f = 0; f < files.x.length; f++) {
        if (files.module[f] !== m || !inside(files, f, 0)) continue;
        if (files.r[f] * scale > 20)
          for (const s of inFile[f]) if (inside(symbols, s, 2 / scale)) return { symbol: s };
        return { file: f };
      }
      return { module: m };
    }
    return {};
  }
  let down = null;
  view.addEventListener("pointerdown", (event) => {
    down = { x: event.clientX, y: event.clientY, left, top, moved: false };
    view.setPointerCapture(event.pointerId);
  });
  view.addEventListener("pointermove", (event) => {
    if (!down) return;
    const x = event.clientX - down.x, y = event.clientY - down.y;
    if (Math.abs(x) + Math.abs(y) > 4) down.moved = true;
    if (!down.moved) return;
    view.classList.add("moving");
    left = down.left + x;
    top = down.top + y;
    draw();
  });
  view.addEventListener("pointerup", (event) => {
    view.classList.remove("moving");
    const moved = down?.moved;
    down = null;
    if (moved) return;
    const box = view.getBoundingClientRect();
    const hit = at(event.clientX - box.left, event.clientY - box.top);
    if (hit.symbol !== undefined) choose(hit.symbol);
    else if (hit.file !== undefined) fit(files.x[hit.file], files.y[hit.file], files.r[hit.file]);
    else if (hit.module !== undefined) fit(modules.x[hit.module], modules.y[hit.module], modules.r[hit.module]);
  });
  view.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = view.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    const factor = Math.exp(-event.deltaY * 0.0015);
    left = x - (x - left) * factor;
    top = y - (y - top) * factor;
    scale *= factor;
    draw();
  }, { passive: false });
  addEventListener("resize", size);
  dark.addEventListener("change", draw);
  crumbs();
  size();
  all();
})();
