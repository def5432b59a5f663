// The page's texts in the current language, from the program's message catalogue.

const KEPT = "language";

let texts = {};

/** The preferred language: the one chosen here, otherwise the browser's. `null` lets the server decide. */
export function wantedLanguage() {
  return localStorage.getItem(KEPT) ?? navigator.language?.slice(0, 2) ?? null;
}

/** Stores the preferred language. */
export function wantLanguage(id) {
  localStorage.setItem(KEPT, id);
}

/** Sets the texts from the answer of `/api/about`. */
export function useTexts(about) {
  texts = about.texts;
  document.documentElement.lang = about.language;
}

/**
 * The locale for dates and numbers: the browser's, if it is in the page's language, such as `en-IE`. English
 * without a country would mean American English.
 */
export function locale() {
  const language = document.documentElement.lang;
  const own = navigator.language ?? "";
  // Some browsers report invalid locales, such as `en-US@posix`.
  if (own.startsWith(`${language}-`) && /^[a-z]{2,3}-[A-Z]{2}$/.test(own)) return own;
  return language === "en" ? "en-GB" : language;
}

/** Capitalises a name for use on its own; elsewhere names are part of sentences. */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A text of the page. `n` selects singular or plural. */
export function t(id, args = {}) {
  const text = texts[id];
  if (text === undefined) {
    console.error(`no text ${id}`);
    return id;
  }
  const [singular, plural] = text.split("|");
  const form = plural === undefined || args.n === 1 ? singular : plural;
  // Romanian counts 19 puncte, but 20 de puncte.
  const takesDe = document.documentElement.lang === "ro" && args.n !== 0 && (args.n % 100 === 0 || args.n % 100 >= 20);
  return form.replace(/\{(\w+)\}( )?/g, (whole, name, blank = "") => (args[name] === undefined ? whole : `${args[name]}${takesDe && name === "n" && blank ? " de" : ""}${blank}`));
}
