//! Puts review items in order, and asks a person once about a doubt that several photos share.

use std::collections::BTreeMap;

use super::{Remark, ReviewItem};

/// Review items in the order in which a person should look at them.
pub(super) fn in_order(mut looks: Vec<ReviewItem>) -> Vec<ReviewItem> {
    looks.sort_by(|a, b| a.photo.cmp(&b.photo));
    one_for_each_table(one_for_each_photo(looks))
}

impl ReviewItem {
    /// Its round and table.
    fn table(&self) -> Option<(&str, &str)> {
        self.seat.as_ref().map(|seat| (&*seat.round, &*seat.table))
    }

    fn has_table_wide_doubt(&self) -> bool {
        self.doubts.iter().any(Remark::is_table_wide)
    }
}

/// A photo of a whole table becomes one item, with the doubts of all its kingdoms.
fn one_for_each_photo(looks: Vec<ReviewItem>) -> Vec<ReviewItem> {
    let mut once: Vec<ReviewItem> = Vec::with_capacity(looks.len());
    for look in looks {
        match once.last_mut().filter(|other| other.photo == look.photo && other.seat != look.seat) {
            None => once.push(look),
            Some(other) => {
                other.doubtful_squares += look.doubtful_squares;
                let new: Vec<Remark> = look.doubts.into_iter().filter(|doubt| !other.doubts.contains(doubt)).collect();
                other.doubts.extend(new);
            }
        }
    }
    once
}

/// A doubt that all kingdoms of a table share is asked about once, at the kingdom with the most doubts of its own. Its answer settles the
/// others.
fn one_for_each_table(mut looks: Vec<ReviewItem>) -> Vec<ReviewItem> {
    let own_doubts = |look: &ReviewItem| look.doubts.iter().filter(|doubt| !doubt.is_table_wide()).count();
    let mut suspects: BTreeMap<(&str, &str), (usize, usize, &str)> = BTreeMap::new();
    for look in looks.iter().filter(|look| look.has_table_wide_doubt()) {
        let Some(table) = look.table() else { continue };
        let suspicion = (own_doubts(look), look.doubtful_squares, &*look.photo);
        let most = suspects.entry(table).or_insert(suspicion);
        if (suspicion.0, suspicion.1) > (most.0, most.1) {
            *most = suspicion;
        }
    }
    let is_suspect = |look: &ReviewItem| {
        let suspect = look.table().and_then(|table| suspects.get(&table));
        suspect.is_none_or(|(.., photo)| *photo == look.photo)
    };
    let are_suspects: Vec<bool> = looks.iter().map(is_suspect).collect();
    for (look, _) in looks.iter_mut().zip(are_suspects).filter(|(_, is_suspect)| !is_suspect) {
        look.doubts.retain(|doubt| !doubt.is_table_wide());
    }
    looks.retain(|look| !look.doubts.is_empty());
    // The suspect comes before the others of its table.
    let mut sorted: Vec<ReviewItem> = Vec::with_capacity(looks.len());
    for look in looks {
        let at = match look.has_table_wide_doubt() {
            true => sorted.iter().position(|other| other.table() == look.table()),
            false => None,
        };
        sorted.insert(at.unwrap_or(sorted.len()), look);
    }
    sorted
}
