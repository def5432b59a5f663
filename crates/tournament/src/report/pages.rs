//! Splits a report that is too large for one page. `report.html` has the standings, the open work, and links.
//! The kingdoms are on pages in the folder `report`, which load the small copies of photos from the folder
//! `pictures` when a person opens one. No page needs a network or a script.

use std::collections::HashMap;
use std::io::{self, Write};

use maud::{Markup, PreEscaped, html};

use super::html::{Page, Pictures, SmallPicture, anchor, in_html, look_class, table_anchor, write_tournament_html};
use super::season::SeasonColumns;
use crate::ranking::{RankedPlayer, Round, Table, Tournament, UnassignedPhoto};
use game::photo_reading::Status;
use messages::{Language, MessageId, Words, visible};

/// The largest report on a single page, some 140 photos of 57 kB. It can be sent by mail and messengers, and
/// a phone opens it quickly.
pub const ONE_PAGE_BYTES: usize = 8_000_000;

/// The largest page in the folder, unless a single kingdom is larger: some 50 kingdoms, which a phone scrolls
/// smoothly. 5000 photos make some 100 pages.
pub const PAGE_BYTES: usize = 500_000;

/// The largest size of each of the six lists on the first page, some 1300 players or 500 photos to look at.
/// Even with six full lists the page is below 2 MB. Longer lists have pages of their own.
pub const LIST_BYTES: usize = 200_000;

/// Looks up a photo's small copy by the sha256 of the photo's bytes.
#[derive(Clone, Copy)]
pub struct SmallPictures<'a> {
    /// The copy itself, a JPEG file without any EXIF.
    pub jpeg: SmallPicture<'a>,
    /// The copy's address relative to the folder of pages; `None` if there is no copy.
    pub beside: &'a dyn Fn(&str) -> Option<String>,
}

/// Receives a page: its name in the folder of pages (`None` for the first page), and its content.
pub type WritePage<'a, E> = dyn FnMut(Option<&str>, &[u8]) -> Result<(), E> + 'a;

/// Writes the report page by page, the first page last.
///
/// # Errors
/// An error of `write`.
pub fn write_tournament_report<E>(
    tournament: &Tournament,
    pictures: SmallPictures,
    language: Language,
    write: &mut WritePage<E>,
) -> Result<(), E> {
    if let Some(page) = on_one_page(tournament, pictures.jpeg, language) {
        return write(None, &page);
    }
    let mut book = Book { language, pictures: Pictures::Beside(pictures.beside), write };
    let contents = book.chapters(tournament)?;
    book.first_page(tournament, &contents)
}

/// The whole report, if it is small enough.
fn on_one_page(tournament: &Tournament, picture: SmallPicture, language: Language) -> Option<Vec<u8>> {
    let mut page = Bounded(Vec::new());
    write_tournament_html(&mut page, tournament, picture, language).is_ok().then_some(page.0)
}

/// A writer that accepts at most [`ONE_PAGE_BYTES`].
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > ONE_PAGE_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes the pages of a report.
struct Book<'a, E> {
    language: Language,
    pictures: Pictures<'a>,
    write: &'a mut WritePage<'a, E>,
}

/// Pages that are linked to each other in order.
#[derive(Default)]
struct Chapter {
    pages: Vec<Leaf>,
    /// Anchors of kingdoms and tables, with the names of their pages.
    anchors: Vec<(String, String)>,
}

/// A finished page of a chapter.
struct Leaf {
    name: String,
    /// The first and the last table on the page.
    tables: Option<[String; 2]>,
}

/// A heading with items, which may continue on the next page.
#[derive(Default)]
struct Section<'s> {
    anchor: Option<String>,
    /// The name of the table that it shows, if any.
    table: Option<&'s str>,
    /// The beginning on its first page, and on each further page.
    begin: [String; 2],
    end: &'static str,
    items: Vec<Item>,
    /// The number of bytes from the section's beginning that should be on one page if possible.
    bytes_together: usize,
}

impl Section<'_> {
    fn bytes(&self) -> usize {
        self.begin[0].len() + self.items.iter().map(|item| item.html.len()).sum::<usize>() + self.end.len()
    }
}

