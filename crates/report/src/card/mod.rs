//! A picture for the players: kingdoms cropped from their photos, with the points of each territory, and the
//! ranks of a game.
//!
//! This module lays out a card in shapes. [`Drawing::svg`] writes them for a page, and `vision::card_picture`
//! paints them as pixels.

mod file_names;
mod kingdom;
pub mod shapes;
pub mod typeface;

use self::file_names::without_folders;
use self::kingdom::KingdomDrawing;
use self::shapes::{Anchor, Colour, Drawing, Shape};
use self::typeface::Weight;
use super::KingdomReport;
use super::doubtful_squares::DoubtfulSquare;
use super::sheet_table::{how, name};
use super::standings_table::{heading, what_was_played};
use kingdomino::domain::PadLine;
use kingdomino::formats::KingdomRecord;
use kingdomino::scoring::assumptions;
use kingdomino::scoring::sheet::{Part, ScoreSheet};
use kingdomino::standings::{Remark, ScoredKingdom, Standing, Standings};
use messages::{Language, Message, MessageId, Words, visible};

/// A card's width in pixels: the largest that messengers show without shrinking it.
pub const WIDTH_PX: f64 = 1080.0;

/// The margin around the card's content, in pixels.
const MARGIN: f64 = 40.0;

/// The gap between two kingdoms, in pixels.
const GAP: f64 = 36.0;

/// The largest side of a square, in pixels.
const LARGEST_SIDE: f64 = 200.0;

/// The side of a square in pixels on a page, which scales the drawing to its width.
const SIDE_ON_PAGE: f64 = 120.0;

/// A drawing, and the scale of its photos.
#[derive(Debug, Clone, PartialEq)]
pub struct Card {
    /// The drawing, [`WIDTH_PX`] wide.
    pub drawing: Drawing,
    /// A square's side in pixels, on all its photos.
    pub side_px: usize,
}

/// A kingdom on a card.
#[derive(Debug, Clone)]
pub struct CardKingdom {
    /// The player's name, or if that is unknown the kingdom's, such as `k2`; empty for the only kingdom of a
    /// photo.
    name: String,
    rank: Option<usize>,
    record: KingdomRecord,
    sheet: ScoreSheet,
    needs_review: bool,
}

impl CardKingdom {
    /// The kingdoms of one photo.
    pub fn of_scan(reports: &[KingdomReport]) -> Vec<Self> {
        let kingdoms = reports.iter().enumerate().map(|(index, report)| {
            let number = if reports.len() > 1 { format!("k{}", index + 1) } else { String::new() };
            let reading = report.reading;
            Self {
                name: report.player.map_or(number, str::to_owned),
                rank: None,
                record: KingdomRecord {
                    unseen: report.unseen,
                    variants: report.variants.to_vec(),
                    doubts: Some(reading.doubts(report.warnings)),
                    corners_px: report.corners_px,
                    ..KingdomRecord::from(reading.kingdom.clone())
                },
                sheet: report.sheet.clone(),
                needs_review: reading.needs_review,
            }
        });
        kingdoms.collect()
    }

    /// The kingdoms of a game, by rank.
    pub fn of_game(standings: &Standings, language: Language) -> Vec<Self> {
        let of_all = standings.warnings_of_all();
        let mut kingdoms = Vec::new();
        for player in &standings.players {
            for (index, ScoredKingdom { record, sheet }) in player.kingdoms.iter().enumerate() {
                let name = player.name_in(index).in_language(language);
                let (mut record, sheet) = (record.clone(), sheet.clone());
                // Warnings about all kingdoms are shown with the ranks.
                let own = record.warnings().filter(|warning| !of_all.contains(warning)).collect();
                if let Some(doubts) = &mut record.doubts {
                    doubts.warnings = own;
                }
                let (rank, needs_review) = (Some(player.rank), player.needs_review);
                kingdoms.push(Self { name, rank, record, sheet, needs_review });
            }
        }
        kingdoms
    }

    /// The player's name, or if that is unknown the kingdom's, such as `k2`; empty for the only kingdom of a
    /// photo.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The player's rank in the game.
    pub fn rank(&self) -> Option<usize> {
        self.rank
    }

    /// Its points.
    pub fn sheet(&self) -> &ScoreSheet {
        &self.sheet
    }

