//! A report that is too large for one page. `report.html` has the standings, what needs review, and links. The kingdoms are on pages in the
//! folder `report`, which load the photos' small copies from the folder `pictures` when a person opens one. No page needs a network or a
//! script.

use std::collections::HashMap;
use std::io::{self, Write};

use maud::{Markup, PreEscaped, html};

use super::html::{Page, Pictures, SmallPicture, anchor, in_html, look_class, table_anchor, write_tournament_html};
use super::season::SeasonColumns;
use crate::ranking::{Entry, RankedPlayer, Round, Table, Tournament, UnassignedPhoto};
use game::photo_reader::Status;
use messages::{Language, MessageId, Words, visible};

/// A report up to this size is one page, which can be sent around: some 140 photos of 57 kB. Mail and messengers take it, and a phone opens
/// it in a moment.
pub const ONE_PAGE_BYTES: usize = 8_000_000;

/// Largest page in the folder, unless a single kingdom has more: some 50 kingdoms, through which a phone scrolls without a stop. 5000 photos
/// make some 100 pages.
pub const PAGE_BYTES: usize = 500_000;

/// Largest size of each of the six lists on the first page, so that it stays below 2 MB with all of them full: some 1300 players, or 500
/// photos to look at. Longer lists have pages of their own.
pub const LIST_BYTES: usize = 200_000;

/// Where the pages find a photo's small copy, by the sha256 of the photo's bytes.
#[derive(Clone, Copy)]
pub struct SmallPictures<'a> {
    /// The copy itself, a JPEG file without any EXIF.
    pub jpeg: SmallPicture<'a>,
    /// Its address as seen from the folder of pages; `None` if there is none.
    pub beside: &'a dyn Fn(&str) -> Option<String>,
}

/// Takes a page: its name in the folder of pages, or `None` for the first page; and its content.
pub type WritePage<'a, E> = dyn FnMut(Option<&str>, &[u8]) -> Result<(), E> + 'a;

/// Writes the report, page by page; the first page comes last.
///
/// # Errors
/// Those of `write`.
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

/// The state of writing pages.
struct Book<'a, E> {
    language: Language,
    pictures: Pictures<'a>,
    write: &'a mut WritePage<'a, E>,
}

/// Pages that follow each other.
#[derive(Default)]
struct Chapter {
    pages: Vec<Leaf>,
    /// Anchors of kingdoms and tables, with the page's name.
    anchors: Vec<(String, String)>,
}

/// A page of a chapter, as links name it.
struct Leaf {
    name: String,
    /// The first and the last table on it.
    tables: Option<[String; 2]>,
}

/// A heading with items, which may go on on the next page.
#[derive(Default)]
struct Section<'s> {
    anchor: Option<String>,
    /// The name of its table, if it is one's.
    table: Option<&'s str>,
    /// The beginning on the first page, and on each further one.
    begin: [String; 2],
    end: &'static str,
    items: Vec<Item>,
    /// Bytes from here on that should stay on one page if they can.
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
    /// For each round the ranking, and the tables.
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
        let below = |(anchor, page): (&String, &String)| (anchor.clone(), below(page));
        let anchors: HashMap<String, String> = contents.anchors.iter().map(below).collect();
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
    /// Such as "Tables 1 to 40".
    fn label(&self, page: &Page) -> Option<String> {
        let [first, last] = self.tables.as_ref()?;
        let message = match first == last {
            true => MessageId::TableName.with("table", first.as_str()),
            false => MessageId::TablesFromTo.with("first", first.as_str()).with("last", last.as_str()),
        };
        Some(page.say(message))
    }
}

/// A page's address as seen from the first page.
fn below(page: &str) -> String {
    format!("report/{page}")
}

/// Links to all pages of a chapter. Pages without tables are called `name`, with a number if there are several.
fn links(chapter: &Chapter, page: &Page, name: &str) -> Markup {
    let number = |index: usize| if chapter.pages.len() > 1 { format!("{name} {}", index + 1) } else { name.to_owned() };
    html! {
        nav {
            @for (index, leaf) in chapter.pages.iter().enumerate() {
                a href=(below(&leaf.name)) { (leaf.label(page).unwrap_or_else(|| number(index))) } " "
            }
        }
    }
}