struct Item {
    html: String,
    anchor: Option<String>,
}

/// Everything after the first page.
#[derive(Default)]
struct Contents {
    anchors: HashMap<String, String>,
    /// For each round the chapters of its ranking and of its tables.
    rounds: Vec<[Chapter; 2]>,
    loose: Chapter,
    /// Pages for lists that are too long for the first page.
    to_check: Chapter,
    standings: Chapter,
    dynasties: Chapter,
    notes: Chapter,
}

/// A list of the first page.
struct List {
    begin: String,
    items: Vec<String>,
    end: &'static str,
}

impl List {
    /// A bulleted list with a heading.
    fn new(head: &str, items: impl IntoIterator<Item = Markup>) -> Self {
        let begin = in_html(html! { h2 { (head) } (PreEscaped("<ul>")) });
        Self { begin, items: items.into_iter().map(in_html).collect(), end: "</ul>\n" }
    }

    /// How many items fit on the first page.
    fn fitting(&self) -> usize {
        let sums = self.items.iter().scan(0, |sum, item| {
            *sum += item.len();
            Some(*sum)
        });
        sums.take_while(|sum| *sum <= LIST_BYTES).count()
    }

    fn is_too_long(&self) -> bool {
        self.fitting() < self.items.len()
    }

    fn section(self) -> Section<'static> {
        let items = self.items.into_iter().map(|html| Item { html, anchor: None }).collect();
        Section { begin: [self.begin.clone(), self.begin], end: self.end, items, ..Section::default() }
    }
}

