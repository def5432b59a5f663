// The server's interface (`GET /api/openapi.json` describes it).

import { t, wantedLanguage } from "./texts.js";

/** What the server refused, with its reason in words. */
export class ApiError extends Error {
  constructor(code, text, status) {
    super(text);
    this.code = code;
    this.status = status;
  }
}

/** Under this word the server knows the phone again: no two of them are to correct the same kingdoms. */
function phone() {
  const kept = sessionStorage.getItem("phone");
  if (kept !== null) return kept;
  // `randomUUID` is for secure pages only.
  const made = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem("phone", made);
  return made;
}

function address(path) {
  const url = new URL(`/api/${path}`, location.origin);
  if (path.startsWith("tournament")) url.searchParams.set("phone", phone());
  const language = wantedLanguage();
  if (language !== null) url.searchParams.set("lang", language);
  return url;
}

function refusal(status, body) {
  try {
    const { code, text } = JSON.parse(body).error;
    return new ApiError(code, text, status);
  } catch {
    return new ApiError("unknown", t("server_failed", { status }), status);
  }
}

/** An answer that takes longer is taken for one that does not come. A game's photos that are read anew take seconds, and wait for their turn. */
const LONGEST_ANSWER_MS = 120_000;

/** A photo of which nothing more has arrived for so long does not arrive any more. */
const STALLED_MS = 60_000;

/** Asks the server; the answer is JSON. */
export async function ask(method, path, body, { keepalive = false } = {}) {
  const hasBody = body !== undefined;
  let response;
  let text;
  try {
    response = await fetch(address(path), {
      method,
      keepalive,
      signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
      headers: hasBody ? { "Content-Type": "application/json" } : {},
      body: hasBody ? JSON.stringify(body) : undefined,
    });
    text = await response.text();
  } catch {
    throw new ApiError("offline", t("offline"), 0);
  }
  if (!response.ok) throw refusal(response.status, text);
  return text === "" ? null : JSON.parse(text);
}

/** Sends a photo. `onprogress` hears which part of it has arrived, from 0 to 1. The answer is the game, or the table. */
export function sendPhoto(path, file, parameters, onprogress) {
  return new Promise((resolve, reject) => {
    const url = address(path);
    for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, value);
    const request = new XMLHttpRequest();
    let timer;
    const wait = (ms) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), ms);
    };
    request.open("POST", url);
    request.upload.addEventListener("progress", (event) => {
      wait(STALLED_MS);
      if (event.lengthComputable) onprogress(event.loaded / event.total);
    });
    request.upload.addEventListener("load", () => {
      wait(LONGEST_ANSWER_MS);
      onprogress(1);
    });
    request.addEventListener("loadend", () => clearTimeout(timer));
    request.addEventListener("load", () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText));
      else reject(refusal(request.status, request.responseText));
    });
    for (const broken of ["error", "abort"]) request.addEventListener(broken, () => reject(new ApiError("offline", t("offline"), 0)));
    wait(STALLED_MS);
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    request.send(file);
  });
}

/** Where pictures and files of a game or table lie. */
export function fileOf({ base }, path) {
  const url = address(`${base}/${path}`);
  return url.pathname + url.search;
}

/** The same for all games, and for the tournament. */
export function exportOf(name) {
  return address(name).pathname;
}

/** Where revisions are announced. */
export function eventsOf(path) {
  return address(path);
}