/// The list as far as it fits on the first page, with a link to the whole.
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
        let list = |head: String, items: Vec<Markup>| {
            let begin = in_html(html! { h2 { (head) } (PreEscaped("<ul>")) });
            List { begin, items: items.into_iter().map(in_html).collect(), end: "</ul>\n" }
        };
        let dynasty = |dynasty: &crate::ranking::Dynasty| in_html(page.dynasty(dynasty));
        let same = |(photo, of): &(String, String)| {
            html! { li { (page.say(MessageId::SameAs.with("photo", photo.as_str()).with("of", of.as_str()))) } }
        };
        Self {
            questions: list(
                page.say(MessageId::QuestionsToDecide.count(questions.len() as u32)),
                questions.iter().map(|question| page.question(question)).collect(),
            ),
            to_review: list(
                page.say(MessageId::PhotosToLookAt.count(to_review.len() as u32)),
                to_review.iter().map(|item| page.review_item(item)).collect(),
            ),
            overall: ranking(
                overall,
                SeasonColumns::of(tournament),
                page.words(MessageId::AllRounds),
                "overall",
                page,
                |_| None,
            ),
            dynasties: List { begin: String::new(), items: dynasties.iter().map(dynasty).collect(), end: "" },
            duplicates: list(page.words(MessageId::DuplicatesHead).to_owned(), duplicates.iter().map(same).collect()),
            stale: list(
                page.words(MessageId::StaleHead).to_owned(),
                stale_corrections.iter().map(|photo| html! { li { (visible(photo)) } }).collect(),
            ),
        }
    }
}

/// A row for each player; `kingdom` gives the anchor of a player's kingdom.
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
    let row = |place: &RankedPlayer| in_html(page.place(place, &columns, kingdom(place).as_deref()));
    List { begin, items: places.iter().map(row).collect(), end: "</tbody></table></section>\n" }
}

/// The ranking of a round; each player's name links to the kingdom.
fn round_ranking(round: &Round, page: &Page) -> List {
    let entries = round.tables.iter().flat_map(|table| &table.entries);
    let kingdoms: HashMap<&str, String> =
        entries.map(|entry| (entry.seat.player.as_str(), anchor(&entry.name()))).collect();
    let kingdom = |place: &RankedPlayer| kingdoms.get(place.player.as_str()).cloned();
    ranking(&round.ranking, None, page.words(MessageId::RankingHead), "ranking", page, kingdom)
}

/// The table's ranks, problem and remarks, then its kingdoms.
fn table_sections<'s>(page: &'s Page, round: &'s Round, table: &'s Table) -> [Section<'s>; 2] {
    let title = page.say(MessageId::TableName.with("table", table.name.as_str()));
    let id = table_anchor(&round.name, &table.name);
    let columns = page.columns(&table.ranking, None);
    let head = |id: Option<&str>| {
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
    };
    let row = |place: &RankedPlayer| Item { html: in_html(page.place(place, &columns, None)), anchor: None };
    let ranks = Section {
        anchor: Some(id.clone()),
        table: Some(&table.name),
        begin: [head(Some(&id)), head(None)],
        end: "</tbody></table></section>\n",
        items: table.ranking.iter().map(row).collect(),
        ..Section::default()
    };
    let entry =
        move |entry: &Entry| Item { html: in_html(page.entry(table, entry)), anchor: Some(anchor(&entry.name())) };
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
        items: table.entries.iter().map(entry).collect(),
        ..Section::default()
    };
    let bytes_together = ranks.bytes() + kingdoms.bytes();
    [Section { bytes_together, ..ranks }, kingdoms]
}

/// How many photos without a table are in memory at a time.
const LOOSE_PHOTOS: usize = 50;

fn loose_sections<'s>(page: &'s Page, tournament: &'s Tournament) -> impl Iterator<Item = Section<'s>> {
    // Copies are listed among the duplicates.
    let is_shown = |photo: &&UnassignedPhoto| photo.status != Status::Duplicate;
    let photos: Vec<&UnassignedPhoto> = tournament.loose.iter().map(|photo| &**photo).filter(is_shown).collect();
    let parts: Vec<Vec<&UnassignedPhoto>> = photos.chunks(LOOSE_PHOTOS).map(<[_]>::to_vec).collect();
    let item = |photo: &UnassignedPhoto| Item { html: in_html(page.loose(photo)), anchor: Some(anchor(&photo.photo)) };
    let open = "<section class=\"loose\"><div class=\"kingdoms\">\n";
    parts.into_iter().map(move |photos| Section {
        begin: [open.to_owned(), open.to_owned()],
        end: "</div></section>\n",
        items: photos.into_iter().map(item).collect(),
        ..Section::default()
    })
}
