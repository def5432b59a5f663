// The page's texts in the language in use, from the program's catalogue of messages.

const KEPT = "language";

let texts = {};

/** The wanted language: what was chosen here before, else the browser's. `null`: the server decides. */
export function wantedLanguage() {
  return localStorage.getItem(KEPT) ?? navigator.language?.slice(0, 2) ?? null;
}

/** Remembers the wanted language. */
export function wantLanguage(id) {
  localStorage.setItem(KEPT, id);
}

/** Takes the texts that `/api/about` answered. */
export function useTexts(about) {
  texts = about.texts;
  document.documentElement.lang = about.language;
}

/**
 * How dates and numbers are written: as the browser does in the page's language, such as `en-IE`. English without a country would be the American one.
 */
export function locale() {
  const language = document.documentElement.lang;
  const own = navigator.language ?? "";
  // Some browsers name what is no language, such as `en-US@posix`.
  if (own.startsWith(`${language}-`) && /^[a-z]{2,3}-[A-Z]{2}$/.test(own)) return own;
  return language === "en" ? "en-GB" : language;
}

/** With a capital letter: names stand alone here, but within sentences elsewhere. */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A text of the page. `n` chooses between singular and plural. */
export function t(id, args = {}) {
  const text = texts[id];
  if (text === undefined) {
    console.error(`no text ${id}`);
    return id;
  }
  const [singular, plural] = text.split("|");
  const form = plural === undefined || args.n === 1 ? singular : plural;
  // Romanian counts 19 puncte, and 20 de puncte.
  const takesDe = document.documentElement.lang === "ro" && args.n !== 0 && (args.n % 100 === 0 || args.n % 100 >= 20);
  return form.replace(/\{(\w+)\}( )?/g, (whole, name, blank = "") => (args[name] === undefined ? whole : `${args[name]}${takesDe && name === "n" && blank ? " de" : ""}${blank}`));
}
