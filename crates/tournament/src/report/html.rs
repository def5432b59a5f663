//! `report.html`: a tournament on one page, for printing and for phones. The page needs no script, no network
//! and no other file. If the report is too large for one page, [`pages`](super::pages) splits it.

use std::collections::HashMap;
use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::season::SeasonColumns;
use crate::ranking::{
    Dynasty, Entry, PhotoDoubt, Question, RankedPlayer, ReviewItem, Round, Scored, Table, Tournament, UnassignedPhoto,
};
use crate::rules::Rules;
use game::photo_reading::Status;
use kingdomino::domain::{Kingdom, listed};
use kingdomino::scoring::sheet::ScoreSheet;
use messages::{Language, Message, MessageId, Words, visible, visible_lines};
use report::kingdom_picture::what_stands;
use report::kingdom_svg::kingdom_svg;
use report::sheet_table::{SheetRow, sheet_rows};
use report::standings_table::with_doubt;

/// Looks up the small copy of a photo, a JPEG file without any EXIF, by the sha256 of the photo's bytes.
pub type SmallPicture<'a> = &'a dyn Fn(&str) -> Option<Vec<u8>>;

/// Writes the page. Only one picture at a time is in memory.
///
/// # Errors
/// The writer fails.
pub fn write_tournament_html(
    out: &mut dyn Write,
    tournament: &Tournament,
    picture: SmallPicture,
    language: Language,
) -> io::Result<()> {
    let page = Page { language, pictures: Pictures::Within(picture), pages: None };
    let mut write = |markup: Markup| out.write_all(in_html(markup).as_bytes());
    write(page.head(tournament))?;
    write(page.to_look_at(tournament))?;
    write(page.overall(tournament))?;
    for dynasty in &tournament.dynasties {
        write(page.dynasty(dynasty))?;
    }
    for (index, round) in tournament.rounds.iter().enumerate() {
        write(page.round(index, round))?;
        for table in &round.tables {
            write(page.table_head(round, table))?;
            for entry in &table.entries {
                write(page.entry(table, entry))?;
            }
            write(PreEscaped("</div></section>\n".to_owned()))?;
        }
    }
    if !tournament.loose.is_empty() {
        write(page.loose_head())?;
        for photo in &tournament.loose {
            write(page.loose(photo))?;
        }
        write(PreEscaped("</div></section>\n".to_owned()))?;
    }
    write(page.notes(tournament))?;
    write(PreEscaped("</main>\n</body>\n</html>\n".to_owned()))
}

/// Replaces control characters, so that names can neither control a terminal in which the file is viewed, nor
/// reverse the text around them in a browser.
pub(super) fn in_html(markup: Markup) -> String {
    visible_lines(&markup.into_string()).into_owned()
}

/// What all parts of the page need.
pub(super) struct Page<'a> {
    pub(super) language: Language,
    pub(super) pictures: Pictures<'a>,
    /// If the report has several pages: for each anchor, the address of its page relative to this page.
    pub(super) pages: Option<&'a HashMap<String, String>>,
}

/// The columns of a ranking after rank and player.
pub(super) struct Columns {
    /// The columns that replace the total.
    season: Option<SeasonColumns>,
    has_remarks: bool,
}

/// Where the small copies of photos come from.
#[derive(Clone, Copy)]
pub(super) enum Pictures<'a> {
    /// The pictures are embedded in the page.
    Within(SmallPicture<'a>),
    /// The pictures are files of the results, which a browser loads when a person opens the photo. The
    /// function gives the address of a picture.
    Beside(&'a dyn Fn(&str) -> Option<String>),
}

impl Pictures<'_> {
    /// The source of pictures for the content security policy.
    fn source(self) -> &'static str {
        match self {
            Self::Within(_) => "data:",
            // `file:` is needed for a page on a disk, which has no origin that `'self'` could match; `data:`
            // for the embedded logo.
            Self::Beside(_) => "data: 'self' file:",
        }
    }

    fn address(self, sha256: &str) -> Option<String> {
        match self {
            Self::Within(jpeg) => Some(format!("data:image/jpeg;base64,{}", STANDARD.encode(jpeg(sha256)?))),
            Self::Beside(path) => path(sha256),
        }
    }
}

/// The anchor of a photo's kingdom.
pub(super) fn anchor(photo: &str) -> String {
    format!("photo-{}", in_letters(photo))
}

/// The anchor of a round's table.
pub(super) fn table_anchor(round: &str, table: &str) -> String {
    format!("table-{}--{}", in_letters(round), in_letters(table))
}

