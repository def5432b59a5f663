//! Whether the kingdoms of a game can exist together.

use std::collections::BTreeSet;

use super::games::number;
use super::remark::in_game;
use super::{Standing, Standings};
use crate::audit::warning::Warning;
use crate::audit::{Finding, Player, Severity, findings_of_game};
use crate::domain::compact;
use messages::{Message, MessageId, Words};

impl Standings {
    /// Audits the kingdoms of each game together. Returns warnings and notes, without findings about a single
    /// kingdom, which its own audit reports.
    pub fn audited_together(&self) -> (Vec<Warning>, Vec<Message>) {
        let games = 0..self.queens.len();
        let findings = games.flat_map(|game| self.findings_together(game));
        let (notes, warnings): (Vec<_>, Vec<_>) = findings.partition(|(severity, _)| *severity == Severity::Note);
        let warnings = warnings.into_iter().map(|(_, warning)| warning).collect();
        (warnings, notes.into_iter().map(|(_, note)| note.message).collect())
    }

    fn findings_together(&self, game: usize) -> Vec<(Severity, Warning)> {
        let records = self.players.iter().filter_map(|player| Some(&player.kingdoms.get(game)?.record));
        let players: Vec<Player> =
            records.map(|record| Player { kingdom: &record.kingdom, unseen: &record.unseen }).collect();
        if players.len() < 2 {
            return Vec::new();
        }
        // Never fails: standings only contain kingdoms of one game.
        let findings = findings_of_game(&players).unwrap_or_default();
        let findings = findings.iter().filter(|finding| is_about_several(finding));
        findings.map(|finding| self.warning(finding, number(game, self.queens.len()))).collect()
    }

    /// A warning that names the squares by player, and the game if there are several.
    fn warning(&self, finding: &Finding, game: Option<usize>) -> (Severity, Warning) {
        let with_kingdom: Vec<&Standing> = self.players.iter().filter(|player| !player.is_typed_total()).collect();
        let mut squares = Vec::new();
        for spots in finding.squares().chunk_by(|a, b| a.kingdom == b.kingdom) {
            let places: Vec<_> = spots.iter().map(|spot| spot.place).collect();
            squares.push(format!("{} {}", with_kingdom[spots[0].kingdom].player, compact(&places)));
        }
        let message = match &squares[..] {
            [] => finding.message(),
            _ => MessageId::WithSquares.with("what", finding.message()).with("squares", squares.join(", ")),
        };
        (finding.severity(), Warning { code: finding.code(), message: in_game(game, message), squares: Vec::new() })
    }
}

fn is_about_several(finding: &Finding) -> bool {
    let kingdoms: BTreeSet<usize> = finding.squares().iter().map(|spot| spot.kingdom).collect();
    finding.kingdom().is_none() && kingdoms.len() != 1
}
