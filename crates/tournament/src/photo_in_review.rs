//! What a person sees and does in a review of a photo. The review at the terminal and the one on a phone
//! share it.

use std::time::SystemTime;

use super::review::{GameInReview, Review, contradicted};
use game::line::PhotoLine;
use kingdomino::audit::warning::audited;
use kingdomino::domain::{Facts, Kingdom, Variant};
use kingdomino::scoring::sheet;
use messages::{Message, MessageId, Words};
use reading::correction::KingdomName;
use table::photo::PhotoRow;

impl Review {
    /// Whether the photo needs review.
    pub fn is_to_check(&self, photo: &str) -> bool {
        self.ranked().to_review.iter().any(|item| item.photo == photo)
    }

    /// Which of the photo's kingdoms, counted from 1, a person chose as the player's.
    pub fn chosen(&self, photo: &str) -> Option<usize> {
        let corrected = self.corrected(photo)?;
        // Between marked corners there is only one.
        corrected.chosen.filter(|_| corrected.between_corners.is_none())
    }

    /// Whether a person must still say which of several kingdoms is the player's.
    pub fn must_choose(&self, line: &PhotoLine) -> bool {
        let shows_more = line.reading.info.is_wrong_number(line.kingdoms.len()) && line.kingdoms.len() > 1;
        let corrected = self.corrected(&line.reading.photo);
        let is_chosen = corrected.as_ref().is_some_and(|corrected| corrected.chosen.is_some());
        shows_more && !line.reading.info.shows_table() && !is_chosen
    }

    /// The kingdom of the photo's player that counts now; `None` if the photo shows several and none was chosen.
    /// `chosen` is the player's kingdom among several, counted from 1.
    pub fn counting(&self, photo: &str, chosen: Option<usize>) -> Option<Kingdom> {
        let line = self.line(photo)?;
        let index = chosen.unwrap_or(1).checked_sub(1)?;
        let is_one = chosen.is_some() || line.kingdoms.len() == 1;
        line.kingdoms.get(index).filter(|_| is_one).map(|kingdom| kingdom.record.kingdom.clone())
    }

    /// The current total, in points, of the kingdom that counts.
    pub fn counts_now(&self, photo: &str, chosen: Option<usize>) -> Option<i32> {
        Some(self.facts_of(photo, chosen).total(&self.counting(photo, chosen)?))
    }

    /// The facts about the player of one of the photo's kingdoms. `number` is counted from 1.
    pub fn facts_of(&self, photo: &str, number: Option<usize>) -> PlayerFacts {
        let index = number.unwrap_or(1).saturating_sub(1);
        let info = self.line(photo).map(|line| line.reading.info.of_kingdom(index)).unwrap_or_default();
        let ranked = info.seat.as_ref().and_then(|seat| self.ranked().record_of(seat));
        match ranked {
            Some(record) => PlayerFacts { unseen: record.unseen, variants: record.variants.clone() },
            None => PlayerFacts { unseen: info.facts, variants: info.variants() },
        }
    }

    /// Warnings about a kingdom that a person entered, for example because no box of tiles can make it.
    pub fn audited(&self, photo: &str, kingdom: &Kingdom) -> Vec<Message> {
        let Some(line) = self.line(photo) else { return Vec::new() };
        audited(kingdom, &line.reading.info.facts).0.iter().map(|warning| warning.with_squares()).collect()
    }
}

/// What a player's total depends on besides the squares: coins, knights, the Queen, and the variants.
#[derive(Debug, Clone)]
pub struct PlayerFacts {
    unseen: Facts,
    variants: Vec<Variant>,
}

impl PlayerFacts {
    /// The total of this kingdom, in points.
    pub fn total(&self, kingdom: &Kingdom) -> i32 {
        sheet::total(kingdom, &self.unseen, &self.variants)
    }
}

impl GameInReview {
    /// The facts about the player of each of the game's kingdoms.
    pub fn facts(&self, review: &Review) -> Vec<PlayerFacts> {
        let views = self.read.one.views().iter().enumerate();
        views.map(|(index, view)| review.facts_of(&self.photo_of(index).photo, Some(view.number))).collect()
    }

    /// Names of the kingdoms; those of other photos are named by their players.
    pub fn names(&self) -> Vec<KingdomName> {
        let shown = self.views_shown();
        let mut names = Vec::new();
        for (index, view) in self.read.one.views().iter().enumerate() {
            let photo = self.photo_of(index);
            let player = photo.info.seat.as_ref().map(|seat| &seat.player);
            let has_player = |row: &&PhotoRow| row.reading.info.seat.as_ref().map(|seat| &seat.player) == player;
            // A player may have several photos.
            let is_one = self.read.table.photos.iter().filter(has_player).count() == 1;
            let player = player.filter(|_| is_one).unwrap_or(&photo.photo);
            let photo = (!shown.contains(&index)).then(|| player.clone());
            names.push(KingdomName { photo, kingdom: (view.of > 1).then_some(view.number) });
        }
        names
    }

    /// A message about the squares where a typed kingdom contradicts what the photo clearly shows. `None` if
    /// there are none.
    pub fn shown_against(&self, chosen: Option<usize>, typed: &Kingdom) -> Option<Message> {
        let kingdom = *self.views_shown().get(chosen.unwrap_or(1).checked_sub(1)?)?;
        let shows = |(place, square): &(_, _)| {
            MessageId::SquareShows.with("place", *place).with("square", Message::from(square))
        };
        let against: Vec<Message> = contradicted(self, kingdom, typed).iter().map(shows).collect();
        (!against.is_empty()).then(|| MessageId::ReviewPictureShows.with("squares", against))
    }
}

/// The present time, in seconds since 1970.
pub fn now() -> Option<u64> {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok().map(|since| since.as_secs())
}
