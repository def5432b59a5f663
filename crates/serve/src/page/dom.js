// DOM elements without a framework. Never sets a style attribute: the content security policy forbids it.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. `null`, `undefined` and `false` among attributes and children are left out. */
export function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element. */
export function s(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (isAbsent(value)) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  // A round button may have only a drawing, so it shows its name on hover.
  if (/\bround\b/.test(attributes?.class) && attributes["aria-label"]) element.setAttribute("title", attributes["aria-label"]);
  element.append(...children.flat(Infinity).filter((child) => !isAbsent(child)));
  return element;
}

function isAbsent(value) {
  return value === null || value === undefined || value === false;
}

/** The element with this `data-key`. */
function keyed(within, key) {
  return within.querySelector(`[data-key="${CSS.escape(key)}"]`);
}

/**
 * Replaces an element's children. The focus moves to the new child with the same `data-key`, and the page
 * does not jump. A focused field with `data-known` is kept.
 */
export function replace(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const fresh = document.createDocumentFragment();
  fresh.append(...children.flat(Infinity).filter((child) => !isAbsent(child)));
  if (focused !== null && replaceAround(element, fresh, focused)) return;
  element.replaceChildren(fresh);
  const key = focused?.dataset?.key;
  if (key !== undefined) keyed(element, key)?.focus({ preventScroll: true });
}

/**
 * Replaces everything except a field in which the user may be typing and its ancestors: a new field would
 * lose the text and close the phone's keyboard. `data-known` is the server's value, `data-of` identifies the
 * owner. Returns whether the new children have such a field in the same place.
 */
function replaceAround(element, fresh, field) {
  if (field.dataset?.known === undefined) return false;
  const pairs = [];
  let [old, now] = [field, keyed(fresh, field.dataset.key)];
  while (old !== element) {
    if (now === null || old.localName !== now.localName) return false;
    pairs.push([old, now]);
    [old, now] = [old.parentNode, now.parentNode];
  }
  if (now !== fresh) return false;
  const [[, twin]] = pairs;
  if (field.dataset.of !== twin.dataset.of) return false;
  if (field.value === field.dataset.known) field.value = twin.value;
  for (const [kept, other] of pairs) {
    const siblings = [...other.parentNode.childNodes];
    const at = siblings.indexOf(other);
    for (const sibling of [...kept.parentNode.childNodes]) if (sibling !== kept) sibling.remove();
    kept.before(...siblings.slice(0, at));
    kept.after(...siblings.slice(at + 1));
    for (const { name } of [...kept.attributes]) if (!other.hasAttribute(name)) kept.removeAttribute(name);
    for (const { name, value } of other.attributes) kept.setAttribute(name, value);
  }
  return true;
}

/** Lists that scroll sideways. */
const SIDEWAYS = ".photos, .scroll";

/**
 * Redraws an element without moving what the user is looking at, even if the height above it changes: the
 * focused element, otherwise the first visible heading. At the very top, the top stays in place.
 */
export function drawSteadily(element, draw) {
  const sideways = [...element.querySelectorAll(SIDEWAYS)].map(({ className, scrollLeft }) => [className, scrollLeft]);
  const focused = document.activeElement;
  const looksAt = [];
  if (scrollY > 0) {
    if (element.contains(focused) && focused.dataset?.key !== undefined && focused.closest(".bar, .dock") === null) looksAt.push(focused);
    looksAt.push(...element.querySelectorAll("h2[id]"));
  }
  const topOf = (one) => one.getBoundingClientRect().top;
  const seen = looksAt.map((one) => ({ key: one.dataset.key, id: one.id, top: topOf(one) })).filter(({ top }) => top >= 0 && top < innerHeight);
  draw();
  for (const [className, left] of sideways) {
    const list = [...element.querySelectorAll(SIDEWAYS)].find((one) => one.className === className);
    if (list !== undefined && left > 0) list.scrollLeft = left;
  }
  for (const { key, id, top } of seen) {
    const now = key === undefined ? document.getElementById(id) : keyed(element, key);
    if (now === null) continue;
    scrollBy(0, topOf(now) - top);
    return;
  }
}

/** A chip: a button with a pressed state. */
export function chip(label, isPressed, onclick, attributes = {}) {
  return h("button", { type: "button", class: "chip", "aria-pressed": String(isPressed), onclick, ...attributes }, label);
}

/** The word beside the drawing of a round button; only wide windows have room for it. */
export function word(text) {
  return h("span", { class: "word", "aria-hidden": "true" }, text);
}

let ids = 0;

/** A new id for attributes such as `for` and `aria-labelledby`. */
export function newId() {
  ids += 1;
  return `id${ids}`;
}

/** Announces a text to screen readers. */
export function announce(text) {
  document.getElementById("live").textContent = text;
}
