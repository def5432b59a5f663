//! A tournament for people at a terminal: who leads, and what to look at.

use std::collections::BTreeSet;

use anstyle::Style;

use super::season::SeasonColumns;
use crate::ranking::{Question, RankedPlayer, ReviewItem, Tournament};
use crate::words::first_of;
use messages::style::{LOUD, STRONG};
use messages::wrapped::{bordered_table, number, paragraph, text, wrapped};
use messages::{Language, MessageId, Words, visible};
use report::standings_table::with_doubt;

/// The sums of all rounds, questions for the organiser, and the photos to look at. Ends with a newline, unless it is empty.
///
/// Tables are wrapped to `width` (the terminal's, in columns); `None` never wraps.
pub fn tournament_table(tournament: &Tournament, language: Language, width: Option<u16>) -> String {
    let mut text = String::new();
    if let Some(rules) = &tournament.by.rules {
        let event: Vec<String> = rules.title.iter().cloned().chain(rules.when_and_where()).collect();
        if !event.is_empty() {
            text += &paragraph("", &event.join(", "), width);
        }
        text += &format!("{STRONG}{}:{STRONG:#}\n", MessageId::RulesHead.in_language(language));
        for rule in tournament.rules_in_words() {
            text += &wrapped(" ", &rule.in_language(language), Style::new(), width);
        }
    } else if let Some(house_rule) = tournament.house_rule() {
        text += &paragraph("", &house_rule.in_language(language), width);
    }
    if !tournament.overall.is_empty() {
        text += &places_table(tournament, language, width);
    }
    text += &questions(tournament, language, width);
    if !tournament.to_review.is_empty() {
        text += &format!("{STRONG}{}:{STRONG:#}\n", MessageId::LookHead.in_language(language));
        tournament.to_review.iter().for_each(|item| text += &item_line(item, language, width));
    }
    if !tournament.left_out.is_empty() {
        let photos = first_of(&tournament.left_out);
        let message = MessageId::PhotosLeftOut.count(tournament.left_out.len() as u32).with("photos", photos);
        text += &paragraph("", &visible(&message.in_language(language)), width);
    }
    if !tournament.duplicates.is_empty() {
        text += &format!("{STRONG}{}:{STRONG:#}\n", MessageId::DuplicatesHead.in_language(language));
        for (photo, of) in &tournament.duplicates {
            let message = MessageId::SameAs.with("photo", photo.as_str()).with("of", of.as_str());
            text += &wrapped(" ", &message.in_language(language), Style::new(), width);
        }
    }
    text
}

fn questions(tournament: &Tournament, language: Language, width: Option<u16>) -> String {
    if tournament.questions.is_empty() {
        return String::new();
    }
    let head = format!("{LOUD}{}:{LOUD:#}\n", MessageId::QuestionsHead.in_language(language));
    tournament.questions.iter().fold(head, |text, question| text + &question_line(question, language, width))
}

/// What a review that was stopped leaves: how many photos, by name those whose files cannot be read, about which no review asks, and the questions to
/// the organiser. Ends with a newline.
pub fn left_table(tournament: &Tournament, language: Language, width: Option<u16>) -> String {
    let to_review = &tournament.to_review;
    let unread = to_review.iter().filter(|item| item.sha256.is_none());
    let head = MessageId::ReviewLeft.count(to_review.len() as u32).in_language(language);
    let text = unread.fold(head + "\n", |text, item| text + &item_line(item, language, width));
    text + &questions(tournament, language, width)
}

fn places_table(tournament: &Tournament, language: Language, width: Option<u16>) -> String {
    let (places, season) = (&tournament.overall, SeasonColumns::of(tournament));
    let remarks: Vec<String> = places.iter().map(|place| place.remarks(language)).collect();
    let has_remarks = remarks.iter().any(|remark| !remark.is_empty());
    let word = |head: MessageId| head.in_language(language).to_owned();
    let sums = season.as_ref().map_or_else(|| vec![word(MessageId::TotalLine)], |season| season.heads(language));
    let heads = [MessageId::RankHead, MessageId::PlayerHead].map(word).into_iter().chain(sums);
    let heads = heads.chain(has_remarks.then(|| word(MessageId::RemarkHead)));
    let row = |(place, remark): (&RankedPlayer, String)| {
        let rank = place.rank.map_or_else(|| "-".to_owned(), |rank| with_doubt(rank, place.is_rank_doubtful));
        let total =
            || place.rank.map_or_else(|| "-".to_owned(), |_| with_doubt(place.total, place.is_total_doubtful()));
        let sums = season.as_ref().map_or_else(|| vec![total()], |season| season.cells(place, language));
        let cells = [number(rank), text(&place.player)].into_iter().chain(sums.into_iter().map(number));
        cells.chain(has_remarks.then(|| text(remark))).collect::<Vec<_>>()
    };
    bordered_table(heads.collect::<Vec<_>>(), places.iter().zip(remarks).map(row), width)
}

fn question_line(question: &Question, language: Language, width: Option<u16>) -> String {
    let place = question.place().map(|place| format!(" {}: ", place.in_language(language))).unwrap_or_default();
    wrapped(&format!(" {place}"), &question.message.in_language(language), Style::new(), width)
}

/// One clause for each photo, that of its first doubt: the report has all of them.
fn item_line(item: &ReviewItem, language: Language, width: Option<u16>) -> String {
    let doubts: BTreeSet<String> = item.doubts.iter().map(|doubt| doubt.in_language(language)).collect();
    let first = item.doubts.first().map(|doubt| doubt.in_language(language)).unwrap_or_default();
    // What is found stands before what to do.
    let clause = first.split_once("; ").map_or(first.as_str(), |(found, _)| found);
    let more =
        doubts.len().checked_sub(2).map(|more| MessageId::MoreInReport.count(1 + more as u32).in_language(language));
    let player = item.seat.as_ref().map(|seat| format!(" ({})", seat.player)).unwrap_or_default();
    let clauses: Vec<&str> = [clause].into_iter().chain(more.as_deref()).collect();
    wrapped(&format!("  {}{player}:", item.photo), &clauses.join("; "), Style::new(), width)
}
