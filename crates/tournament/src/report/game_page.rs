//! A page for a single game: the ranks, and every kingdom, cropped from its photo, with its score sheet. The
//! page needs no script, no network and no other file.

use std::io::{self, Write};
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{Markup, PreEscaped, html};

use super::html::{Page, Pictures, in_html};
use kingdomino::formats::notation;
use kingdomino::standings::{Standing, Standings};
use messages::{Language, Message, MessageId, visible};
use report::card::{CardKingdom, doubts_about_ranks};
use report::standings_table::heading;
use storage::write_whole;

/// The content of the page.
pub struct GamePage<'a> {
    /// The ranks.
    pub standings: &'a Standings,
    /// The kingdoms, each with the picture that [`CardKingdom::on_page`] asks for, as a JPEG file. `None`:
    /// the kingdom is drawn.
    pub kingdoms: &'a [(CardKingdom, Option<Vec<u8>>)],
    /// Messages about photos without a kingdom that counts, so that the ranks may be wrong.
    pub missing: &'a [Message],
    /// Notes about the game.
    pub notes: &'a [Message],
    /// The page's language.
    pub language: Language,
}

impl GamePage<'_> {
    /// Writes the page atomically.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        write_whole(path, |out: &mut dyn Write| out.write_all(in_html(self.markup()).as_bytes()))
    }

    fn markup(&self) -> Markup {
        let page = Page { language: self.language, pictures: Pictures::Within(&|_| None), pages: None };
        let title = page.words(MessageId::ReportTitle);
        html! {
            (page.begin(title))
            header {
                h1 { (title) }
                p { (self.played(&page)) }
            }
            (PreEscaped("\n<main class=\"game\">\n"))
            section.standings {
                (self.ranks(&page))
                @let doubts = doubts_about_ranks(self.standings, self.missing, self.language);
                @if !doubts.is_empty() { ul.doubt { @for doubt in doubts { li { (doubt) } } } }
            }
            div.kingdoms { @for (kingdom, picture) in self.kingdoms { (self.kingdom(&page, kingdom, picture.as_deref())) } }
            @if !self.notes.is_empty() { ul { @for note in self.notes { li { (page.say(note.clone())) } } } }
            (PreEscaped("</main>\n</body>\n</html>\n"))
        }
    }

    fn played(&self, page: &Page) -> String {
        page.say(heading(self.standings))
    }

    /// The ranking: rank, player, total, and how ties were decided if there were any.
    fn ranks(&self, page: &Page) -> Markup {
        let has_ties = self.standings.players.iter().any(|player| player.tie.is_some());
        html! {
            table.places {
                thead {
                    tr {
                        th { (page.words(MessageId::RankHead)) }
                        th.text { (page.words(MessageId::PlayerHead)) }
                        th { (page.words(MessageId::TotalLine)) }
                        @if has_ties { th.text { (page.words(MessageId::TieHead)) } }
                    }
                }
                tbody {
                    @for player in &self.standings.players { (self.rank(page, player, has_ties)) }
                    @for unread in &self.standings.unread {
                        tr.doubt {
                            td { "?" }
                            td.text { bdi { (visible(&unread.player)) } }
                            td { "?" }
                            @if has_ties { td.text {} }
                        }
                    }
                }
            }
        }
    }

    fn rank(&self, page: &Page, player: &Standing, has_ties: bool) -> Markup {
        html! {
            tr.doubt[player.needs_review] {
                td { (player.rank) @if self.standings.is_rank_doubtful(player) { "?" } }
                td.text { bdi { (page.say(player.marked_name())) } }
                td { (player.total) @if player.needs_review { " ?" } }
                @if has_ties { td.text { @if let Some(tie) = player.tie_message() { (page.say(tie)) } } }
            }
        }
    }

    fn kingdom(&self, page: &Page, kingdom: &CardKingdom, picture: Option<&[u8]>) -> Markup {
        let card = kingdom.on_page(picture.is_some(), self.language);
        let address = |_| picture.map(|jpeg| format!("data:image/jpeg;base64,{}", STANDARD.encode(jpeg)));
        let doubts = kingdom.doubts(self.language).into_iter().chain(kingdom.doubtful_squares(self.language));
        let doubts: Vec<String> = doubts.collect();
        let remarks = kingdom.remarks(self.language);
        html! {
            article {
                h4 { @if let Some(rank) = kingdom.rank() { (rank) ". " } bdi { (visible(kingdom.name())) } }
                p.points { (kingdom.points_in_words(self.language)) }
                (card.drawing.svg(&notation::write(&kingdom.record().kingdom), &address))
                @if !doubts.is_empty() { ul.doubt { @for doubt in doubts { li { (doubt) } } } }
                (page.sheet(&kingdom.record().kingdom, kingdom.sheet()))
                @for remark in remarks { p { (remark) } }
            }
            "\n"
        }
    }
}