    /// The doubtful squares with their alternatives, and the kingdom's total with each.
    pub fn doubtful_squares(&self, language: Language) -> Vec<String> {
        let buildings = self.record.doubtful_buildings();
        let mut rows = Vec::new();
        for (place, square) in &self.record.doubtful_squares() {
            let is_of_building = buildings.contains(place);
            let square = DoubtfulSquare::new(place.to_string(), square, is_of_building, self.sheet.total);
            rows.push(format!("{place} {}", square.in_words(language)));
        }
        rows
    }

    /// The kingdom that is drawn.
    pub fn record(&self) -> &KingdomRecord {
        &self.record
    }

    /// The kingdom on its own, for a page. `has_photo` tells whether its photo can be shown.
    pub fn on_page(&self, has_photo: bool, language: Language) -> Card {
        let photo = has_photo.then_some(0);
        let kingdom = KingdomDrawing { record: &self.record, sheet: &self.sheet, language, side: SIDE_ON_PAGE, photo };
        let [width, height] = kingdom.size();
        // Room for the outer half of the outline.
        let edge = 6.0;
        let mut drawing = Drawing { width: width + 2.0 * edge, height: height + 2.0 * edge, shapes: Vec::new() };
        kingdom.draw(&mut drawing, [edge, edge]);
        Card { drawing, side_px: SIDE_ON_PAGE as usize }
    }

    /// The points that do not come from territories, and what was assumed about facts that were not given.
    pub fn remarks(&self, language: Language) -> Vec<String> {
        let doubtful = self.record.doubtful_buildings();
        let mut remarks = Vec::new();
        for line in self.sheet.lines.iter().filter(|line| !matches!(line.line, PadLine::Terrain(_))) {
            for part in line.parts.iter().filter(|part| part.points() != 0 || matches!(part, Part::Bonus { .. })) {
                let how = how(part, &self.record.kingdom);
                let how = match line.line {
                    PadLine::Building(_) => {
                        MessageId::OfKingdom.with("kingdom", name(line.line, language)).with("what", how)
                    }
                    _ => how,
                };
                let is_doubtful = matches!(part, Part::Building { square, .. } if doubtful.contains(square));
                remarks.push(with_doubt(in_words(&how, language), is_doubtful));
            }
        }
        let assumed = assumptions::notes(&self.record.kingdom, &self.record.unseen, &self.record.variants);
        remarks.extend(assumed.iter().map(|note| in_words(note, language)));
        remarks
    }

    /// Why the kingdom needs review; empty if only warnings about all kingdoms are the reason.
    pub fn doubts(&self, language: Language) -> Vec<String> {
        let is_of_all = self.rank.is_some() && self.record.warnings().next().is_none();
        if !self.needs_review || is_of_all && self.record.doubtful_squares().is_empty() {
            return Vec::new();
        }
        let head = MessageId::OfKingdom.with("kingdom", MessageId::ToCheckHead).with("what", MessageId::ToCheck);
        let warnings = self.record.warnings().map(|warning| warning.with_squares());
        [head].into_iter().chain(warnings).map(|doubt| in_words(&without_folders(doubt), language)).collect()
    }

    /// The points in words, such as `38 points`, followed by a `?` if they may be wrong.
    pub fn points_in_words(&self, language: Language) -> String {
        let points = MessageId::Points.count(self.sheet.total.max(0) as u32).in_language(language);
        with_doubt(points, self.needs_review)
    }
}

fn with_doubt(number: String, is_doubtful: bool) -> String {
    if is_doubtful { format!("{number} ?") } else { number }
}

fn in_words(message: &Message, language: Language) -> String {
    visible(&message.in_language(language)).into_owned()
}

/// The kingdoms of one photo on a card. `has_photo` tells for each kingdom whether its photo can be shown.
pub fn scan_card(kingdoms: &[CardKingdom], has_photo: &[bool], language: Language) -> Card {
    let mut layout = Layout::new(language);
    if let Some(first) = kingdoms.first() {
        let record = &first.record;
        layout.small_head(&what_was_played(record.kingdom.game(), record.kingdom.size(), &record.variants));
    }
    layout.kingdoms(kingdoms, has_photo);
    layout.finish()
}

/// A game's ranks and its kingdoms. `missing` are the reasons why kingdoms are missing in the ranks.
pub fn game_card(
    standings: &Standings,
    kingdoms: &[CardKingdom],
    missing: &[Message],
    has_photo: &[bool],
    language: Language,
) -> Card {
    let mut layout = Layout::new(language);
    layout.small_head(&heading(standings));
    for player in &standings.players {
        layout.rank(player, standings.is_rank_doubtful(player));
    }
    for unread in &standings.unread {
        layout.unread(&unread.player);
    }
    layout.doubts(&doubts_about_ranks(standings, missing, language));
    layout.kingdoms(kingdoms, has_photo);
    layout.finish()
}