/// The text in characters that an anchor may have. Different texts give different results.
fn in_letters(text: &str) -> String {
    let mut letters = String::new();
    for letter in text.chars() {
        match letter.is_alphanumeric() {
            true => letters.push(letter),
            false => letters += &format!("_{:x}_", u32::from(letter)),
        }
    }
    letters
}

/// The CSS class of the section of open work, which has the colour of doubts unless nothing is open.
pub(super) fn look_class(tournament: &Tournament) -> &'static str {
    if tournament.is_settled() { "look clear" } else { "look" }
}

impl Page<'_> {
    pub(super) fn words(&self, words: impl Words) -> &'static str {
        words.in_language(self.language)
    }

    /// The address of an anchor.
    fn href(&self, anchor: &str) -> String {
        let page = self.pages.and_then(|pages| pages.get(anchor)).map_or("", String::as_str);
        format!("{page}#{anchor}")
    }

    pub(super) fn say(&self, message: impl Into<Message>) -> String {
        visible(&message.into().in_language(self.language)).into_owned()
    }

    /// The page's beginning, up to its body.
    pub(super) fn begin(&self, title: &str) -> Markup {
        html! {
            (DOCTYPE)
            (PreEscaped(format!("<html lang=\"{}\">\n", self.language.id())))
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                // The page may load nothing but embedded data and its pictures.
                meta http-equiv="Content-Security-Policy"
                    content={ "default-src 'none'; style-src 'unsafe-inline'; img-src " (self.pictures.source()) };
                meta name="referrer" content="no-referrer";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            (PreEscaped("\n<body>\n"))
        }
    }

    pub(super) fn head(&self, tournament: &Tournament) -> Markup {
        let rules = tournament.by.rules.as_deref();
        let title = rules.and_then(|rules| rules.title.as_deref()).unwrap_or(self.words(MessageId::ReportTitle));
        let tables = tournament.rounds.iter().map(|round| round.tables.len()).sum::<usize>();
        let counts = [(MessageId::Rounds, tournament.rounds.len()), (MessageId::Tables, tables)];
        let entries = tournament.rounds.iter().flat_map(|round| &round.tables).flat_map(|table| &table.entries);
        let kingdoms = entries.filter(|entry| entry.kingdom.is_some()).count();
        let counts = counts.into_iter().chain([(MessageId::Kingdoms, kingdoms)]);
        let counts = counts.map(|(phrase, count): (MessageId, usize)| self.say(phrase.count(count as u32)));
        html! {
            (self.begin(title))
            header {
                @if let Some(logo) = rules.and_then(|rules| rules.logo.as_deref()) { img.logo alt="" src=(logo); }
                h1 { (title) }
                @if let Some(event) = rules.and_then(Rules::when_and_where) { p.event { (event) } }
                p { (listed(counts)) }
                @if rules.is_some() {
                    h2.rules { (self.words(MessageId::RulesHead)) }
                    ul.rules { @for rule in tournament.rules_in_words() { li { (self.say(rule)) } } }
                } @else if let Some(house_rule) = tournament.house_rule() { p { (self.say(house_rule)) } }
                nav {
                    @if !tournament.overall.is_empty() { a href="#overall" { (self.words(MessageId::AllRounds)) } }
                    @for (index, round) in tournament.rounds.iter().enumerate() {
                        " " a href={ "#round-" (index + 1) } { (self.round_name(round)) }
                    }
                }
            }
            (PreEscaped("\n<main>\n"))
        }
    }

    pub(super) fn round_name(&self, round: &Round) -> String {
        self.say(MessageId::RoundName.with("round", round.name.as_str()))
    }

    /// The open work before the standings are final, with links to the details. It is not printed, because
    /// the standings mark their doubts.
    fn to_look_at(&self, tournament: &Tournament) -> Markup {
        html! {
            section class=(look_class(tournament)) id="look" {
                @if tournament.is_settled() { p { (self.words(MessageId::NothingToLookAt)) } }
                @if !tournament.questions.is_empty() {
                    h2 { (self.say(MessageId::QuestionsToDecide.count(tournament.questions.len() as u32))) }
                    ul { @for question in &tournament.questions { (self.question(question)) } }
                }
                @if !tournament.to_review.is_empty() {
                    h2 { (self.say(MessageId::PhotosToLookAt.count(tournament.to_review.len() as u32))) }
                    ul { @for item in &tournament.to_review { (self.review_item(item)) } }
                }
            }
            "\n"
        }
    }

    pub(super) fn question(&self, question: &Question) -> Markup {
        let place = question.place().map(|place| self.say(place));
        let anchor =
            question.round.as_ref().zip(question.table.as_ref()).map(|(round, table)| table_anchor(round, table));
        html! {
            li {
                @if let Some(place) = place {
                    @if let Some(anchor) = anchor { a href=(self.href(&anchor)) { (place) } } @else { (place) }
                    " – "
                }
                (self.say(question.message.clone()))
            }
        }
    }

    pub(super) fn review_item(&self, item: &ReviewItem) -> Markup {
        html! {
            li {
                a href=(self.href(&anchor(&item.shown))) { (visible(&item.photo)) }
                @if let Some(seat) = &item.seat { " (" bdi { (seat.player) } ")" }
                span.why {
                    @for doubt in &item.doubts { " – " (doubt.in_language(self.language)) }
                }
            }
        }
    }

    fn overall(&self, tournament: &Tournament) -> Markup {
        html! {
            @if !tournament.overall.is_empty() {
                section.standings id="overall" {
                    h2 { (self.words(MessageId::AllRounds)) }
                    (self.places(&tournament.overall, SeasonColumns::of(tournament)))
                }
                "\n"
            }
        }
    }

    pub(super) fn dynasty(&self, dynasty: &Dynasty) -> Markup {
        html! {
            section.standings {
                h2 { (self.say(MessageId::DynastyOfTable.with("table", dynasty.table.as_str()))) }
                @if let Some(problem) = &dynasty.problem { p.doubt { (self.say(problem.clone())) } }
                (self.places(&dynasty.ranking, None))
            }
            "\n"
        }
    }

    /// A ranking: rank, player, points, and remarks if there are any.
    fn places(&self, places: &[RankedPlayer], season: Option<SeasonColumns>) -> Markup {
        let columns = self.columns(places, season);
        html! {
            table.places {
                (self.places_head(&columns))
                tbody { @for place in places { (self.place(place, &columns, None)) } }
            }
        }
    }

    pub(super) fn columns(&self, places: &[RankedPlayer], season: Option<SeasonColumns>) -> Columns {
        Columns { season, has_remarks: places.iter().any(|place| !place.remarks(self.language).is_empty()) }
    }

    pub(super) fn places_head(&self, columns: &Columns) -> Markup {
        html! {
            thead {
                tr {
                    th { (self.words(MessageId::RankHead)) }
                    th.text { (self.words(MessageId::PlayerHead)) }
                    @match &columns.season {
                        Some(season) => { @for head in season.heads(self.language) { th { (visible(&head)) } } }
                        None => { th { (self.words(MessageId::TotalLine)) } }
                    }
                    @if columns.has_remarks { th.text { (self.words(MessageId::RemarkHead)) } }
                }
            }
        }
    }

    /// A row of the ranking. The player's name links to the kingdom's anchor, if one is given.
    pub(super) fn place(&self, place: &RankedPlayer, columns: &Columns, kingdom: Option<&str>) -> Markup {
        html! {
            tr.doubt[place.is_total_doubtful()] {
                td { @match place.rank { Some(rank) => (with_doubt(rank, place.is_rank_doubtful)), None => "–" } }
                td.text {
                    @match kingdom {
                        Some(kingdom) => a href=(self.href(kingdom)) { bdi { (place.player) } },
                        None => bdi { (place.player) },
                    }
                }
                @match &columns.season {
                    Some(season) => { @for cell in season.cells(place, self.language) { td { (cell) } } }
                    None => {
                        td { @if place.rank.is_some() { (with_doubt(place.total, place.is_total_doubtful())) } @else { "–" } }
                    }
                }
                @if columns.has_remarks { td.text { (place.remarks(self.language)) } }
            }
        }
    }

    fn round(&self, index: usize, round: &Round) -> Markup {
        html! {
            section.standings id={ "round-" (index + 1) } {
                h2 { (self.round_name(round)) }
                (self.places(&round.ranking, None))
            }
            "\n"
        }
    }

    /// The table's ranks, up to its kingdoms.
    fn table_head(&self, round: &Round, table: &Table) -> Markup {
        let anchor = table_anchor(&round.name, &table.name);
        html! {
            (PreEscaped(format!("<section class=\"table\" id=\"{anchor}\">\n")))
            h3 { (self.say(MessageId::TableName.with("table", table.name.as_str()))) }
            @if let Some(problem) = &table.problem { p.doubt { (self.say(problem.clone())) } }
            (self.places(&table.ranking, None))
            @if !table.remarks.is_empty() {
                ul { @for remark in &table.remarks { li { (self.say(remark.clone())) } } }
            }
            (PreEscaped("<div class=\"kingdoms\">\n"))
        }
    }

    pub(super) fn entry(&self, table: &Table, entry: &Entry) -> Markup {
        let rank = table.ranking.iter().find(|place| place.player == entry.seat.player).and_then(|place| place.rank);
        let heading = html! { @if let Some(rank) = rank { (rank) ". " } bdi { (entry.seat.player) } };
        let kingdom = entry.kingdom.as_slice();
        self.card(&entry.name(), heading, kingdom, &entry.doubts, (&entry.photo, entry.sha256.as_deref()))
    }

    fn loose_head(&self) -> Markup {
        html! {
            (PreEscaped("<section class=\"loose\">\n"))
            h2 { (self.words(MessageId::LooseHead)) }
            (PreEscaped("<div class=\"kingdoms\">\n"))
        }
    }

    pub(super) fn loose(&self, loose: &UnassignedPhoto) -> Markup {
        if loose.status == Status::Duplicate {
            return html! {};
        }
        self.card(
            &loose.photo,
            html! { (visible(&loose.photo)) },
            &loose.kingdoms,
            &loose.doubts,
            (&loose.photo, loose.sha256.as_deref()),
        )
    }

    /// A card with kingdoms, their score sheets and doubts, and the photo, which a click opens.
    fn card(
        &self,
        place: &str,
        heading: Markup,
        kingdoms: &[Scored],
        doubts: &[PhotoDoubt],
        photo: (&str, Option<&str>),
    ) -> Markup {
        let (photo, sha256) = photo;
        let name = visible(photo);
        html! {
            article id=(anchor(place)) {
                h4 { (heading) }
                @for scored in kingdoms { (self.kingdom(scored)) }
                @if kingdoms.is_empty() { p { (self.words(MessageId::NoKingdomRead)) } }
                @if !doubts.is_empty() {
                    ul.doubt { @for doubt in doubts { li { (doubt.in_language(self.language)) } } }
                }
                details {
                    summary { (self.words(MessageId::PhotoHead)) " " (name) }
                    @if let Some(address) = sha256.and_then(|sha256| self.pictures.address(sha256)) {
                        img alt=(name) loading="lazy" src=(address);
                    }
                }
            }
            "\n"
        }
    }

    fn kingdom(&self, scored: &Scored) -> Markup {
        let Scored { record, sheet, squares, is_corrected, .. } = scored;
        let doubtful: Vec<_> = squares.iter().map(|doubt| doubt.place).collect();
        let pieces = what_stands(&record.kingdom, &[], self.language);
        html! {
            p.points { (self.say(MessageId::Points.count(sheet.total.max(0) as u32))) }
            @if *is_corrected { p { (self.words(MessageId::CorrectedByHand)) } }
            (kingdom_svg(&record.kingdom, &doubtful, self.language))
            @if !pieces.is_empty() { p { (pieces) } }
            @if !squares.is_empty() {
                ul.doubt { @for square in squares { li { (self.say(square)) } } }
            }
            (self.sheet(&record.kingdom, sheet))
        }
    }

    /// The score sheet without empty lines.
    pub(super) fn sheet(&self, kingdom: &Kingdom, sheet: &ScoreSheet) -> Markup {
        let rows = sheet_rows(kingdom, sheet, self.language).into_iter();
        let rows = rows.filter(|row| row.line.is_none_or(|(_, points)| points != 0) || !row.how.is_empty());
        html! {
            table.sheet {
                caption { (self.words(MessageId::SheetHead)) }
                tbody { @for row in rows { (self.row(&row)) } }
            }
        }
    }

    fn row(&self, row: &SheetRow) -> Markup {
        html! {
            tr {
                @match row.line {
                    Some((name, points)) => { td.text { (name) } td { (points) } }
                    None => { td {} td {} }
                }
                td.text { (row.how) }
            }
        }
    }

    /// Notes about photos that are ranked nowhere.
    fn notes(&self, tournament: &Tournament) -> Markup {
        html! {
            @if !tournament.duplicates.is_empty() {
                section {
                    h2 { (self.words(MessageId::DuplicatesHead)) }
                    ul {
                        @for (photo, of) in &tournament.duplicates {
                            li { (self.say(MessageId::SameAs.with("photo", photo.as_str()).with("of", of.as_str()))) }
                        }
                    }
                }
            }
            @if !tournament.stale_corrections.is_empty() {
                section.look {
                    h2 { (self.words(MessageId::StaleHead)) }
                    ul { @for photo in &tournament.stale_corrections { li { (visible(photo)) } } }
                }
            }
            "\n"
        }
    }
}

