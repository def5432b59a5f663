//! `projector.html`: the standings over all rounds on a projector, a few players at a time. The page turns by
//! itself, and loads new standings after the last players. It needs no script, no network and no other file.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::html::in_html;
use crate::ranking::{RankedPlayer, Tournament};
use crate::rules::Rules;
use messages::{Language, MessageId, Words};
use report::standings_table::with_doubt;

/// The number of players on the screen at a time: so few that the letters can be read from the back of a
/// room.
const PLAYERS: usize = 10;

/// How long these players stay on the screen, in seconds: long enough to find a name among ten.
const SECONDS: usize = 12;

/// The shortest time between loading new standings, in seconds.
const LEAST_SECONDS: usize = 60;

/// The whole page.
pub fn projector_page(tournament: &Tournament, language: Language) -> String {
    let rules = tournament.by.rules.as_deref();
    let title = rules.and_then(|rules| rules.title.as_deref());
    let title = title.unwrap_or(MessageId::ReportTitle.in_language(language));
    let parts: Vec<&[RankedPlayer]> = tournament.overall.chunks(PLAYERS).collect();
    let seconds = (parts.len() * SECONDS).max(LEAST_SECONDS);
    let has_placing_points = rules.is_some_and(Rules::has_placing_points);
    let sum = if has_placing_points { MessageId::PlacingPointsHead } else { MessageId::TotalLine };
    let heads = [MessageId::RankHead, MessageId::PlayerHead, sum].map(|head| head.in_language(language));
    let page = html! {
        (DOCTYPE)
        (PreEscaped(format!("<html lang=\"{}\">\n", language.id())))
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:";
            meta http-equiv="refresh" content=(seconds);
            title { (title) }
            style { (PreEscaped(STYLE)) (PreEscaped(turning(parts.len()))) }
        }
        (PreEscaped("\n<body>\n"))
        header {
            @if let Some(logo) = rules.and_then(|rules| rules.logo.as_deref()) { img alt="" src=(logo); }
            h1 { (title) }
            @if let Some(event) = rules.and_then(Rules::when_and_where) { p { (event) } }
        }
        (PreEscaped("\n<main>\n"))
        @for (index, places) in parts.iter().enumerate() {
            (part(places, index, heads, language))
        }
        (PreEscaped("</main>\n</body>\n</html>\n"))
    };
    in_html(page)
}

fn part(places: &[RankedPlayer], index: usize, heads: [&str; 3], language: Language) -> Markup {
    html! {
        table style={ "animation-delay: " (index * SECONDS) "s" } {
            thead { tr { th { (heads[0]) } th.text { (heads[1]) } th { (heads[2]) } } }
            tbody {
                @for place in places {
                    @let (score, is_doubtful) = place.decisive();
                    tr {
                        td { @match place.rank { Some(rank) => (with_doubt(rank, place.is_rank_doubtful)), None => "–" } }
                        td.text { bdi { (place.player) } }
                        td { @if place.rank.is_some() { (with_doubt(score.in_language(language), is_doubtful)) } @else { "–" } }
                    }
                }
            }
        }
        "\n"
    }
}

/// The style that shows one part after the other, each for the same time. A single part is always shown. For
/// people who prefer reduced motion, all parts are shown below each other.
fn turning(parts: usize) -> String {
    if parts < 2 {
        return String::new();
    }
    let share = 100.0 / parts as f64;
    format!(
        "@media (prefers-reduced-motion: no-preference) {{\n  main {{ position: relative; }}\n  \
         table {{ position: absolute; top: 0; visibility: hidden; animation: turn {}s step-end infinite; }}\n  \
         @keyframes turn {{ 0% {{ visibility: visible; }} {share:.4}% {{ visibility: hidden; }} }}\n}}\n",
        parts * SECONDS
    )
}

/// Light text on a dark page, because rooms with a projector are dark. The size of letters follows the
/// screen's.
const STYLE: &str = "
:root { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; padding: 2vh 4vw; font: 3.4vh/1.5 system-ui, sans-serif; color: #f2f2f2; background: #16161a; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1.5em; margin-bottom: 2vh; }
h1 { margin: 0; font-size: 1.5em; }
header p { margin: 0; }
img { align-self: center; max-height: 9vh; max-width: 30vw; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25em .6em; border-bottom: 1px solid #55555a; text-align: right; }
th { font-weight: normal; color: #b0b0b5; }
.text { width: 70%; text-align: left; overflow-wrap: anywhere; }
";