/// Why the ranks are uncertain; empty if they are certain.
pub fn doubts_about_ranks(standings: &Standings, missing: &[Message], language: Language) -> Vec<String> {
    let ranks = MessageId::OfKingdom.with("kingdom", MessageId::ToCheckHead).with("what", MessageId::RanksToCheck);
    let ranks = standings.needs_review().then_some(ranks);
    let of_game = standings.remarks.iter().filter_map(Remark::warning).map(|warning| warning.message);
    let (together, _) = standings.audited_together();
    let together = together.into_iter().map(|warning| warning.message);
    let of_all = standings.warnings_of_all().into_iter().map(|warning| warning.with_squares());
    let doubts = ranks.into_iter().chain(missing.iter().cloned()).chain(of_game).chain(together).chain(of_all);
    doubts.map(|doubt| in_words(&without_folders(doubt), language)).collect()
}

/// Lays a card out from top to bottom.
struct Layout {
    drawing: Drawing,
    language: Language,
    /// The lower end of the content so far, in pixels.
    y: f64,
    side: f64,
}

/// The sizes of texts, in pixels.
const SMALL: f64 = 26.0;
const NOTE: f64 = 22.0;
const NAME: f64 = 46.0;
const LARGE_NAME: f64 = 60.0;

impl Layout {
    fn new(language: Language) -> Self {
        let drawing = Drawing { width: WIDTH_PX, height: 0.0, shapes: Vec::new() };
        Self { drawing, language, y: MARGIN, side: LARGEST_SIDE }
    }

    fn finish(mut self) -> Card {
        self.drawing.height = (self.y + MARGIN).ceil();
        let size = [self.drawing.width, self.drawing.height];
        let back = Shape::Rect { at: [0.0, 0.0], size, radius: 0.0, fill: Colour::Page, opacity: 1.0 };
        self.drawing.shapes.insert(0, back);
        Card { drawing: self.drawing, side_px: self.side as usize }
    }

    fn text(&mut self, at: [f64; 2], anchor: Anchor, text: String, size: f64, weight: Weight, fill: Colour) {
        self.drawing.shapes.push(Shape::Text { at, anchor, text, size, weight, fill });
    }

    /// A small heading, which says what was played.
    fn small_head(&mut self, what: &Message) {
        let text = what.in_language(self.language);
        let size = Weight::Regular.fitting(&text, SMALL, WIDTH_PX - 2.0 * MARGIN);
        self.text([MARGIN, self.y + SMALL], Anchor::Start, text, size, Weight::Regular, Colour::Faint);
        self.y += SMALL + 22.0;
    }

    /// Writes a name and a number on one line; a long name takes two lines. Returns their height.
    fn name_and_number(&mut self, from: [f64; 2], width: f64, size: f64, name: &str, number: &str) -> f64 {
        let number_width = Weight::Bold.width(number, size);
        let room = width - number_width - 0.5 * size;
        let name_size = Weight::Bold.fitting(name, size, room).max(0.7 * size);
        let lines = Weight::Bold.shortened(name, name_size, room, 2);
        let right = [from[0] + width, from[1] + size];
        self.text(right, Anchor::End, number.to_owned(), size, Weight::Bold, Colour::Text);
        for (index, line) in lines.iter().enumerate() {
            let at = [from[0], from[1] + size + index as f64 * 1.15 * name_size];
            self.text(at, Anchor::Start, line.clone(), name_size, Weight::Bold, Colour::Text);
        }
        size + (lines.len() - 1) as f64 * 1.15 * name_size + 0.3 * size
    }

    /// Writes a player's rank, name and total, and below them how a tie was decided.
    fn rank(&mut self, player: &Standing, is_doubtful: bool) {
        let total = with_doubt(player.total.to_string(), player.needs_review);
        let tie = player.tie_message();
        let name = player.marked_name().in_language(self.language);
        self.place(&with_doubt(player.rank.to_string(), is_doubtful), &name, &total, tie);
    }

    /// Writes a player whose photos could not be read.
    fn unread(&mut self, player: &str) {
        self.place("?", player, "?", None);
    }

