//! Checks of every view: contrast, names for screen readers, sizes of touch targets, and the page's width.

use std::io::Write;
use std::sync::OnceLock;

use serde_json::Value;

use crate::browser::Browser;

/// Texts with a contrast below 4.5 (3 for large ones); buttons, links and fields without a name or smaller
/// than 44 pixels; and elements that are too wide.
const AUDIT: &str = r#"
const found = [];
const parse = (color) => (color.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
const luminance = ([red, green, blue]) => {
  const [r, g, b] = [red, green, blue].map((part) => {
    const linear = part / 255;
    return linear <= 0.04045 ? linear / 12.92 : ((linear + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const over = ([r, g, b, alpha = 1], below) => [r, g, b].map((part, index) => part * alpha + below[index] * (1 - alpha));
const background = (element) => {
  const above = [];
  for (let one = element; one !== null; one = one.parentElement) {
    const color = parse(getComputedStyle(one).backgroundColor);
    above.push(color);
    if ((color[3] ?? 1) === 1) break;
  }
  return above.reverse().reduce((below, color) => over(color, below), [255, 255, 255]);
};
const root = document.querySelector("dialog[open]") ?? document.body;
const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  const text = walker.currentNode.data.trim();
  if (text === "" || element.closest("svg, .unseen, :disabled, #toast:not(.shown), noscript") || !element.checkVisibility()) continue;
  const style = getComputedStyle(element);
  const below = background(element);
  const [one, other] = [luminance(over(parse(style.color), below)), luminance(below)].sort((a, b) => b - a);
  const contrast = (one + 0.05) / (other + 0.05);
  const size = parseFloat(style.fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  if (contrast < (isLarge ? 3 : 4.5)) found.push(`contrast ${contrast.toFixed(2)}: ${text.slice(0, 40)}`);
}
for (const element of root.querySelectorAll("button, a[href], input, select, textarea, [role=button]")) {
  if (!element.checkVisibility()) continue;
  const labels = [...(element.labels ?? [])].map((label) => label.textContent).join("");
  const name = (element.getAttribute("aria-label") ?? "") + element.textContent + labels;
  if (name.trim() === "") found.push(`no name: ${element.outerHTML.slice(0, 120)}`);
}
for (const element of root.querySelectorAll("button, a[href], input, select, textarea, summary, [role=button]")) {
  // Skipped: squares of a board, which are only as large as the board allows, and links in running text,
  // which are only as high as the text.
  if (!element.checkVisibility() || element.closest(".board") || element.matches("a") && getComputedStyle(element).display === "inline") continue;
  const { width, height } = (element.closest("label") ?? element).getBoundingClientRect();
  if (Math.min(width, height) < 43.5) found.push(`small: ${Math.round(width)} x ${Math.round(height)} ${element.outerHTML.slice(0, 120)}`);
}
for (const element of [document.documentElement, root]) {
  if (element.scrollWidth > element.clientWidth) found.push(`too wide: ${element.tagName} ${element.scrollWidth} > ${element.clientWidth}`);
}
return found;
"#;

/// Where `scripts/axe.sh` puts axe.
const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/axe/axe.min.js");

/// axe's findings for WCAG 2.2 A and AA and its own best practices: rule and element. Excludes elements cut
/// off by the edge of a scrolling list.
const AXE_FINDS: &str = r#"axe.run(document, {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], resultTypes: ["violations"],
}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, any, all, none }) =>
  `${id}: ${html.slice(0, 160)} ${[...any, ...all, ...none].map(({ message }) => message).join(" ")}`)))
  .then((found) => found.filter((one) => !one.startsWith("target-size") || !one.includes("partially obscured")))"#;

/// axe's script. `None` if it was not downloaded, which is reported once.
fn axe() -> Option<&'static str> {
    static SCRIPT: OnceLock<Option<String>> = OnceLock::new();
    let script = || {
        let script = std::fs::read_to_string(AXE).ok();
        if script.is_none() {
            let _ = writeln!(
                std::io::stderr(),
                "
SKIPPED: there is no {AXE}, so axe looks at no view (scripts/axe.sh fetches it)
"
            );
        }
        script
    };
    SCRIPT.get_or_init(script).as_deref()
}

/// Asserts that everything can be read, named and reached.
pub async fn audit(browser: &Browser, view: &str) {
    let found = browser.value(&format!("(() => {{ {AUDIT} }})()")).await;
    assert_eq!(found, Value::Array(Vec::new()), "{view}");
    let Some(script) = axe() else { return };
    if browser.value("typeof axe === 'undefined'").await == true {
        browser.value(&format!("(() => {{ {script} }})()")).await;
    }
    let found = browser.value(AXE_FINDS).await;
    assert_eq!(found, Value::Array(Vec::new()), "axe: {view}");
}
