//! A tournament as text for a terminal: the standings, and the open work.

use std::collections::BTreeSet;

use anstyle::Style;

use super::season::SeasonColumns;
use crate::ranking::{Question, ReviewItem, Tournament};
use crate::words::first_of;
use messages::style::{LOUD, STRONG};
use messages::wrapped::{bordered_table, number, paragraph, text, wrapped};
use messages::{Language, MessageId, Words, visible};
use report::standings_table::with_doubt;

/// The standings over all rounds, questions to the organiser, and the photos to look at. Ends with a newline,
/// unless it is empty.
///
/// Tables are wrapped to `width` (the terminal's, in columns). `None`: they are not wrapped.
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

/// The open work after a review that was stopped: the number of photos, the names of those that cannot be
/// read, for which no review asks, and the questions to the organiser. Ends with a newline.
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
    let mut heads =
        [MessageId::RankHead, MessageId::PlayerHead].map(|head| head.in_language(language).to_owned()).to_vec();
    match &season {
        Some(season) => heads.extend(season.heads(language)),
        None => heads.push(MessageId::TotalLine.in_language(language).to_owned()),
    }
    heads.extend(has_remarks.then(|| MessageId::RemarkHead.in_language(language).to_owned()));
    let rows = places.iter().zip(remarks).map(|(place, remark)| {
        let rank = place.rank.map_or_else(|| "-".to_owned(), |rank| with_doubt(rank, place.is_rank_doubtful));
        let sums = match (&season, place.rank) {
            (Some(season), _) => season.cells(place, language),
            (None, Some(_)) => vec![with_doubt(place.total, place.is_total_doubtful())],
            (None, None) => vec!["-".to_owned()],
        };
        let cells = [number(rank), text(&place.player)].into_iter().chain(sums.into_iter().map(number));
        cells.chain(has_remarks.then(|| text(remark))).collect::<Vec<_>>()
    });
    bordered_table(heads, rows, width)
}

fn question_line(question: &Question, language: Language, width: Option<u16>) -> String {
    let place = question.place().map(|place| format!(" {}: ", place.in_language(language))).unwrap_or_default();
    wrapped(&format!(" {place}"), &question.message.in_language(language), Style::new(), width)
}

/// A line for a photo with the first clause of its first doubt. The report has all doubts.
fn item_line(item: &ReviewItem, language: Language, width: Option<u16>) -> String {
    let doubts: BTreeSet<String> = item.doubts.iter().map(|doubt| doubt.in_language(language)).collect();
    let first = item.doubts.first().map(|doubt| doubt.in_language(language)).unwrap_or_default();
    // In a doubt, the finding comes before the remedy.
    let clause = first.split_once("; ").map_or(first.as_str(), |(found, _)| found);
    let more =
        doubts.len().checked_sub(2).map(|more| MessageId::MoreInReport.count(1 + more as u32).in_language(language));
    let player = item.seat.as_ref().map(|seat| format!(" ({})", seat.player)).unwrap_or_default();
    let clauses: Vec<&str> = [clause].into_iter().chain(more.as_deref()).collect();
    wrapped(&format!("  {}{player}:", item.photo), &clauses.join("; "), Style::new(), width)
}
