//! Which ranks are doubtful because of doubtful totals.

use super::{Standing, Standings};
use crate::audit::warning::{Warning, WarningCode};
use crate::formats::KingdomRecord;
use crate::scoring::sheet;

/// If a kingdom has no other warning than this one, and a single doubtful square, only that square can be
/// wrong, and the total with its second reading is known.
const ABOUT_SQUARES_ALONE: WarningCode = WarningCode::DoubtfulTotal;

impl Standings {
    /// Whether the player's rank may change because a total, the player's own or another's, is doubtful or a
    /// kingdom was not read.
    pub fn is_rank_doubtful(&self, player: &Standing) -> bool {
        if !self.unread.is_empty() {
            return true;
        }
        let (least, most) = self.totals_of(player);
        let mut others = self.players.iter().filter(|other| other.player != player.player);
        others.any(|other| {
            let (least_of_other, most_of_other) = self.totals_of(other);
            (player.needs_review || other.needs_review) && least <= most_of_other && least_of_other <= most
        })
    }

    /// The warnings that all kingdoms share; none for a single kingdom.
    pub fn warnings_of_all(&self) -> Vec<Warning> {
        let kingdoms = self.players.iter().flat_map(|player| &player.kingdoms);
        let records: Vec<&KingdomRecord> = kingdoms.map(|kingdom| &kingdom.record).collect();
        let [first, others @ ..] = &records[..] else { return Vec::new() };
        if others.is_empty() {
            return Vec::new();
        }
        let mut shared: Vec<Warning> = first.warnings().collect();
        // Squares belong to one kingdom, even if another has a warning about squares at the same places.
        shared.retain(|warning| {
            warning.squares.is_empty() && others.iter().all(|record| record.warnings().any(|other| other == *warning))
        });
        shared
    }

    /// The smallest and largest possible total of the player. In Queendomino one player's towers may change
    /// whom the Queen visits and so other totals; a doubtful total is therefore unbounded.
    fn totals_of(&self, player: &Standing) -> (i32, i32) {
        if !player.needs_review {
            return (player.total, player.total);
        }
        let swings = player.kingdoms.iter().map(|kingdom| swing(&kingdom.record));
        let swings = if self.game.has_queendomino() { None } else { swings.collect::<Option<Vec<_>>>() };
        let Some(swings) = swings else { return (i32::MIN, i32::MAX) };
        let (mut least, mut most) = (player.total, player.total);
        for (less, more) in swings {
            (least, most) = (least - less, most + more);
        }
        (least, most)
    }
}

/// How many points the kingdom can lose and gain if the second reading of its only doubtful square is right.
/// `None` if anything else is doubtful, or several squares are: two together may join territories and change
/// more than each alone.
fn swing(record: &KingdomRecord) -> Option<(i32, i32)> {
    let total = sheet::total(&record.kingdom, &record.unseen, &record.variants);
    let is_known = record.warnings().all(|warning| warning.code == ABOUT_SQUARES_ALONE);
    let doubtful = record.doubtful_squares();
    let [(_, square)] = &doubtful[..] else { return None };
    let other = square.second_total.filter(|_| is_known)?;
    let (less, more) = ((total - other).max(0), (other - total).max(0));
    Some((less, more))
}
