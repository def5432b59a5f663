// Four draggable corners over the photo, with a magnifier, for a grid that was not found or is wrong.

import { fileOf } from "./api.js";
import { gameBar } from "./bar.js";
import { h, s } from "./dom.js";
import { choice } from "./form.js";
import { icon } from "./icons.js";
import { attempt } from "./sheet.js";
import { changeAfterAsking, game, kingdomOf, open } from "./store.js";
import { t } from "./texts.js";

/** Radius within which a finger grabs a handle, in hundredths of the photo's longer side. */
const REACH = 7.5;

/** Width of the magnified area, in hundredths of the photo's longer side. */
const MAGNIFIED = 9;

export async function cornersPage({ go }, kind, id, p, k) {
  await open(kind, id);
  const photo = game.photos.find((other) => String(other.p) === p);
  const back = k === undefined ? game.href : `${game.href}/kingdom/${k}`;
  if (photo === undefined || !photo.picture) {
    return { title: t("corners"), content: [gameBar(t("back"), back, t("corners")), h("p", {}, t("photo_not_kept"))] };
  }
  // Without a kingdom's key, another kingdom is marked.
  const kingdom = k === undefined ? null : kingdomOf(k);
  const isFurther = kingdom === null && photo.kingdoms.length > 0;
  const { width_px: width, height_px: height } = photo;
  // The grid as marked, otherwise as read.
  const known = photo.marked?.find((other) => other.kingdom === k) ?? kingdom;
  const corners = known?.corners_px?.map((corner) => [...corner]) ?? inset(width, height);
  const side = Math.max(game.size ?? 0, known?.rows ?? 0, known?.cols ?? 0) > 5 ? 7 : 5;
  let grid = { rows: known?.rows ?? side, cols: known?.cols ?? side };
  const stage = new Stage(photo, corners, () => grid);
  const counter = (label, key) => choice(label, [2, 3, 4, 5, 6, 7].map((n) => [n, String(n)]), grid[key], (n) => {
    grid = { ...grid, [key]: n };
    stage.draw();
  });
  const submit = async (event) => {
    const button = event.currentTarget;
    button.disabled = true;
    button.textContent = t("reading");
    const here = location.hash;
    const whose = kingdom === null || game.isTable ? {} : { kingdom: kingdom.k };
    let isRead;
    try {
      isRead = await attempt(() => changeAfterAsking("PUT", `photos/${photo.p}/corners`, { corners_px: corners, ...grid, ...whose }));
    } finally {
      button.disabled = false;
      button.textContent = t("read_like_this");
    }
    // Does not call back a user who has moved on; refused corners can be dragged further.
    if (!isRead || location.hash !== here) return;
    const now = game.photos.find((other) => other.p === photo.p);
    if (now?.by_hand || now?.status === "scored") go(game.isTable ? `${game.href}/kingdom/${now.kingdoms[0]}` : game.href);
  };
  return {
    title: t("corners"),
    content: [
      gameBar(t("back"), back, t("corners")),
      h("div", { class: "columns corners" },
        h("div", { class: "column" }, h("div", { class: "card stage" }, stage.element)),
        h("div", { class: "column" },
          h("p", {}, t(isFurther ? "drag_corners_of_another" : "drag_corners")),
          h("div", { class: "card pad" }, counter(t("rows"), "rows"), counter(t("columns"), "cols")),
          photo.by_hand && h("button", { type: "button", class: "quiet", onclick: async () => {
            const here = location.hash;
            const isForgotten = await attempt(() => changeAfterAsking("PUT", `photos/${photo.p}/corners`, null));
            if (isForgotten && location.hash === here) go(back);
          } }, icon("undo"), t("forget_corners")),
          h("p", { class: "warning", hidden: true, role: "alert", id: "crossed" }, t("corners_crossed")))),
      h("div", { class: "dock" }, h("button", { type: "button", class: "main wide", id: "read-corners", onclick: submit }, t("read_like_this"))),
    ],
  };
}

/** The initial corners if nothing was found: a square in the middle. */
function inset(width, height) {
  const half = Math.min(width, height) * 0.35;
  const [x, y] = [width / 2, height / 2];
  return [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]];
}

/** The photo with its four handles. */
class Stage {
  constructor(photo, corners, grid) {
    this.photo = photo;
    this.corners = corners;
    this.grid = grid;
    this.unit = Math.max(photo.width_px, photo.height_px) / 100;
    this.href = fileOf(game, `photos/${photo.p}.jpg`);
    this.lattice = s("path", { class: "lattice", "stroke-width": this.unit * 0.3 });
    this.halo = s("path", { class: "lattice halo", "stroke-width": this.unit * 0.8 });
    this.handles = corners.map((_, index) => this.handle(index));
    this.glass = this.magnifier();
    this.element = s("svg", { class: "corner-photo", viewBox: `0 0 ${photo.width_px} ${photo.height_px}`, role: "group", "aria-label": t("corners") },
      this.image(), this.halo, this.lattice, this.handles, this.glass);
    this.draw();
  }

  image() {
    return s("image", { href: this.href, width: this.photo.width_px, height: this.photo.height_px });
  }