/// The style is for phones, large screens and paper, in light and dark. No doubt is shown by colour alone. On
/// paper the standings over all rounds are on the first page, and each round begins on a new page. On a
/// screen wide tables scroll in a box of their own, so that names are not broken.
const STYLE: &str = "
:root { color-scheme: light dark; --text: #222; --page: #fff; --line: #ccc; --strong: #333; --link: #0b5394; --doubt: #9a3412; --mark: #c2410c; --clear: #2e7d32; --row: #fff1e6; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e6e6; --page: #1b1b1d; --line: #55555a; --strong: #aaa; --link: #8ab8f0; --doubt: #ffb38a; --mark: #f2773a; --clear: #66bb6a; --row: #40291c; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 80rem; padding: 0 1rem 3rem; font: 1rem/1.45 system-ui, sans-serif; color: var(--text); background: var(--page); }
h1 { margin: 1rem 0 0; font-size: 1.8rem; }
h2 { margin: 2.2rem 0 .6rem; padding-bottom: .2rem; border-bottom: 2px solid var(--strong); }
h3 { margin: 1.8rem 0 .4rem; }
h2.rules { margin: 1rem 0 .2rem; border: 0; font-size: 1.1rem; }
ul.rules { margin: 0; }
.logo { float: right; max-width: 40%; max-height: 6rem; margin: 1rem 0 .5rem 1rem; }
.event { margin: .2rem 0; font-size: 1.1rem; }
h4 { margin: 0 0 .2rem; font-size: 1.05rem; overflow-wrap: anywhere; }
nav a { display: inline-block; margin-right: .8rem; padding: .3rem 0; }
a { color: var(--link); overflow-wrap: anywhere; }
ul { padding-left: 1.2rem; }
li { margin: .2rem 0; }
li, p { overflow-wrap: anywhere; }
.look { margin-top: 1rem; border-left: .4rem solid var(--mark); padding-left: .8rem; }
.look.clear { border-color: var(--clear); }
.look h2 { margin: .4rem 0; border: 0; font-size: 1.2rem; }
.why { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; font-size: .85rem; }
table { border-collapse: collapse; max-width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
th.text, td.text { text-align: left; }
td.text { overflow-wrap: anywhere; }
tr.doubt td { background: var(--row); }
ul.doubt, p.doubt { color: var(--doubt); }
.kingdoms { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 1rem; margin-top: .8rem; }
article { border: 1px solid var(--line); border-radius: .4rem; padding: .7rem; min-width: 0; }
article:target { outline: 3px solid var(--mark); }
article p { margin: .2rem 0; }
.points { font-size: 1.2rem; font-weight: bold; }
svg { display: block; width: 100%; max-width: 20rem; height: auto; margin: .4rem auto; }
.sheet { width: 100%; font-size: .85rem; }
.sheet caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.sheet td { padding: .1rem .3rem; }
.sheet td.text { overflow-wrap: break-word; }
.sheet tr:last-child { font-weight: bold; }
.game .kingdoms { grid-template-columns: repeat(auto-fill, minmax(min(30rem, 100%), 1fr)); align-items: start; }
.game ul.doubt > li:first-child { font-weight: bold; list-style: none; margin-left: -1.2rem; }
.game svg { max-width: 40rem; }
details { margin-top: .5rem; font-size: .85rem; }
summary { cursor: pointer; overflow-wrap: anywhere; padding: .3rem 0; }
img { display: block; max-width: 100%; height: auto; }
@media screen {
  .places { display: block; overflow-x: auto; }
  .places td.text, .places td.text a { overflow-wrap: break-word; }
}
@media (max-width: 30rem) {
  body { padding: 0 .6rem 2rem; }
  th, td { padding: .2rem .35rem; }
}
@media print {
  :root { color-scheme: light; --text: #000; --page: #fff; --line: #bbb; --strong: #333; --link: #000; --doubt: #9a3412; --mark: #c2410c; --row: #fff1e6; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav, details, .look { display: none; }
  #overall { font-size: 12pt; }
  section.standings + section.standings, section.loose { break-before: page; }
  section.table ~ section.standings { break-before: page; }
  section.table, article, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .kingdoms { grid-template-columns: repeat(2, 1fr); gap: .4rem; }
  article { display: grid; grid-template-columns: 36% 1fr; grid-auto-flow: dense; align-content: start; column-gap: .4rem; padding: .4rem; }
  article > * { grid-column: 1 / -1; }
  article > svg { grid-column: 1; margin: 0; }
  article > .sheet { grid-column: 2; align-self: start; font-size: 7pt; line-height: 1.25; }
  .points { font-size: 11pt; }
  h4 { font-size: 10pt; }
  .sheet td { padding: 0 .2rem; }
  ul.doubt { font-size: 7.5pt; margin: .2rem 0; }
  svg, tr.doubt td { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
";
