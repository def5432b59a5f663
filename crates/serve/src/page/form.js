// The form for a game's players, box, grid and variants, used to create and to change a game.

import { chip, h, newId, replace } from "./dom.js";
import { icon } from "./icons.js";
import { about } from "./store.js";
import { t } from "./texts.js";

/** A field of chips with one pressed. `options`: `[value, label]`. */
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

/** A check box with an explanation. */
export function checkbox(label, value, onchoose, hint = null, key = null) {
  const id = newId();
  return h("label", { class: "check" },
    h("input", { type: "checkbox", checked: value, "data-key": key, onchange: (event) => onchoose(event.target.checked), "aria-describedby": hint && id }),
    h("span", {}, label, hint && h("small", { id, class: "muted" }, hint)));
}

/** Fields for game, grid and variants, which write into `facts`; `onchange` gets the changes. */
export function rules(facts, onchange) {
  const set = (change) => {
    Object.assign(facts, change);
    onchange(change);
  };
  return [
    choice(t("which_game"), [[null, t("find_out")], ...about.games.map(({ id, name }) => [id, name])], facts.game, (game) => set({ game })),
    choice(t("which_grid"), [[null, t("find_out")], [5, "5 × 5"], [7, "7 × 7"]], facts.size, (size) => set({ size })),
    h("fieldset", { class: "field" },
      h("legend", { class: "label" }, t("variants")),
      about.variants.map(({ id, name }) => checkbox(name, facts.variants.includes(id), (isOn) => {
        const others = facts.variants.filter((other) => other !== id);
        set({ variants: isOn ? [...others, id] : others });
      }, about.texts[`variant_${id.replaceAll("-", "_")}`]))),
    quests(facts, set),
    checkbox(t("keep_photos"), facts.keep_photos, (isOn) => set({ keep_photos: isOn }), t(about.in_tab ? "keep_photos_on_device" : "keep_photos_text")),
  ];
}

/**
 * The quests of Age of Giants. Harmony and the Middle Kingdom are quests, too, but listed among the variants.
 */
function quests(facts, set) {
  const hint = newId();
  const chosen = () => about.bonuses.filter((id) => facts.variants.includes(id));
  const list = h("div", { class: "row chips", role: "group", "aria-labelledby": hint });
  const draw = () => replace(list, about.quests.map(({ id, name, each }) => {
    const isOn = facts.variants.includes(id);
    return chip([name, h("small", { class: "muted" }, t("points_each", { n: each }))], isOn, () => {
      set({ variants: isOn ? facts.variants.filter((other) => other !== id) : [...facts.variants, id] });
      draw();
    }, { "data-key": `quest-${id}`, disabled: !isOn && chosen().length >= about.most_bonuses });
  }));
  draw();
  return h("details", { class: "field quests", ontoggle: draw, open: about.quests.some(({ id }) => facts.variants.includes(id)) },
    h("summary", {}, h("span", {}, t("quests")), h("span", { id: hint, class: "muted small" }, t("quests_text", { n: about.most_bonuses }))),
    list);
}

/**
 * A list of typed names, with remembered names to tap once they are there. Writes into `names`; removing a
 * name also removes its entry in `before`.
 */
export function namesField(names, remembered, before = [], onchange = () => {}) {
  const list = h("ol", { class: "name-list" });
  let known = [];
  const suggestions = h("div", { class: "row chips", role: "group", "aria-label": t("remembered") });
  const more = h("button", { type: "button", class: "quiet", onclick: () => add() }, icon("plus"), t("add_player"));
  const focusOn = (index) => list.querySelector(`[data-key="name-${index}"]`)?.focus();
  const add = () => {
    names.push("");
    draw();
    focusOn(names.length - 1);
  };
  // The list is not redrawn, so that no field disappears under the finger that taps it.
  const suggest = () => {
    const free = known.filter((name) => !names.includes(name)).slice(0, MOST_SUGGESTIONS);
    suggestions.hidden = free.length === 0;
    replace(suggestions, free.map((name) => h("button", { type: "button", class: "chip", onclick: () => {
      const gap = names.findIndex((other) => other.trim() === "");
      if (gap >= 0) names[gap] = name;
      else if (names.length < MOST_PLAYERS) names.push(name);
      draw();
    } }, icon("plus"), name)));
  };
  const line = (name, index) => h("li", {},
    h("input", {
      type: "text", value: name, maxlength: 60, autocomplete: "off", autocapitalize: "words", enterkeyhint: "next", "data-key": `name-${index}`,
      "aria-label": t("name_of_player", { number: index + 1 }), placeholder: t("player_number", { number: index + 1 }),
      oninput: (event) => {
        names[index] = event.target.value;
        onchange();
        suggest();
      },
      onkeydown: (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        if (index + 1 < names.length) focusOn(index + 1);
        else if (names.length < MOST_PLAYERS) add();
      },
    }),
    names.length > 1 && h("button", {
      type: "button", class: "quiet round", "aria-label": t("remove_player", { player: name || t("player_number", { number: index + 1 }) }),
      onclick: () => {
        names.splice(index, 1);
        before.splice(index, 1);
        draw();
      },
    }, icon("close")));
  const draw = () => {
    onchange();
    replace(list, names.map(line));
    more.hidden = names.length >= MOST_PLAYERS;
    suggest();
  };
  draw();
  Promise.resolve(remembered).then((all) => {
    known = all;
    suggest();
  }).catch((error) => console.info(error.message));
  return h("div", { class: "names" }, list, suggestions, more);
}

const MOST_SUGGESTIONS = 12;

/** The most players with both boxes and without teams. */
const MOST_PLAYERS = 8;
