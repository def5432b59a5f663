// Elements without a framework. Nothing here sets a style attribute: the content security policy refuses it.

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
  element.append(...children.flat(Infinity).filter((child) => !isAbsent(child)));
  return element;
}

function isAbsent(value) {
  return value === null || value === undefined || value === false;
}

/**
 * Replaces an element's children. The focus goes to the new child with the same `data-key`, and the page does not jump.
 */
export function replace(element, ...children) {
  const key = element.contains(document.activeElement) ? document.activeElement.dataset?.key : undefined;
  element.replaceChildren(...children.flat(Infinity).filter((child) => !isAbsent(child)));
  if (key !== undefined) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** A chip: one of several buttons, pressed or not. */
export function chip(label, isPressed, onclick, attributes = {}) {
  return h("button", { type: "button", class: "chip", "aria-pressed": String(isPressed), onclick, ...attributes }, label);
}

let ids = 0;

/** A new id for `for`, `aria-labelledby` and the like. */
export function newId() {
  ids += 1;
  return `id${ids}`;
}

/** Announces a text to screen readers. */
export function announce(text) {
  document.getElementById("live").textContent = text;
}
