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

function address(path) {
  const url = new URL(`/api/${path}`, location.origin);
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

/** Asks the server; the answer is JSON. */
export async function ask(method, path, body) {
  const hasBody = body !== undefined;
  let response;
  try {
    response = await fetch(address(path), {
      method,
      headers: hasBody ? { "Content-Type": "application/json" } : {},
      body: hasBody ? JSON.stringify(body) : undefined,
    });
  } catch {
    throw new ApiError("offline", t("offline"), 0);
  }
  const text = await response.text();
  if (!response.ok) throw refusal(response.status, text);
  return text === "" ? null : JSON.parse(text);
}

/**
 * Sends a photo of the kingdom of the player with this index, or of whoever's. `onprogress` hears which part of it has arrived,
 * from 0 to 1. The answer is the game.
 */
export function sendPhoto(game, file, player, onprogress) {
  return new Promise((resolve, reject) => {
    const url = address(`games/${game}/photos`);
    url.searchParams.set("name", file.name || "photo.jpg");
    if (player !== null) url.searchParams.set("player", player);
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onprogress(event.loaded / event.total);
    });
    request.upload.addEventListener("load", () => onprogress(1));
    request.addEventListener("load", () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText));
      else reject(refusal(request.status, request.responseText));
    });
    request.addEventListener("error", () => reject(new ApiError("offline", t("offline"), 0)));
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    request.send(file);
  });
}

/** Where a game's pictures and files lie. */
export function fileOf(game, path) {
  const url = address(`games/${game}/${path}`);
  return url.pathname + url.search;
}

/** The same for all games. */
export function exportOf(kind) {
  return address(`export.${kind}`).pathname;
}
