// The server's interface, described by `GET /api/openapi.json`.

import { t, wantedLanguage } from "./texts.js";

/** A refusal by the server, with its reason as text. */
export class ApiError extends Error {
  constructor(code, text, status, lost = []) {
    super(text);
    this.code = code;
    // For `would-drop`: each correction that would be lost.
    this.lost = lost;
    this.status = status;
  }
}

/** The id by which the server recognises this phone, so that no two phones correct the same kingdoms. */
function phone() {
  const kept = sessionStorage.getItem("phone");
  if (kept !== null) return kept;
  // `randomUUID` exists only on secure pages.
  const made = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem("phone", made);
  return made;
}

/** The addresses of a tournament and of its tables. */
const OF_TOURNAMENT = /^(tournament|games\/t)/;

function address(path) {
  const url = new URL(`api/${path}`, document.baseURI);
  if (OF_TOURNAMENT.test(path)) url.searchParams.set("phone", phone());
  const language = wantedLanguage();
  if (language !== null) url.searchParams.set("lang", language);
  return url;
}

function refusal(status, body) {
  try {
    const { code, text, lost } = JSON.parse(body).error;
    return new ApiError(code, text, status, lost);
  } catch {
    return new ApiError("unknown", failure(status), status);
  }
}

/**
 * The request is aborted after this time. Reading a game's photos again takes seconds, and they may be
 * queued.
 */
const LONGEST_ANSWER_MS = 120_000;

/** An upload without progress is aborted after this time. */
const STALLED_MS = 60_000;

/**
 * Whether there is no server. Requests then use no network, cannot stall, and Workers report when they fail.
 */
const isInTab = () => Boolean(navigator.serviceWorker?.controller);

/** The message when there was no answer. */
const silence = () => t(isInTab() ? "failed_in_tab" : "offline");

/** The message when the answer contained only this status. */
export const failure = (status) => (isInTab() ? t("failed_in_tab") : t("server_failed", { status }));

/** Sends a request; the answer is JSON. The body is sent as JSON, or unchanged if it is a file. */
export async function ask(method, path, body, { keepalive = false } = {}) {
  const isFile = body instanceof Blob;
  const kind = isFile ? body.type || "application/octet-stream" : "application/json";
  let response;
  let text;
  try {
    response = await fetch(address(path), {
      method,
      keepalive,
      signal: isInTab() ? null : AbortSignal.timeout(LONGEST_ANSWER_MS),
      headers: body === undefined ? {} : { "Content-Type": kind },
      body: isFile || body === undefined ? body : JSON.stringify(body),
    });
    text = await response.text();
  } catch {
    throw new ApiError("offline", silence(), 0);
  }
  if (!response.ok) throw refusal(response.status, text);
  return text === "" ? null : JSON.parse(text);
}

/** Uploads a photo; the answer is the game or the table. `onprogress` gets the fraction sent, from 0 to 1. */
export function sendPhoto(path, file, parameters, onprogress) {
  return new Promise((resolve, reject) => {
    const url = address(path);
    for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, value);
    const request = new XMLHttpRequest();
    let timer;
    const wait = (ms) => {
      clearTimeout(timer);
      if (!isInTab()) timer = setTimeout(() => request.abort(), ms);
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
    for (const broken of ["error", "abort"]) request.addEventListener(broken, () => reject(new ApiError("offline", silence(), 0)));
    wait(STALLED_MS);
    if (isInTab()) onprogress(1);
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    request.send(file);
  });
}

/** The address of a picture or file of a game or table. */
export function fileOf({ base }, path) {
  const url = address(`${base}/${path}`);
  return url.pathname + url.search;
}

/** The address of an export of all games or of the tournament. */
export function exportOf(name) {
  return address(name).pathname;
}

/** The address of a stream of revisions. */
export function eventsOf(path) {
  return address(path);
}