    fn place(&mut self, rank: &str, player: &str, total: &str, tie: Option<Message>) {
        let left = MARGIN + 94.0;
        let at = [MARGIN + 4.0, self.y + NAME];
        self.text(at, Anchor::Start, rank.to_owned(), NAME, Weight::Bold, Colour::Faint);
        let width = WIDTH_PX - MARGIN - left;
        self.y += self.name_and_number([left, self.y], width, NAME, &visible(player), total);
        if let Some(tie) = tie {
            let lines = Weight::Regular.wrapped(&tie.in_language(self.language), SMALL, width);
            self.lines([left, self.y - 2.0], &lines, SMALL, Colour::Faint);
            self.y += lines.len() as f64 * 1.25 * SMALL;
        }
        let at = [MARGIN, self.y + 8.0];
        let size = [WIDTH_PX - 2.0 * MARGIN, 2.0];
        self.drawing.shapes.push(Shape::Rect { at, size, radius: 0.0, fill: Colour::Line, opacity: 1.0 });
        self.y += 20.0;
    }

    fn lines(&mut self, from: [f64; 2], lines: &[String], size: f64, fill: Colour) {
        for (index, line) in lines.iter().enumerate() {
            let at = [from[0], from[1] + size + index as f64 * 1.25 * size];
            self.text(at, Anchor::Start, line.clone(), size, Weight::Regular, fill);
        }
    }

    /// Draws a box of doubts as wide as the card.
    fn doubts(&mut self, doubts: &[String]) {
        if !doubts.is_empty() {
            let width = WIDTH_PX - 2.0 * MARGIN;
            self.y += 8.0;
            self.y += self.box_of_doubts([MARGIN, self.y], width, doubts) + 12.0;
        }
    }

    /// Draws a box of doubts with a bar at its left, so that it is recognised without colour. Returns its
    /// height.
    fn box_of_doubts(&mut self, from: [f64; 2], width: f64, doubts: &[String]) -> f64 {
        const PADDING: f64 = 16.0;
        // Room for the bullet in front of a text.
        const INDENT: f64 = 24.0;
        let room = width - 2.0 * PADDING - 8.0;
        let mut lines: Vec<(String, Weight)> = Vec::new();
        let mut points: Vec<usize> = Vec::new();
        for (index, doubt) in doubts.iter().enumerate() {
            let (weight, room) = if index == 0 { (Weight::Bold, room) } else { (Weight::Regular, room - INDENT) };
            if index > 0 {
                points.push(lines.len());
            }
            lines.extend(weight.wrapped(doubt, SMALL, room).into_iter().map(|line| (line, weight)));
        }
        let height = lines.len() as f64 * 1.25 * SMALL + 2.0 * PADDING - 0.15 * SMALL;
        let [left, top] = from;
        let back = [(Colour::DoubtBack, [left, top], [width, height]), (Colour::Doubt, [left, top], [8.0, height])];
        for (fill, at, size) in back {
            self.drawing.shapes.push(Shape::Rect { at, size, radius: 0.0, fill, opacity: 1.0 });
        }
        for (index, (line, weight)) in lines.into_iter().enumerate() {
            let begin = left + PADDING + 8.0;
            let base = top + PADDING + 0.9 * SMALL + index as f64 * 1.25 * SMALL;
            if points.contains(&index) {
                self.text([begin, base], Anchor::Start, "•".to_owned(), SMALL, weight, Colour::Doubt);
            }
            let indent = if weight == Weight::Bold { 0.0 } else { INDENT };
            self.text([begin + indent, base], Anchor::Start, line, SMALL, weight, Colour::Doubt);
        }
        height
    }

    /// Draws a single kingdom as wide as the card, or several in rows of two.
    fn kingdoms(&mut self, kingdoms: &[CardKingdom], has_photo: &[bool]) {
        let is_alone = kingdoms.len() == 1;
        let cols = if is_alone { 1 } else { 2 };
        let width = ((WIDTH_PX - 2.0 * MARGIN - (cols - 1) as f64 * GAP) / cols as f64).floor();
        let widest = kingdoms
            .iter()
            .map(|kingdom| kingdom.record.kingdom.squares())
            .map(|squares| squares.cols().max(squares.rows()));
        self.side = (width / widest.max().unwrap_or(1) as f64).floor().min(LARGEST_SIDE);
        self.y += 16.0;
        let lefts = [MARGIN, MARGIN + width + GAP];
        let size = if is_alone { LARGE_NAME } else { NAME };
        for (row, both) in kingdoms.chunks(cols).enumerate() {
            let mut head: f64 = 0.0;
            for (kingdom, left) in both.iter().zip(lefts) {
                head = head.max(self.head([left, self.y], width, size, kingdom, is_alone));
            }
            let top = (self.y + head + 8.0).round();
            let mut end = top;
            for (index, (kingdom, left)) in (row * cols..).zip(both.iter().zip(lefts)) {
                let photo = has_photo.get(index).copied().unwrap_or_default().then_some(index);
                end = end.max(self.kingdom([left, top], width, kingdom, photo));
            }
            self.y = end + GAP;
        }
        self.y -= GAP;
    }

