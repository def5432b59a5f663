//! Chooses which photo of a player's kingdom counts.

use std::collections::BTreeSet;

use super::{Entry, PhotoDoubt, ReviewItem, Scored, UnassignedPhoto};
use crate::corrections::Corrected;
use crate::whole_table::by_player;
use game::line::{PhotoLine, ReadKingdom};
use game::photo_info::{PhotoInfo, Seat};
use game::photo_reading::Status;
use kingdomino::audit::warning::{Against, audited};
use kingdomino::domain::{Facts, Square, Variant};
use kingdomino::formats::{KingdomRecord, notation};
use messages::{Message, MessageId, Words};

/// One photo of a player's kingdom.
pub(super) struct PlayerPhoto {
    photo: String,
    /// The kingdom's number in a photo of a whole table, from 1.
    number: Option<usize>,
    sha256: Option<String>,
    info: PhotoInfo,
    status: Status,
    kingdoms: Vec<Scored>,
    doubts: Vec<PhotoDoubt>,
    is_corrected: bool,
    is_left_out: bool,
    /// Whether a person typed or confirmed its kingdom.
    is_typed: bool,
    /// Whether it has a correction that no longer counts.
    has_lost_words: bool,
}

impl PlayerPhoto {
    /// The candidate of a line. `read` are the line's kingdoms.
    pub(super) fn new(line: &PhotoLine, read: &[ReadKingdom], corrected: Option<&Corrected>) -> Self {
        let mut candidate = Self {
            photo: line.reading.photo.clone(),
            number: None,
            sha256: line.reading.sha256.clone(),
            info: line.reading.info.clone(),
            status: line.reading.status,
            kingdoms: Vec::new(),
            doubts: Vec::new(),
            is_corrected: corrected.is_some(),
            is_left_out: corrected.is_some_and(|corrected| corrected.is_left_out),
            is_typed: corrected.is_some_and(|corrected| corrected.typed.is_some()),
            has_lost_words: false,
        };
        if candidate.is_left_out {
            candidate.doubts.push(PhotoDoubt::Ours(MessageId::LeftOut.into()));
        } else if candidate.is_typed {
            // The person decided about the photo, whatever else is doubtful about it.
            candidate.doubts = doubts_about(read);
            candidate.is_corrected = candidate.doubts.is_empty();
            candidate.kingdoms = read.iter().map(|read| scored(read, candidate.is_corrected)).collect();
        } else {
            let chosen = corrected.and_then(|corrected| corrected.chosen);
            let read = match chosen.and_then(|number| read.get(number.checked_sub(1)?)) {
                Some(players) => std::slice::from_ref(players),
                None => read,
            };
            candidate.doubts = doubts(line, read);
            candidate.is_corrected &= candidate.doubts.is_empty();
            candidate.kingdoms = read.iter().map(|read| scored(read, candidate.is_corrected)).collect();
        }
        candidate
    }

    /// A candidate for each player whose kingdom a photo of a whole table shows.
    pub(super) fn of_table(
        line: &PhotoLine,
        read: &[ReadKingdom],
        corrected: Option<&Corrected>,
    ) -> Vec<(Option<Seat>, Self)> {
        let mut candidates = Vec::new();
        for (number, part) in by_player(line) {
            let read = read.get(number - 1).filter(|_| !part.kingdoms.is_empty());
            let read = read.map(std::slice::from_ref).unwrap_or_default();
            let mut candidate = Self { number: Some(number), ..Self::new(&part, read, corrected) };
            if line.reading.status == Status::Scored && line.reading.info.is_wrong_number(line.kingdoms.len()) {
                let players = 1 + line.reading.info.further_players.len();
                let message = MessageId::ShowsOtherNumber.count(line.kingdoms.len() as u32).with("players", players);
                candidate.doubt(PhotoDoubt::Ours(message));
                candidate.is_corrected = false;
            }
            candidates.push((part.reading.info.seat, candidate));
        }
        candidates
    }

    pub(super) fn doubt(&mut self, remark: PhotoDoubt) {
        self.doubts.push(remark);
    }

