// Draws what the extension has laid out; keys and clicks go back to it.
(() => {
  const vscode = acquireVsCodeApi();
  const host = document.getElementById("picture");
  const WIDEST = 220; // of a node, where there is room
  const NARROWEST = 0.6; // of that; what does not fit then is scrolled to
  const HEIGHT = 36;
  const MOST_HEAT = 12;
  const SVG = "http://www.w3.org/2000/svg";

  function make(name, attributes, parent) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    parent.append(element);
    return element;
  }

  function short(text, most) {
    return text.length > most ? `${text.slice(0, most - 1)}…` : text;
  }

  /** The end of a path, and of a dotted name, says more than its beginning. */
  function shortPath(text, most) {
    return text.length > most ? `…${text.slice(1 - most)}` : text;
  }

  /** Write as much of a text as there is room for, whatever the font. */
  function fit(element, text, shorten, room) {
    element.textContent = text;
    const length = element.getComputedTextLength();
    for (let most = Math.ceil((text.length * room) / length); most > 1 && element.getComputedTextLength() > room; most--) {
      element.textContent = shorten(text, most);
    }
  }

  let shown; // as it was laid out
  let scale = 1;

  function draw(layout, isResized = false) {
    const { placed, edges, center, width, height, note } = (shown = layout);
    document.getElementById("note").textContent = note;
    const room = document.documentElement.clientWidth - 24;
    scale = Math.min(1, Math.max(NARROWEST, room / Math.max(width, 1)));
    host.replaceChildren();
    // Borders are drawn half outside of what they go around.
    const svg = make("svg", { width: width * scale + 20, height: height + 20, viewBox: `-3 -3 ${width * scale + 20} ${height + 20}`, role: "presentation" }, host);
    const byId = new Map(placed.map((node) => [node.id, node]));
    for (const edge of edges) drawEdge(svg, byId.get(edge.from), byId.get(edge.to), edge.resolution);
    const drawn = placed.map((node) => drawNode(svg, node, node.id === center));
    if (!isResized) look(drawn[placed.findIndex((node) => node.id === center)]);
  }

  /** Focus it, with what is around it: a large picture is seen in part. */
  function look(group) {
    group?.focus({ preventScroll: true });
    group?.scrollIntoView({ block: "center", inline: "center" });
  }

  function drawEdge(svg, from, to, resolution) {
    if (!from || !to) return;
    const [x1, y1, x2, y2] = [(from.x + WIDEST) * scale, from.y + HEIGHT / 2, to.x * scale, to.y + HEIGHT / 2];
    const bend = 20 * scale;
    const path = make("path", { class: `edge ${resolution}`, d: `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}` }, svg);
    make("title", {}, path).textContent = resolution;
  }

  function drawNode(svg, node, isCenter) {
    const width = WIDEST * scale;
    const group = make("g", { class: isCenter ? "node center" : "node", tabindex: 0, role: "button", transform: `translate(${node.x * scale} ${node.y})`, "aria-label": `${node.label}, ${node.detail}, ${node.heat} call sites` }, svg);
    make("rect", { width, height: HEIGHT, rx: 4 }, group);
    make("rect", { class: "heat", y: HEIGHT - 3, height: 3, width: (width * Math.min(node.heat, MOST_HEAT)) / MOST_HEAT }, group);
    fit(make("text", { x: 8, y: 15 }, group), node.label, node.label.includes(".") ? shortPath : short, width - 16);
    fit(make("text", { x: 8, y: 29, class: "detail" }, group), node.detail, shortPath, width - 16);
    make("title", {}, group).textContent = `${node.id}\n${node.detail}`;
    group.addEventListener("click", () => send("open", node));
    group.addEventListener("dblclick", () => send("center", node));
    group.addEventListener("keydown", (event) => key(event, node));
    group.node = node;
    return group;
  }

  function send(kind, node) {
    if (node.place) vscode.postMessage({ kind, place: node.place });
  }

  function key(event, node) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === "Enter") send("open", node);
    else if (event.key === " ") send("center", node);
    else if (event.key in steps) look(nearest(node, ...steps[event.key]));
    else return;
    event.preventDefault();
  }

  function nearest(node, dx, dy) {
    let best;
    for (const group of host.querySelectorAll("g.node")) {
      const [x, y] = [group.node.x - node.x, group.node.y - node.y];
      const ahead = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (ahead > 0 && (!best || ahead + 2 * aside < best.far)) best = { group, far: ahead + 2 * aside };
    }
    return best?.group;
  }

  window.addEventListener("message", (event) => draw(event.data));
  window.addEventListener("resize", () => shown && draw(shown, true));
  vscode.postMessage({ kind: "ready" }); // what was sent before anybody listened is lost
})();
