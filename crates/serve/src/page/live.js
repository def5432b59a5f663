// Live camera: draws the visible grids over the picture, and takes a photo when the view is good and the hand
// steady.

import { ask } from "./api.js";
import { maySleep, stayAwake } from "./awake.js";
import { gameBar } from "./bar.js";
import { h, s, word } from "./dom.js";
import { icon } from "./icons.js";
import { send } from "./photos.js";
import { toast } from "./sheet.js";
import { game, open } from "./store.js";
import { t } from "./texts.js";

/**
 * Longer side of the analysed frames, in pixels: twice the 256 pixels that the network sees, so that the
 * blocks of JPEG compression are smaller for it.
 */
const LOOK_PX = 512;

/** Pause between two looks, so that the page can react to taps. */
const PAUSE_MS = 60;

/** How long a good view must remain steady. */
const STEADY_MS = 700;

/**
 * Movements of the grids, as fractions of the frame's longer side: less than `STEADY` means a steady hand,
 * more than `ANOTHER` means another kingdom.
 */
const STEADY = 0.015;
const ANOTHER = 0.25;

/** How long to wait for the camera's still: some cameras never deliver one, although they promise it. */
const STILL_MS = 4000;

/** Whether this page may use a camera: browsers allow it only over https and on the local machine. */
export function canLive() {
  return navigator.mediaDevices?.getUserMedia !== undefined;
}

/** The link to the camera page. */
export function liveLink() {
  return canLive() && h("a", { class: "button quiet round", href: `${game.href}/live`, "aria-label": t("live"), "data-key": "live" }, icon("film"), word(t("live")));
}

export async function livePage(_, id) {
  await open("game", id);
  const live = new Live();
  await live.start();
  return {
    title: t("live"),
    content: [
      gameBar(t("back"), game.href, t("live")),
      live.word,
      h("div", { class: "live" }, live.video, live.grids),
      h("nav", { class: "dock", "aria-label": t("photos") }, live.button),
    ],
    after: () => {
      stayAwake();
      if (live.stream) live.video.play().catch(() => {});
    },
    left: () => {
      maySleep();
      live.end();
    },
  };
}

class Live {
  constructor() {
    this.video = h("video", { muted: true, playsinline: true, autoplay: true, "aria-label": t("live") });
    this.video.muted = true;
    this.grids = s("svg", { "aria-hidden": "true" });
    this.word = h("p", { class: "live-word", role: "status" }, t("look_wait"));
    this.button = h("button", { type: "button", class: "main grow", disabled: true, "data-key": "take", onclick: () => this.take() }, icon("camera"), t("take_now"));
    this.canvas = document.createElement("canvas");
    /** Corners of the grids at their last movement, and its time. */
    this.still = { corners: [], since: 0 };
    /** The corners in the last photo taken. */
    this.taken = null;
    this.isTaking = false;
  }

  /** Asks for the camera. Shows a message if it is refused. */
  async start() {
    try {
      const video = { facingMode: { ideal: "environment" }, width: { ideal: 3840 }, height: { ideal: 2160 } };
      this.stream = await navigator.mediaDevices.getUserMedia({ video });
    } catch (error) {
      // The browser's message is not in the page's language.
      console.info(error);
      const isMissing = ["NotFoundError", "OverconstrainedError"].includes(error.name);
      this.say(t(isMissing ? "live_no_camera" : "live_failed"), true);
      return;
    }
    this.video.srcObject = this.stream;
    this.watch();
  }

  end() {
    this.hasEnded = true;
    this.stream?.getTracks().forEach((track) => track.stop());
  }

  say(text, isBad = false) {
    if (this.word.textContent !== text) this.word.textContent = text;
    this.word.classList.toggle("warn", isBad);
  }

  async watch() {
    while (!this.hasEnded) {
      if (this.video.videoWidth > 0 && !document.hidden && !this.isTaking) {
        this.button.disabled = false;
        try {
          const begun = performance.now();
          const frame = await this.picture(LOOK_PX, 0.8);
          const seen = await ask("POST", "look", frame);
          // For tests and debugging.
          this.video.dataset.lookMs = Math.round(performance.now() - begun);
          if (!this.hasEnded && !this.isTaking) this.show(seen);
        } catch (error) {
          this.say(error.message, true);
        }
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  /** The camera's current frame as a JPEG, its longer side at most `longest` pixels. */
  async picture(longest, quality) {
    const { videoWidth: width, videoHeight: height } = this.video;
    const scale = Math.min(1, longest / Math.max(width, height));
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    this.canvas.getContext("2d").drawImage(this.video, 0, 0, this.canvas.width, this.canvas.height);
    return new Promise((resolve, reject) => {
      this.canvas.toBlob((blob) => (blob === null ? reject(new Error("toBlob")) : resolve(blob)), "image/jpeg", quality);
    });
  }

  show({ grids, problem }) {
    const { width, height } = this.canvas;
    const d = grids.flat().map(([x0, y0, x1, y1]) => `M${x0} ${y0}L${x1} ${y1}`).join("");
    this.grids.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const line = Math.max(width, height) / 160;
    this.grids.replaceChildren(
      s("path", { class: "lattice halo", d, "stroke-width": line * 2 }),
      s("path", { class: `lattice ${problem === null ? "good" : ""}`, d, "stroke-width": line }));
    this.say(t(`look_${problem ?? "good"}`), problem !== null);
    const long = Math.max(width, height);
    const corners = grids.map((lines) => [lines[0], lines.at(-1)].flat());
    if (problem !== null || moved(corners, this.still.corners) > STEADY * long) this.still = { corners, since: performance.now() };
    if (problem !== null && grids.length === 0) this.taken = null;
    const isNew = this.taken === null || moved(corners, this.taken) > ANOTHER * long;
    if (problem === null && isNew && performance.now() - this.still.since > STEADY_MS) this.take(corners);
    else if (problem === null && !isNew) this.say(t("live_taken"));
  }

  /** Takes a photo at the camera's highest resolution, and sends it. */
  async take(corners = this.still.corners) {
    if (this.isTaking) return;
    this.isTaking = true;
    this.button.disabled = true;
    try {
      const photo = (await this.cameraStill()) ?? (await this.picture(Infinity, 0.95));
      send([new File([photo], `live-${Date.now()}.jpg`, { type: photo.type })], null);
      this.taken = corners;
      toast(t("live_taken"));
    } catch (error) {
      this.say(error.message, true);
    } finally {
      this.isTaking = false;
    }
  }

  /** The camera's own still, which is larger than its video; `null` if it provides none. */
  async cameraStill() {
    if (!("ImageCapture" in window)) return null;
    const still = new ImageCapture(this.stream.getVideoTracks()[0]).takePhoto().catch(() => null);
    return Promise.race([still, new Promise((resolve) => setTimeout(() => resolve(null), STILL_MS))]);
  }
}

/** The largest distance of a moved corner, in pixels; infinite if the grids differ. */
function moved(corners, before) {
  if (corners.length !== before.length || corners.length === 0) return Infinity;
  return Math.max(...corners.map((grid, index) => Math.max(...grid.map((value, at) => Math.abs(value - before[index][at])))));
}