    /// Adds the doubt that its correction, or a part of it, no longer counts.
    pub(super) fn lose(&mut self, message: Message) {
        self.has_lost_words = true;
        self.is_corrected = false;
        // It comes first, because a terminal shows only the first doubt of a photo.
        self.doubts.insert(0, PhotoDoubt::Ours(message));
    }

    /// Whether it shows exactly one kingdom, as a player has.
    fn shows_one(&self) -> bool {
        self.kingdoms.len() == 1
    }

    fn score_with(&mut self, facts: &AgreedFacts) {
        let kingdoms = std::mem::take(&mut self.kingdoms).into_iter();
        self.kingdoms = kingdoms.map(|scored| scored.with_facts(facts.unseen, &facts.variants)).collect();
    }

    /// Whether a person said what it shows, perhaps with doubts that are left.
    fn is_given(&self) -> bool {
        self.is_corrected || self.is_typed
    }

    /// The sort key, the best candidate first: given by a person, with a single kingdom, with few doubts.
    fn gravity(&self) -> (bool, bool, usize, &str) {
        (!self.is_given(), !self.shows_one(), self.doubts.len(), &self.photo)
    }

    /// The review item, if it has open doubts. `shown` is the photo where the report shows it: this one, or
    /// the one that counts for the player.
    pub(super) fn review_item(&self, seat: Option<&Seat>, shown: &str) -> Option<ReviewItem> {
        let is_open = !self.is_corrected && !self.doubts.is_empty();
        is_open.then(|| self.review_item_with(seat, shown, self.doubts.clone()))
    }

    fn review_item_with(&self, seat: Option<&Seat>, shown: &str, doubts: Vec<PhotoDoubt>) -> ReviewItem {
        ReviewItem {
            photo: self.photo.clone(),
            sha256: self.sha256.clone(),
            status: self.status,
            seat: seat.cloned(),
            shown: shown.to_owned(),
            doubts,
            doubtful_squares: self.kingdoms.iter().map(|kingdom| kingdom.squares.len()).sum(),
        }
    }

    pub(super) fn photo(&self) -> &str {
        &self.photo
    }

    pub(super) fn loose(self) -> UnassignedPhoto {
        let Self { photo, sha256, status, kingdoms, doubts, .. } = self;
        UnassignedPhoto { photo, sha256, status, kingdoms, doubts }
    }
}

fn scored(read: &ReadKingdom, is_corrected: bool) -> Scored {
    let ReadKingdom { record, needs_review, doubts, .. } = read;
    Scored { needs_review: *needs_review, ..Scored::new(record.clone(), doubts.clone(), is_corrected) }
}

/// Why the photo needs review. `read` are the kingdoms in it that may be the player's.
fn doubts(line: &PhotoLine, read: &[ReadKingdom]) -> Vec<PhotoDoubt> {
    if !line.needs_review {
        return Vec::new();
    }
    // The first question is whether the photo is meant to count, whatever it shows.
    if line.reading.info.is_unlisted {
        return vec![PhotoDoubt::Ours(MessageId::NotListed.into())];
    }
    let mut doubts: Vec<PhotoDoubt> = without_kingdom(line).into_iter().collect();
    if !line.same_as.is_empty() {
        doubts.push(PhotoDoubt::Ours(MessageId::SameAsSomebodyElses.with("of", line.same_as.join(", "))));
    }
    if line.reading.info.seat.is_some() && read.len() > 1 && line.reading.info.is_wrong_number(read.len()) {
        doubts.push(PhotoDoubt::Ours(MessageId::ShowsKingdoms.count(read.len() as u32)));
    }
    doubts.extend(doubts_about(read));
    doubts
}

