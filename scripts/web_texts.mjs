// Writes the answers of `GET /api/about`, one for each language, which the page shows before the program that gives
// them has been loaded.
//
//     node scripts/web_texts.mjs target/web

import { webcrypto } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

globalThis.crypto ??= webcrypto;

const out = process.argv[2];
// Read from a file with this name, it would not count as a module.
const { default: init, start } = await import(`data:text/javascript;base64,${readFileSync(`${out}/web.js`, "base64")}`);
await init({ module_or_path: readFileSync(`${out}/web_bg.wasm`) });
const page = await start(false, "en");
const about = (language) => new TextDecoder().decode(page.answer("GET", `/api/about?lang=${language}`, "", "", new Uint8Array(), []).body);
for (const { id } of JSON.parse(about("en")).languages) writeFileSync(`${out}/page/files/about-${id}.json`, about(id));