impl<'a, E> Book<'a, E> {
    fn page<'p>(&self, pages: Option<&'p HashMap<String, String>>) -> Page<'p>
    where
        'a: 'p,
    {
        Page { language: self.language, pictures: self.pictures, pages }
    }

    fn chapters(&mut self, tournament: &Tournament) -> Result<Contents, E> {
        let mut contents = Contents::default();
        for (index, round) in tournament.rounds.iter().enumerate() {
            let number = index + 1;
            let page = self.page(None);
            let title = page.round_name(round);
            let sections = round.tables.iter().flat_map(|table| table_sections(&page, round, table));
            let tables = self.chapter(&format!("round-{number}-tables"), &title, sections)?;
            contents.anchors.extend(tables.anchors.iter().cloned());
            let ranking = round_ranking(round, &self.page(Some(&contents.anchors))).section();
            let standings = self.chapter(&format!("round-{number}-standings"), &title, [ranking])?;
            contents.rounds.push([standings, tables]);
        }
        let page = self.page(None);
        contents.loose = self.chapter("photos", page.words(MessageId::LooseHead), loose_sections(&page, tournament))?;
        contents.anchors.extend(contents.loose.anchors.iter().cloned());
        let lists = Lists::new(tournament, &self.page(Some(&contents.anchors)));
        contents.to_check = self.long("to-check", [lists.questions, lists.to_review])?;
        contents.standings = self.long("standings", [lists.overall])?;
        contents.dynasties = self.long("dynasties", [lists.dynasties])?;
        contents.notes = self.long("notes", [lists.duplicates, lists.stale])?;
        Ok(contents)
    }

    /// Pages for these lists, if one of them is too long for the first page.
    fn long<const N: usize>(&mut self, stem: &str, lists: [List; N]) -> Result<Chapter, E> {
        if !lists.iter().any(List::is_too_long) {
            return Ok(Chapter::default());
        }
        let title = MessageId::ReportTitle.in_language(self.language);
        self.chapter(stem, title, lists.into_iter().filter(|list| !list.items.is_empty()).map(List::section))
    }

    fn chapter<'s>(
        &mut self,
        stem: &str,
        title: &str,
        sections: impl IntoIterator<Item = Section<'s>>,
    ) -> Result<Chapter, E> {
        let mut chapter = Chapter::default();
        let mut sheet = Sheet::new(stem, 1);
        for section in sections {
            if sheet.is_full(section.begin[0].len().max(section.bytes_together)) {
                sheet = self.turn(sheet, stem, title, &mut chapter)?;
            }
            sheet.text += &section.begin[0];
            sheet.note(section.table);
            chapter.anchors.extend(section.anchor.clone().map(|anchor| (anchor, sheet.name.clone())));
            let Section { begin, end, table, items, .. } = section;
            for Item { html, anchor } in items {
                if sheet.is_full(html.len()) {
                    sheet.text += end;
                    sheet = self.turn(sheet, stem, title, &mut chapter)?;
                    sheet.text += &begin[1];
                    sheet.note(table);
                }
                sheet.text += &html;
                sheet.has_items = true;
                chapter.anchors.extend(anchor.map(|anchor| (anchor, sheet.name.clone())));
            }
            sheet.text += end;
        }
        if !sheet.text.is_empty() {
            self.finish(sheet, title, None, &mut chapter)?;
        }
        Ok(chapter)
    }

    /// Finishes the page and begins the next.
    fn turn(&mut self, sheet: Sheet, stem: &str, title: &str, chapter: &mut Chapter) -> Result<Sheet, E> {
        let next = Sheet::new(stem, sheet.number + 1);
        self.finish(sheet, title, Some(&next.name), chapter)?;
        Ok(next)
    }

    fn finish(&mut self, sheet: Sheet, title: &str, next: Option<&str>, chapter: &mut Chapter) -> Result<(), E> {
        let Sheet { name, text, tables, .. } = sheet;
        let page = self.page(None);
        let before = chapter.pages.last().map(|page| page.name.as_str());
        let nav = html! {
            nav {
                a href="../report.html" { (page.words(MessageId::BackToReport)) }
                @if let Some(before) = before { " " a href=(before) { (page.words(MessageId::PreviousPage)) } }
                @if let Some(next) = next { " " a href=(next) { (page.words(MessageId::NextPage)) } }
            }
        };
        let leaf = Leaf { name, tables };
        let begin = html! {
            (page.begin(title))
            header {
                h1 { (title) }
                @if let Some(tables) = leaf.label(&page) { p { (tables) } }
                (nav)
            }
            (PreEscaped("\n<main>\n"))
        };
        let end = html! { (PreEscaped("</main>\n")) footer { (nav) } (PreEscaped("\n</body>\n</html>\n")) };
        let html = in_html(begin) + &text + &in_html(end);
        (self.write)(Some(&leaf.name), html.as_bytes())?;
        chapter.pages.push(leaf);
        Ok(())
    }

    fn first_page(&mut self, tournament: &Tournament, contents: &Contents) -> Result<(), E> {
        let anchors = contents.anchors.iter().map(|(anchor, page)| (anchor.clone(), below(page)));
        let anchors: HashMap<String, String> = anchors.collect();
        let page = self.page(Some(&anchors));
        let lists = Lists::new(tournament, &page);
        let mut html = in_html(page.head(tournament));
        html += &format!("<section class=\"{}\" id=\"look\">", look_class(tournament));
        if tournament.is_settled() {
            html += &in_html(html! { p { (page.words(MessageId::NothingToLookAt)) } });
        }
        html += &shown(&lists.questions, &contents.to_check, &page);
        html += &shown(&lists.to_review, &contents.to_check, &page);
        html += "</section>\n";
        html += &shown(&lists.overall, &contents.standings, &page);
        html += &shown(&lists.dynasties, &contents.dynasties, &page);
        for (index, (round, chapters)) in tournament.rounds.iter().zip(&contents.rounds).enumerate() {
            let [standings, tables] = chapters;
            let ranking = page.words(MessageId::RankingHead);
            html += &in_html(html! {
                section.pages id={ "round-" (index + 1) } {
                    h2 { (page.round_name(round)) }
                    (links(standings, &page, ranking))
                    (links(tables, &page, ""))
                }
                "\n"
            });
        }
        if !contents.loose.pages.is_empty() {
            html += &in_html(html! {
                section.pages {
                    h2 { (page.words(MessageId::LooseHead)) }
                    (links(&contents.loose, &page, page.words(MessageId::PhotoHead)))
                }
                "\n"
            });
        }
        html += &shown(&lists.duplicates, &contents.notes, &page);
        html += &shown(&lists.stale, &contents.notes, &page);
        html += "</main>\n</body>\n</html>\n";
        (self.write)(None, html.as_bytes())
    }
}