fn doubts_about(read: &[ReadKingdom]) -> Vec<PhotoDoubt> {
    let mut doubts = Vec::new();
    for kingdom in read.iter().filter(|kingdom| kingdom.needs_review) {
        let mut warnings = kingdom.warnings.clone();
        if warnings.is_empty() {
            let KingdomRecord { kingdom, unseen, .. } = &kingdom.record;
            warnings = audited(kingdom, unseen).0;
            warnings.retain(|warning| warning.code.meaning().against == Some(Against::EveryBox));
        }
        if warnings.is_empty() {
            doubts.push(PhotoDoubt::Ours(MessageId::ToCheck.into()));
        }
        doubts.extend(warnings.into_iter().map(PhotoDoubt::Warning));
    }
    doubts
}

fn without_kingdom(line: &PhotoLine) -> Option<PhotoDoubt> {
    match (line.reading.status, &line.duplicate_of) {
        (Status::Scored, _) => None,
        (Status::Duplicate, Some(of)) => Some(PhotoDoubt::Ours(MessageId::SameAsSomebodyElses.with("of", of.as_str()))),
        _ => {
            // The photo's name is removed from the message, because it is shown anyway.
            let message = line
                .reading
                .message
                .strip_prefix(&format!("{}: ", line.reading.photo))
                .unwrap_or(&line.reading.message)
                .to_owned();
            Some(PhotoDoubt::Failed { status: line.reading.status, message, reason: line.reading.reason.clone() })
        }
    }
}

/// The open work for a person.
#[derive(Default)]
pub(super) struct Open {
    pub(super) to_review: Vec<ReviewItem>,
    /// Questions about a player's photos.
    pub(super) disputes: Vec<(Seat, Message)>,
}

/// The entry of a player. The best photo counts; if other photos show another kingdom, that is a doubt.
/// Photos that a person left out do not count: if there are no others, the player has no entry, and they are
/// returned as the error.
pub(super) fn entry(
    seat: Seat,
    mut candidates: Vec<PlayerPhoto>,
    open: &mut Open,
) -> Result<Entry, Vec<UnassignedPhoto>> {
    let facts = AgreedFacts::new(&candidates);
    candidates.iter_mut().for_each(|candidate| candidate.score_with(&facts));
    if candidates.iter().all(|candidate| candidate.is_left_out) {
        return Err(candidates.into_iter().map(PlayerPhoto::loose).collect());
    }
    candidates.retain(|candidate| !candidate.is_left_out);
    // A copy of another photo is only used if there are no others, or if a person has corrected it.
    let (mut copies, mut others): (Vec<_>, Vec<_>) =
        candidates.into_iter().partition(|candidate| candidate.status == Status::Duplicate && !candidate.is_corrected);
    if others.is_empty() {
        std::mem::swap(&mut copies, &mut others);
    }
    others.sort_by(|a, b| a.gravity().cmp(&b.gravity()));
    if let Some(difference) = difference(&others) {
        others[0].doubts.push(difference);
    }
    let dispute = dispute(&seat, &others, open);
    let mut best = others.remove(0);
    best.doubts.extend(facts.contradictions);
    open.to_review.extend(best.review_item(Some(&seat), &best.photo));
    best.doubts.extend(dispute);
    // Other photos need review only if they cannot be read, so that they may show anything, or if a
    // correction of them would be lost.
    others.retain(|other| other.status == Status::Error || other.has_lost_words);
    let besides = copies.iter().chain(&others);
    open.to_review.extend(besides.filter_map(|other| other.review_item(Some(&seat), &best.photo)));
    let kingdom = if best.shows_one() { best.kingdoms.pop() } else { None };
    Ok(Entry {
        seat,
        photo: best.photo,
        number: best.number,
        sha256: best.sha256,
        unseen: facts.unseen,
        kingdom,
        doubts: best.doubts,
    })
}

/// The doubt that photos of a player, sorted from the best down, show different kingdoms. If one of them is
/// doubtful, only totals are compared.
fn difference(photos: &[PlayerPhoto]) -> Option<PhotoDoubt> {
    let first = photos.first().filter(|first| !first.is_corrected)?;
    let differ = photos[1..].iter().any(|photo| match (&first.kingdoms[..], &photo.kingdoms[..]) {
        ([one], [other]) => {
            let are_clear = first.doubts.is_empty() && photo.doubts.is_empty();
            one.sheet.total != other.sheet.total || are_clear && tiles(one) != tiles(other)
        }
        _ => false,
    });
    differ.then(|| PhotoDoubt::Ours(MessageId::PhotosReadDifferently.with("photos", with_totals(photos))))
}

