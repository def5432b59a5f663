//! Which ranks may be others, because totals may be.

use super::{Standing, Standings};
use crate::audit::warning::WarningCode;
use crate::formats::{KingdomRecord, ReadingWarning};
use crate::scoring::sheet;

/// A kingdom with this warning alone and one doubtful square is read rightly but for that square, of which the best two readings are known.
const ABOUT_SQUARES_ALONE: WarningCode = WarningCode::DoubtfulTotal;

impl Standings {
    /// Whether a doubtful total, this player's own or another one's, or a kingdom that was not read may change the player's rank.
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

    /// Warnings of which each kingdom of several has the same.
    pub fn warnings_of_all(&self) -> Vec<ReadingWarning> {
        let records = || self.players.iter().flat_map(|player| &player.kingdoms).map(|kingdom| &kingdom.record);
        let warnings = |record: &KingdomRecord| record.warnings().cloned().collect::<Vec<_>>();
        let of_first = records().next().filter(|_| records().count() > 1).into_iter().flat_map(warnings);
        // Squares are those of one kingdom, also where another one has some of the same names.
        let of_first = of_first.filter(|warning| warning.squares.is_empty());
        of_first.filter(|warning| records().all(|record| record.warnings().any(|other| other == warning))).collect()
    }

    /// Between which totals the player's lies. With towers or a Queen one player's squares change other totals, too, so that nothing is
    /// known of doubtful ones.
    fn totals_of(&self, player: &Standing) -> (i32, i32) {
        if !player.needs_review {
            return (player.total, player.total);
        }
        let swings = player.kingdoms.iter().map(|kingdom| swing(&kingdom.record));
        let swings = if self.game.has_queendomino() { None } else { swings.collect::<Option<Vec<_>>>() };
        let of_kingdoms = |swings: Vec<(i32, i32)>| {
            swings.iter().fold((player.total, player.total), |(least, most), (less, more)| (least - less, most + more))
        };
        swings.map_or((i32::MIN, i32::MAX), of_kingdoms)
    }
}

/// How many points less and more the kingdom may have, if its doubtful square may be its second reading; `None` where something else is
/// doubtful, or more than one square: two together may join territories, and change more than each by itself.
fn swing(record: &KingdomRecord) -> Option<(i32, i32)> {
    let total = sheet::total(&record.kingdom, &record.unseen, &record.variants);
    let is_known = record.warnings().all(|warning| warning.code == ABOUT_SQUARES_ALONE);
    let doubtful = record.doubtful_squares();
    let [(_, square)] = &doubtful[..] else { return None };
    let other = square.second_total.filter(|_| is_known)?;
    let (less, more) = ((total - other).max(0), (other - total).max(0));
    Some((less, more))
}