/// The page that is being filled.
struct Sheet {
    name: String,
    number: usize,
    text: String,
    has_items: bool,
    tables: Option<[String; 2]>,
}

impl Sheet {
    fn new(stem: &str, number: usize) -> Self {
        Self { name: format!("{stem}-page-{number}.html"), number, text: String::new(), has_items: false, tables: None }
    }

    fn is_full(&self, more: usize) -> bool {
        self.has_items && self.text.len() + more > PAGE_BYTES
    }

    fn note(&mut self, table: Option<&str>) {
        let Some(table) = table else { return };
        match &mut self.tables {
            Some([_, last]) => table.clone_into(last),
            None => self.tables = Some([table.to_owned(), table.to_owned()]),
        }
    }
}

impl Leaf {
    /// Its tables, such as "Tables 1 to 40".
    fn label(&self, page: &Page) -> Option<String> {
        let [first, last] = self.tables.as_ref()?;
        let message = match first == last {
            true => MessageId::TableName.with("table", first.as_str()),
            false => MessageId::TablesFromTo.with("first", first.as_str()).with("last", last.as_str()),
        };
        Some(page.say(message))
    }
}

/// A page's address relative to the first page.
fn below(page: &str) -> String {
    format!("report/{page}")
}

/// Links to all pages of a chapter. Pages without tables are called `name`, with a number if there are
/// several.
fn links(chapter: &Chapter, page: &Page, name: &str) -> Markup {
    html! {
        nav {
            @for (index, leaf) in chapter.pages.iter().enumerate() {
                a href=(below(&leaf.name)) {
                    @if let Some(label) = leaf.label(page) { (label) }
                    @else { (name) @if chapter.pages.len() > 1 { " " (index + 1) } }
                }
                " "
            }
        }
    }
}

/// The items of the list that fit on the first page, with a link to the whole list.
fn shown(list: &List, whole: &Chapter, page: &Page) -> String {
    if list.items.is_empty() {
        return String::new();
    }
    let mut html = list.begin.clone() + &list.items[..list.fitting()].concat() + list.end;
    if let Some(first) = whole.pages.first().filter(|_| list.is_too_long()) {
        let all = page.say(MessageId::ShowAll.count(list.items.len() as u32));
        html += &in_html(html! { p { a href=(below(&first.name)) { (all) } } });
    }
    html
}

/// The lists of the first page, in full.
struct Lists {
    questions: List,
    to_review: List,
    overall: List,
    dynasties: List,
    duplicates: List,
    stale: List,
}

impl Lists {
    fn new(tournament: &Tournament, page: &Page) -> Self {
        let Tournament { questions, to_review, overall, dynasties, duplicates, stale_corrections, .. } = tournament;
        let dynasties = dynasties.iter().map(|dynasty| in_html(page.dynasty(dynasty)));
        let duplicates = duplicates.iter().map(|(photo, of)| {
            html! { li { (page.say(MessageId::SameAs.with("photo", photo.as_str()).with("of", of.as_str()))) } }
        });
        Self {
            questions: List::new(
                &page.say(MessageId::QuestionsToDecide.count(questions.len() as u32)),
                questions.iter().map(|question| page.question(question)),
            ),
            to_review: List::new(
                &page.say(MessageId::PhotosToLookAt.count(to_review.len() as u32)),
                to_review.iter().map(|item| page.review_item(item)),
            ),
            overall: ranking(
                overall,
                SeasonColumns::of(tournament),
                page.words(MessageId::AllRounds),
                "overall",
                page,
                |_| None,
            ),
            dynasties: List { begin: String::new(), items: dynasties.collect(), end: "" },
            duplicates: List::new(page.words(MessageId::DuplicatesHead), duplicates),
            stale: List::new(
                page.words(MessageId::StaleHead),
                stale_corrections.iter().map(|photo| html! { li { (visible(photo)) } }),
            ),
        }
    }
}

