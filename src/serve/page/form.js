// What a game is: its players, box, grid and variants. For a new game, and to change one.

import { chip, h, newId, replace } from "./dom.js";
import { icon } from "./icons.js";
import { about } from "./store.js";
import { t } from "./texts.js";

/** A field with chips of which one is pressed. `options`: `[value, label]`. */
export function choice(label, options, value, onchoose) {
  const id = newId();
  const chips = h("div", { class: "row chips", role: "group", "aria-labelledby": id });
  const draw = (now) => replace(chips, options.map(([option, text]) => chip(text, option === now, () => {
    draw(option);
    onchoose(option);
  }, { "data-key": `${id}-${option}` })));
  draw(value);
  return h("div", { class: "field" }, h("span", { id, class: "label" }, label), chips);
}

/** A check box with what it means. */
export function checkbox(label, value, onchoose, hint = null) {
  const id = newId();
  return h("label", { class: "check" },
    h("input", { type: "checkbox", checked: value, onchange: (event) => onchoose(event.target.checked), "aria-describedby": hint && id }),
    h("span", {}, label, hint && h("small", { id, class: "muted" }, hint)));
}

/** Game, grid and variants of `facts`, which the form writes into; `onchange` is called with what has changed. */
export function rules(facts, onchange) {
  const set = (change) => {
    Object.assign(facts, change);
    onchange(change);
  };
  return [
    choice(t("which-game"), [[null, t("find-out")], ...about.games.map(({ id, name }) => [id, name])], facts.game, (game) => set({ game })),
    choice(t("which-grid"), [[null, t("find-out")], [5, "5 × 5"], [7, "7 × 7"]], facts.size, (size) => set({ size })),
    h("fieldset", { class: "field" },
      h("legend", { class: "label" }, t("variants")),
      about.variants.map(({ id, name }) => checkbox(name, facts.variants.includes(id), (isOn) => {
        set({ variants: about.variants.map((variant) => variant.id).filter((other) => (other === id ? isOn : facts.variants.includes(other))) });
      }, about.texts[`variant-${id}`]))),
    checkbox(t("keep-photos"), facts.keep_photos, (isOn) => set({ keep_photos: isOn }), t("keep-photos-text")),
  ];
}

/** A list of names to type, with those remembered to tap. `names` is written into. */
export function namesField(names, remembered, onchange = () => {}) {
  const field = h("div", { class: "names" });
  const set = (index, name) => {
    names[index] = name;
    onchange();
  };
  const draw = (focus = null) => {
    const free = remembered.filter((name) => !names.includes(name)).slice(0, 12);
    replace(field,
      h("ol", { class: "name-list" }, names.map((name, index) => h("li", {},
        h("input", {
          type: "text", value: name, maxlength: 60, autocomplete: "off", autocapitalize: "words", enterkeyhint: "next", "data-key": `name-${index}`,
          "aria-label": t("name-of-player", { number: index + 1 }), placeholder: t("player-number", { number: index + 1 }),
          oninput: (event) => set(index, event.target.value),
          onchange: () => draw(),
          onkeydown: (event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            if (index + 1 === names.length && names.length < MOST_PLAYERS) names.push("");
            draw(Math.min(index + 1, names.length - 1));
          },
        }),
        names.length > 1 && h("button", {
          type: "button", class: "quiet round", "aria-label": t("remove-player", { player: name || t("player-number", { number: index + 1 }) }),
          onclick: () => {
            names.splice(index, 1);
            onchange();
            draw();
          },
        }, icon("close"))))),
      free.length > 0 && h("div", { class: "row chips", role: "group", "aria-label": t("remembered") }, free.map((name) => h("button", {
        type: "button", class: "chip", onclick: () => {
          const gap = names.findIndex((other) => other.trim() === "");
          if (gap >= 0) set(gap, name);
          else if (names.length < MOST_PLAYERS) set(names.length, name);
          draw();
        },
      }, icon("plus"), name))),
      names.length < MOST_PLAYERS && h("button", { type: "button", class: "quiet", "data-key": "add-player", onclick: () => {
        names.push("");
        onchange();
        draw(names.length - 1);
      } }, icon("plus"), t("add-player")));
    if (focus !== null) field.querySelector(`[data-key="name-${focus}"]`)?.focus();
  };
  draw();
  return field;
}

/** Both boxes, played one by one. */
const MOST_PLAYERS = 8;