/// The doubt that people corrected photos to different kingdoms. Only people know which one is right, so
/// `review` asks again.
fn dispute(seat: &Seat, photos: &[PlayerPhoto], open: &mut Open) -> Option<PhotoDoubt> {
    let corrected = photos.iter().filter(|photo| photo.is_given() && photo.shows_one());
    let first = &corrected.clone().next()?.kingdoms[0];
    corrected
        .clone()
        .map(|photo| &photo.kingdoms[0])
        .find(|other| other.sheet.total != first.sheet.total || tiles(other) != tiles(first))?;
    let message: Message = MessageId::CorrectedDifferently.with("photos", with_totals(corrected.clone()));
    let doubt = PhotoDoubt::Ours(message.clone());
    let shown = photos[0].photo();
    open.to_review.extend(corrected.map(|photo| photo.review_item_with(Some(seat), shown, vec![doubt.clone()])));
    let message = MessageId::OfKingdom.with("kingdom", seat.player.as_str()).with("what", message);
    open.disputes.push((seat.clone(), message));
    Some(doubt)
}

/// The photos that show a single kingdom, with its points.
fn with_totals<'a>(photos: impl IntoIterator<Item = &'a PlayerPhoto>) -> Vec<Message> {
    let mut totals = Vec::new();
    for photo in photos {
        if let [Scored { record, sheet, .. }] = &photo.kingdoms[..] {
            let message = MessageId::PhotoWithTotal.with("photo", photo.photo.as_str());
            // The total may change when the whole table is known, because only then it is known whom the
            // Queen visits.
            totals.push(message.with_counted("total", sheet.total, notation::write(&record.kingdom)));
        }
    }
    totals
}

/// The tiles of a kingdom, sorted because photos may show the kingdom in any orientation.
fn tiles(scored: &Scored) -> Vec<Square> {
    let squares = scored.record.kingdom.squares().cells().iter().copied();
    let mut tiles: Vec<Square> = squares.filter(|square| *square != Square::Empty).collect();
    tiles.sort_by_cached_key(Square::to_string);
    tiles
}

/// The facts about a player, from all photos of the kingdom.
struct AgreedFacts {
    unseen: Facts,
    variants: Vec<Variant>,
    /// Facts that differ between photos.
    contradictions: Vec<PhotoDoubt>,
}

impl AgreedFacts {
    fn new(photos: &[PlayerPhoto]) -> Self {
        let mut contradictions = Vec::new();
        let unseen = Facts {
            coins: agreed(photos, "coins", |info| info.facts.coins, &mut contradictions),
            knights_in_supply: agreed(
                photos,
                "knights_in_supply",
                |info| info.facts.knights_in_supply,
                &mut contradictions,
            ),
            queen: agreed(photos, "queen", |info| info.facts.queen, &mut contradictions),
        };
        let given: BTreeSet<Variant> = photos.iter().flat_map(|photo| photo.info.variants()).collect();
        Self { unseen, variants: given.into_iter().collect(), contradictions }
    }
}

/// The value of a column on which the photos agree. If they differ, the first one counts, and a contradiction
/// is noted.
fn agreed<T: Ord + Copy>(
    photos: &[PlayerPhoto],
    column: &'static str,
    value: impl Fn(&PhotoInfo) -> Option<T>,
    contradictions: &mut Vec<PhotoDoubt>,
) -> Option<T> {
    let given: Vec<T> = photos.iter().filter_map(|photo| value(&photo.info)).collect();
    if given.iter().any(|one| *one != given[0]) {
        contradictions.push(PhotoDoubt::Ours(MessageId::GivenDifferently.with("column", column)));
    }
    given.first().copied()
}

impl Entry {
    /// Whether the kingdom counts and may be wrong.
    pub fn is_doubtful(&self) -> bool {
        self.kingdom.is_some() && !self.doubts.is_empty()
    }
}
