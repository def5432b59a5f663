//! Answers about a whole game that are given at once, as on the command line: names, squares and facts.

use game::ids::{KingdomId, PlayerId};
use kingdomino::domain::Facts;
use kingdomino::formats::Name;
use kingdomino::standings::{TableInputs, Visit};
use reading::correction::GivenSquare;

use crate::change::add_answer;
use crate::log::{Edit, Table, What};
use crate::refused::Refused;
use crate::settings::{Host, Nobody, Player, Settings};
use crate::state::TableState;

/// Names, squares and facts of a whole game.
#[derive(Debug, Clone, Copy)]
pub struct AllAnswers<'a> {
    /// For each view: its player's name, if known.
    pub names: &'a [Option<Name>],
    /// For each view: the squares that the person corrected or confirmed.
    pub given: &'a [Vec<GivenSquare>],
    /// The views whose kingdoms the person confirms now, whatever was given before.
    pub confirmed: &'a [usize],
    /// For each photo: the player whose kingdom it was meant to show, if known. Used only if the photo shows
    /// no kingdom.
    pub taken_for: &'a [Option<Name>],
    /// The facts about players, typed totals, and the rules agreed on.
    pub inputs: &'a TableInputs,
}

impl AllAnswers<'_> {
    /// Adds these answers to a table that has none yet. Each square and each total can be undone on its own;
    /// the confirmation of a kingdom, as a whole.
    /// Names cannot be undone: they are stored with the photos, as the kingdoms' first owners.
    ///
    /// # Errors
    /// If the log has no room for them.
    pub fn begin(&self, state: &TableState) -> Result<Table, Refused> {
        let names = self.names_with_facts(state);
        let mut table = state.table.clone();
        table.settings = self.settings(state, &names);
        for (kingdom, owner) in self.owners(state, &table.settings, &names) {
            if let Some(row) = table.photo_mut(kingdom.photo) {
                row.own(kingdom.number, owner);
            }
        }
        let mut answers: Vec<Vec<Edit>> = Vec::new();
        for (view, given) in self.given.iter().enumerate() {
            let edits = given.iter().map(|one| Edit::new(state.ids[view], What::Square(*one)));
            match is_whole(state, view, given) {
                true => answers.push(edits.collect()),
                false => answers.extend(edits.map(|edit| vec![edit])),
            }
        }
        let others = self.totals(state, &table.settings).into_iter();
        let others = others.chain(self.facts(state, &table.settings, &names));
        answers.extend(others.map(|edit| vec![edit]));
        for answer in answers {
            add_answer(&mut table, answer)?;
        }
        Ok(table)
    }

    /// Adds everything in these answers that differs from `state` as one more answer. The settings are
    /// replaced.
    ///
    /// # Errors
    /// If the log has no room for it.
    pub fn go_on(&self, state: &TableState) -> Result<Table, Refused> {
        let names = self.names_with_facts(state);
        let mut table = Table { settings: self.settings(state, &names), ..state.table.clone() };
        let mut edits = self.squares(state);
        for (kingdom, owner) in self.owners(state, &table.settings, &names) {
            edits.extend(table.giving([kingdom], owner));
        }
        edits.extend(self.totals(state, &table.settings));
        edits.extend(self.facts(state, &table.settings, &names));
        table.forget_removed_players();
        add_answer(&mut table, edits)?;
        Ok(table)
    }

    /// The names of the views. If facts are given about the label of a kingdom without a name, the label
    /// becomes its name.
    fn names_with_facts(&self, state: &TableState) -> Vec<Option<Name>> {
        let TableInputs { coins, knights_in_supply, queens, .. } = self.inputs;
        let numbers = coins.iter().chain(knights_in_supply).map(|(name, _)| name);
        let hosts = queens.iter().filter_map(|visit| match visit {
            Visit::Player(name) => Some(name),
            Visit::Nobody => None,
        });
        let with_facts: Vec<&Name> = numbers.chain(hosts).collect();
        let mut names = self.names.to_vec();
        for views in state.one.kingdoms() {
            let label = Name::from(state.one.label(views[0]));
            if with_facts.contains(&&label) {
                views.iter().filter(|view| self.names[**view].is_none()).for_each(|view| {
                    names[*view] = Some(label.clone());
                });
            }
        }
        names
    }

    /// The owners that differ from those in `state`: of views, and of photos that show no kingdom and have no
    /// owner yet.
    fn owners(
        &self,
        state: &TableState,
        settings: &Settings,
        names: &[Option<Name>],
    ) -> Vec<(KingdomId, Option<PlayerId>)> {
        let mut owners = Vec::new();
        for ((kingdom, before), name) in state.ids.iter().zip(&state.owners).zip(names) {
            let player = name.as_ref().and_then(|name| settings.player_called(name));
            let owner = player.map(|player| player.id);
            if *before != owner {
                owners.push((*kingdom, owner));
            }
        }
        for ((row, grids), name) in state.table.photos.iter().zip(&state.grids).zip(self.taken_for) {
            let player = name.as_ref().and_then(|name| settings.player_called(name));
            if let Some(player) = player.filter(|_| grids.is_empty() && state.table.owner(row, 1).is_none()) {
                owners.push((row.kingdom(1), Some(player.id)));
            }
        }
        owners
    }

    /// The settings after these answers: the players with these names, and the rules.
    fn settings(&self, state: &TableState, names: &[Option<Name>]) -> Settings {
        let mut settings = state.table.settings.clone();
        settings.players = self.players(state, names);
        settings.number_players();
        (settings.variants, settings.tie_rule) = (self.inputs.variants.clone(), self.inputs.tie_rule);
        settings
    }

    /// The players so far, renamed where a kingdom's name has changed, and the new players. Removes players
    /// who had a kingdom and now have neither a kingdom nor a total.
    fn players(&self, state: &TableState, names: &[Option<Name>]) -> Vec<Player> {
        let mut players = state.table.settings.players.clone();
        let are_called: Vec<&Name> = names.iter().flatten().collect();
        for (owner, name) in state.owners.iter().zip(names) {
            let (Some(owner), Some(name)) = (owner, name) else { continue };
            let is_new = players.iter().all(|player| player.name != *name);
            if let Some(player) = players.iter_mut().find(|player| player.id == *owner) {
                // If a kingdom's player gets another name, the facts stay with the kingdom.
                if player.name == *name || is_new && !are_called.contains(&&player.name) {
                    player.name = name.clone();
                }
            }
        }
        for name in are_called.iter().copied().chain(self.inputs.totals.iter().map(|(name, _)| name)) {
            if players.iter().all(|player| player.name != *name) {
                players.push(Player::called(name.clone()));
            }
        }
        players.retain(|player| {
            let had_kingdom = state.owners.contains(&Some(player.id));
            let is_there = are_called.contains(&&player.name) || number_of(&player.name, &self.inputs.totals).is_some();
            is_there || !had_kingdom
        });
        players
    }

    /// The edits for squares that are newly given, and for squares that were given before but are not any
    /// more. A kingdom that is confirmed gets all its squares.
    fn squares(&self, state: &TableState) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (view, now) in self.given.iter().enumerate() {
            let (kingdom, before) = (state.ids[view], &state.given[view]);
            let is_new = self.confirmed.contains(&view) || !is_whole(state, view, before);
            let is_confirmed = is_new && is_whole(state, view, now);
            for one in before.iter().filter(|one| now.iter().all(|other| other.cell != one.cell)) {
                edits.push(Edit::new(kingdom, What::Withdrawn(one.cell)));
            }
            for one in now.iter().filter(|one| is_confirmed || !before.contains(one)) {
                edits.push(Edit::new(kingdom, What::Square(*one)));
            }
        }
        edits
    }

    /// The edits for facts that were added, changed or withdrawn.
    fn facts(&self, state: &TableState, settings: &Settings, names: &[Option<Name>]) -> Vec<Edit> {
        let mut edits = Vec::new();
        for Player { id, name } in &settings.players {
            if !names.iter().flatten().any(|named| named == name) {
                continue;
            }
            let before = state.table.facts(*id);
            // The inputs leave out the facts of players without a kingdom, so these are not withdrawn.
            let kept = if has_kingdom(state, *id) { Facts::default() } else { before };
            let coins = number_of(name, &self.inputs.coins).or(kept.coins);
            let knights_in_supply = number_of(name, &self.inputs.knights_in_supply).or(kept.knights_in_supply);
            let facts = Facts { coins, knights_in_supply, ..before };
            if facts != before {
                edits.push(Edit::of_players(What::Facts { player: *id, facts }));
            }
        }
        let host = self.inputs.queens.first().map(|visit| match visit {
            Visit::Nobody => Some(Host::Nobody(Nobody::Nobody)),
            Visit::Player(name) => settings.player_called(name).map(|player| Host::Player(player.id)),
        });
        edits.extend(host.filter(|host| *host != state.table.queen()).map(|host| Edit::of_players(What::Queen(host))));
        edits
    }

    /// The edits for typed totals that were added, changed or withdrawn.
    fn totals(&self, state: &TableState, settings: &Settings) -> Vec<Edit> {
        let mut edits = Vec::new();
        for Player { id, name } in &settings.players {
            let (before, now) = (state.totals.get(id).copied(), number_of(name, &self.inputs.totals));
            if before != now && (now.is_some() || !has_kingdom(state, *id)) {
                edits.push(Edit::total(*id, now));
            }
        }
        edits
    }
}

/// Whether every square of the view's kingdom is given.
fn is_whole(state: &TableState, view: usize, given: &[GivenSquare]) -> bool {
    state.one.first_readings().kingdoms[view].is_whole(given)
}

/// Whether the player has a kingdom. A total that was typed before is then kept, but does not count.
fn has_kingdom(state: &TableState, player: PlayerId) -> bool {
    state.owners.contains(&Some(player))
}

/// The number given for this player.
fn number_of(name: &Name, given: &[(Name, u16)]) -> Option<u16> {
    given.iter().find(|(player, _)| player == name).map(|(_, number)| *number)
}