  handle(index) {
    const names = ["upper-left", "upper-right", "lower-right", "lower-left"];
    return s("g", {
      class: "handle", role: "button", tabindex: 0, "aria-label": t("corner", { number: index + 1 }), "data-corner": names[index],
      onpointerdown: (event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus({ preventScroll: true });
        this.grip = this.offset(event, index);
        this.look(index);
      },
      onpointermove: (event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const [x, y] = this.toPhoto(event);
        this.move(index, x + this.grip[0], y + this.grip[1]);
      },
      onpointerup: () => this.look(null),
      onpointercancel: () => this.look(null),
      onfocus: () => this.look(index),
      onblur: () => this.look(null),
      onkeydown: (event) => this.nudge(event, index),
    },
      s("circle", { class: "reach", r: this.unit * REACH }),
      s("circle", { class: "ring halo", r: this.unit * 2.2, "stroke-width": this.unit * 0.9 }),
      s("circle", { class: "ring", r: this.unit * 2.2, "stroke-width": this.unit * 0.45 }),
      s("circle", { class: "point", r: this.unit * 0.35 }));
  }

  magnifier() {
    const radius = this.unit * 14;
    this.view = s("svg", { x: -radius, y: -radius, width: 2 * radius, height: 2 * radius, class: "view" }, this.image(), this.latticeCopy = s("path", { class: "lattice", "stroke-width": this.unit * 0.12 }));
    const clip = "magnifier-clip";
    return s("g", { class: "magnifier", visibility: "hidden" },
      s("clipPath", { id: clip }, s("circle", { r: radius })),
      s("circle", { class: "backdrop", r: radius }),
      s("g", { "clip-path": `url(#${clip})` }, this.view),
      s("circle", { class: "rim", r: radius, "stroke-width": this.unit * 0.6 }),
      s("path", { class: "cross", "stroke-width": this.unit * 0.25, d: `M${-radius / 3} 0h${(radius * 2) / 3}M0 ${-radius / 3}v${(radius * 2) / 3}` }));
  }

  toPhoto(event) {
    const matrix = this.element.getScreenCTM().inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [x, y];
  }

  offset(event, index) {
    const [x, y] = this.toPhoto(event);
    return [this.corners[index][0] - x, this.corners[index][1] - y];
  }

  move(index, x, y) {
    this.corners[index] = [Math.min(Math.max(x, 0), this.photo.width_px), Math.min(Math.max(y, 0), this.photo.height_px)];
    this.draw();
    this.look(index);
  }

  nudge(event, index) {
    const by = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const step = this.unit * (event.shiftKey ? 2 : 0.2);
    this.move(index, this.corners[index][0] + by[0] * step, this.corners[index][1] + by[1] * step);
  }

  /** Magnifies the photo around a corner, on the photo's opposite side. */
  look(index) {
    if (index === null) {
      this.glass.setAttribute("visibility", "hidden");
      return;
    }
    const [x, y] = this.corners[index];
    const around = this.unit * MAGNIFIED;
    this.view.setAttribute("viewBox", `${x - around / 2} ${y - around / 2} ${around} ${around}`);
    const { width_px: width, height_px: height } = this.photo;
    const margin = this.unit * 16;
    const place = [x < width / 2 ? width - margin : margin, y < height / 2 ? height - margin : margin];
    this.glass.setAttribute("transform", `translate(${place.join(" ")})`);
    this.glass.setAttribute("visibility", "visible");
  }

  draw() {
    this.handles.forEach((handle, index) => handle.setAttribute("transform", `translate(${this.corners[index].join(" ")})`));
    const isConvex = convex(this.corners);
    const lines = isConvex ? lattice(this.corners, this.grid()) : `M${this.corners.map((corner) => corner.join(" ")).join("L")}Z`;
    for (const path of [this.halo, this.lattice, this.latticeCopy]) path.setAttribute("d", lines);
    const warning = document.getElementById("crossed");
    if (warning === null) return;
    warning.hidden = isConvex;
    document.getElementById("read-corners").disabled = !isConvex;
  }
}

/** Whether the corners are clockwise and convex. */
function convex(corners) {
  return corners.every((here, index) => {
    const [next, last] = [corners[(index + 1) % 4], corners[(index + 3) % 4]];
    return (next[0] - here[0]) * (last[1] - here[1]) - (next[1] - here[1]) * (last[0] - here[0]) > 0;
  });
}

/** The grid's lines in perspective. */
function lattice(corners, { rows, cols }) {
  const at = perspective(corners);
  const line = (from, to) => `M${at(...from).join(" ")}L${at(...to).join(" ")}`;
  let lines = "";
  for (let row = 0; row <= rows; row += 1) lines += line([0, row / rows], [1, row / rows]);
  for (let col = 0; col <= cols; col += 1) lines += line([col / cols, 0], [col / cols, 1]);
  return lines;
}

/** The homography from the unit square to four corners. */
function perspective([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const scale = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / scale;
  const i = (dx1 * sy - sx * dy1) / scale;
  return (u, v) => {
    const w = g * u + i * v + 1;
    return [
      ((x1 - x0 + g * x1) * u + (x3 - x0 + i * x3) * v + x0) / w,
      ((y1 - y0 + g * y1) * u + (y3 - y0 + i * y3) * v + y0) / w,
    ];
  };
}