    fn head(&mut self, from: [f64; 2], width: f64, size: f64, kingdom: &CardKingdom, is_alone: bool) -> f64 {
        let name = visible(&kingdom.name);
        let name = match kingdom.rank {
            Some(rank) => format!("{rank}. {name}"),
            None => name.into_owned(),
        };
        let points = match is_alone {
            true => kingdom.points_in_words(self.language),
            false => with_doubt(kingdom.sheet.total.to_string(), kingdom.needs_review),
        };
        if name.is_empty() {
            self.text([from[0], from[1] + size], Anchor::Start, points, size, Weight::Bold, Colour::Text);
            return 1.3 * size;
        }
        self.name_and_number(from, width, size, &name, &points)
    }

    /// Draws a kingdom's squares, and below them doubts and remarks. Returns the lower end, in pixels from
    /// the top.
    fn kingdom(&mut self, from: [f64; 2], width: f64, kingdom: &CardKingdom, photo: Option<usize>) -> f64 {
        let (language, side) = (self.language, self.side);
        let squares = KingdomDrawing { record: &kingdom.record, sheet: &kingdom.sheet, language, side, photo };
        let [own_width, height] = squares.size();
        squares.draw(&mut self.drawing, [(from[0] + (width - own_width) / 2.0).round(), from[1]]);
        let mut y = from[1] + height + 14.0;
        let doubts = kingdom.doubts(language);
        if !doubts.is_empty() {
            y += 6.0;
            y += self.box_of_doubts([from[0], y], width, &doubts) + 8.0;
        }
        for remark in kingdom.remarks(language) {
            let lines = Weight::Regular.wrapped(&remark, NOTE, width);
            self.lines([from[0], y], &lines, NOTE, Colour::Faint);
            y += lines.len() as f64 * 1.25 * NOTE + 4.0;
        }
        y
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_kingdom::{CORNERS_PX, corrected_reading, doubtful_reading};
    use kingdomino::audit::warning::Warning;
    use kingdomino::domain::{Facts, Variant};
    use kingdomino::formats::notation;
    use kingdomino::standings::TableInputs;

    fn texts(card: &Card) -> Vec<&str> {
        let text = |shape: &Shape| matches!(shape, Shape::Text { .. });
        let shapes = card.drawing.shapes.iter().filter(|shape| text(shape));
        shapes.map(|shape| if let Shape::Text { text, .. } = shape { text.as_str() } else { "" }).collect()
    }

    /// A kingdom that comes from no photo.
    fn kingdom(text: &str, unseen: Facts, variants: &[Variant]) -> CardKingdom {
        let kingdom = notation::parse(text).expect("a kingdom");
        let sheet = ScoreSheet::new(&kingdom, &unseen, variants);
        let record = KingdomRecord { unseen, variants: variants.to_vec(), ..kingdom.into() };
        CardKingdom { name: "Anna".to_owned(), rank: None, record, sheet, needs_review: false }
    }

    fn read(reading: &reading::reconstruct::Reading, player: Option<&str>) -> Vec<CardKingdom> {
        let sheet = ScoreSheet::new(&reading.kingdom, &Facts::default(), &[]);
        let warnings: &[Warning] = &reading.warnings;
        let (unseen, variants, notes) = (Facts::default(), &[][..], &[][..]);
        let report = KingdomReport {
            reading,
            sheet: &sheet,
            corners_px: Some(CORNERS_PX),
            player,
            unseen,
            variants,
            warnings,
            notes,
        };
        CardKingdom::of_scan(&[report])
    }

    /// Asserts that nothing reaches beyond the card.
    fn assert_within(card: &Card) {
        for shape in &card.drawing.shapes {
            if let Shape::Text { at, anchor, text, size, weight, .. } = shape {
                let width = weight.width(text, *size);
                let left = at[0]
                    - width
                        * match anchor {
                            Anchor::Start => 0.0,
                            Anchor::Middle => 0.5,
                            Anchor::End => 1.0,
                        };
                assert!(left >= 0.0 && left + width <= WIDTH_PX && at[1] <= card.drawing.height, "{shape:?}");
            }
        }
    }

    #[test]
    fn a_doubtful_square_and_its_total_bear_a_question_mark() {
        let kingdoms = read(&doubtful_reading(), None);
        let card = scan_card(&kingdoms, &[true], Language::English);
        let found = texts(&card);
        assert!(found.contains(&"?") && found.contains(&"= 2 ?"), "{found:?}");
        assert!(found.contains(&"5 points ?") && found.contains(&"TO CHECK: this total may be wrong."), "{found:?}");
        let svg = kingdoms[0].on_page(false, Language::German).drawing.svg("a kingdom", &|_| None).into_string();
        assert!(svg.contains(">?</text>") && svg.contains("<title>r2c3: "), "{svg}");
        assert_eq!(svg.matches("stroke-dasharray").count(), 1, "a frame for one doubtful square");
        assert!(kingdoms[0].doubtful_squares(Language::English)[0].contains("total 7"));
        assert_within(&card);
    }

    #[test]
    fn a_sure_kingdom_bears_none() {
        let card = scan_card(&read(&corrected_reading(), Some("Zoë")), &[false], Language::English);
        let found = texts(&card);
        assert!(found.contains(&"Zoë") && found.contains(&"5 points"), "{found:?}");
        assert!(!found.iter().any(|text| text.contains('?') || text.contains("TO CHECK")), "{found:?}");
        assert!(!card.drawing.shapes.iter().any(|shape| matches!(shape, Shape::Photo { .. })));
    }

    #[test]
    fn buildings_crowns_and_what_else_counts_stand_on_the_card() {
        let facts = Facts { coins: Some(11), ..Facts::default() };
        let text = "T[church,tower*2]T[treasure-chest]F1/W1CF/T[large-tavern]W[knight]W q5";
        let kingdom = kingdom(text, facts, &[Variant::Harmony]);
        for language in Language::ALL {
            let card = scan_card(std::slice::from_ref(&kingdom), &[], language);
            assert_within(&card);
            let crowns = card
                .drawing
                .shapes
                .iter()
                .filter(|shape| matches!(shape, Shape::Area { points, .. } if points.len() == 7));
            let expected = 2 + usize::from(kingdomino::domain::Building::TreasureChest.crowns());
            assert_eq!(crowns.count(), expected);
        }
        let card = scan_card(&[kingdom], &[], Language::German);
        let all = texts(&card).join(" ");
        for part in ["Kirche", "2 Türme", "Schatztruhe", "1 Ritter", "11 Münzen : 3 = 3, abgerundet", "Harmonie: 0"] {
            assert!(all.contains(part), "{part}: {all}");
        }
    }

    #[test]
    fn a_game_has_its_ranks_and_all_kingdoms() {
        let long = "Donaudampfschifffahrtsgesellschaftskapitänswitwe Friederike-Wilhelmine von und zu Übermaß";
        let names = [long, "Łucja", "Zoë"];
        let records =
            names.iter().zip(["W1W1C/FFF k7", "L1L1C/..L1 k7", "G2CS2SSS/M3M2FF.. k7"]).map(|(name, text)| {
                let kingdom = notation::parse(text).expect("a kingdom");
                KingdomRecord { player: Some((*name).into()), ..kingdom.into() }
            });
        let standings = Standings::new(records.collect(), &TableInputs::default()).expect("a game");
        let kingdoms = CardKingdom::of_game(&standings, Language::English);
        let missing = [MessageId::KingdomMissing.with("photo", "dora.jpg")];
        let card = game_card(&standings, &kingdoms, &missing, &[], Language::English);
        assert_within(&card);
        assert_eq!(card.drawing.width, WIDTH_PX);
        let found = texts(&card);
        assert!(found.contains(&"1. Zoë") && found.contains(&"2. Łucja"), "{found:?}");
        assert!(found.join(" ").contains("dora.jpg was not read"), "{found:?}");
        let sides = kingdoms.iter().map(|kingdom| kingdom.on_page(true, Language::English).side_px);
        assert!(sides.into_iter().all(|side| side == 120));
        // The widest kingdom is six squares wide.
        assert_eq!(card.side_px, 80);
    }
}