/// A ranking with a row for each player. `kingdom` gives the anchor of a player's kingdom.
fn ranking(
    places: &[RankedPlayer],
    season: Option<SeasonColumns>,
    title: &str,
    id: &str,
    page: &Page,
    kingdom: impl Fn(&RankedPlayer) -> Option<String>,
) -> List {
    let columns = page.columns(places, season);
    let begin = in_html(html! {
        (PreEscaped(format!("<section class=\"standings\" id=\"{id}\">")))
        h2 { (title) }
        (PreEscaped("<table class=\"places\">"))
        (page.places_head(&columns))
        (PreEscaped("<tbody>"))
    });
    let rows = places.iter().map(|place| in_html(page.place(place, &columns, kingdom(place).as_deref())));
    List { begin, items: rows.collect(), end: "</tbody></table></section>\n" }
}

/// The ranking of a round; each player's name links to the kingdom.
fn round_ranking(round: &Round, page: &Page) -> List {
    let entries = round.tables.iter().flat_map(|table| &table.entries);
    let kingdoms: HashMap<&str, String> =
        entries.map(|entry| (entry.seat.player.as_str(), anchor(&entry.name()))).collect();
    ranking(&round.ranking, None, page.words(MessageId::RankingHead), "ranking", page, |place| {
        kingdoms.get(place.player.as_str()).cloned()
    })
}

/// A section with the table's ranks and problem, and one with its remarks and kingdoms.
fn table_sections<'s>(page: &'s Page, round: &'s Round, table: &'s Table) -> [Section<'s>; 2] {
    let title = page.say(MessageId::TableName.with("table", table.name.as_str()));
    let id = table_anchor(&round.name, &table.name);
    let columns = page.columns(&table.ranking, None);
    let heads = [Some(&id), None].map(|id| {
        in_html(html! {
            (PreEscaped("<section class=\"table\">"))
            h3 id=[id] { (title) }
            @if id.is_some() {
                @if let Some(problem) = &table.problem { p.doubt { (page.say(problem.clone())) } }
            }
            (PreEscaped("<table class=\"places\">"))
            (page.places_head(&columns))
            (PreEscaped("<tbody>"))
        })
    });
    let rows = table.ranking.iter().map(|place| in_html(page.place(place, &columns, None)));
    let ranks = Section {
        anchor: Some(id),
        table: Some(&table.name),
        begin: heads,
        end: "</tbody></table></section>\n",
        items: rows.map(|html| Item { html, anchor: None }).collect(),
        ..Section::default()
    };
    let entries = table.entries.iter().map(|entry| (in_html(page.entry(table, entry)), anchor(&entry.name())));
    let again = in_html(html! { h3 { (title) } });
    let remarks = in_html(html! {
        @if !table.remarks.is_empty() {
            ul { @for remark in &table.remarks { li { (page.say(remark.clone())) } } }
        }
    });
    let open = "<div class=\"kingdoms\">\n";
    let kingdoms = Section {
        table: Some(&table.name),
        begin: [remarks + open, again + open],
        end: "</div>\n",
        items: entries.map(|(html, anchor)| Item { html, anchor: Some(anchor) }).collect(),
        ..Section::default()
    };
    let bytes_together = ranks.bytes() + kingdoms.bytes();
    [Section { bytes_together, ..ranks }, kingdoms]
}

/// How many cards of photos without a table are in memory at a time.
const LOOSE_PHOTOS: usize = 50;

fn loose_sections<'s>(page: &'s Page, tournament: &'s Tournament) -> impl Iterator<Item = Section<'s>> {
    // Copies are listed as duplicates.
    let photos = tournament.loose.iter().map(|photo| &**photo).filter(|photo| photo.status != Status::Duplicate);
    let photos: Vec<&UnassignedPhoto> = photos.collect();
    let parts: Vec<Vec<&UnassignedPhoto>> = photos.chunks(LOOSE_PHOTOS).map(<[_]>::to_vec).collect();
    let open = "<section class=\"loose\"><div class=\"kingdoms\">\n";
    parts.into_iter().map(move |photos| {
        let cards = photos.into_iter().map(|photo| (in_html(page.loose(photo)), anchor(&photo.photo)));
        Section {
            begin: [open.to_owned(), open.to_owned()],
            end: "</div></section>\n",
            items: cards.map(|(html, anchor)| Item { html, anchor: Some(anchor) }).collect(),
            ..Section::default()
        }
    })
}
