//! Puts review items in order, and asks a person once about a doubt that several photos share.

use std::collections::BTreeMap;

use super::{Remark, ReviewItem};

/// Review items in the order in which a person should look at them.
pub(super) fn in_order(mut items: Vec<ReviewItem>) -> Vec<ReviewItem> {
    items.sort_by(|a, b| a.photo.cmp(&b.photo));
    one_for_each_table(one_for_each_photo(items))
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
fn one_for_each_photo(items: Vec<ReviewItem>) -> Vec<ReviewItem> {
    let mut once: Vec<ReviewItem> = Vec::with_capacity(items.len());
    for item in items {
        match once.last_mut().filter(|other| other.photo == item.photo && other.seat != item.seat) {
            None => once.push(item),
            Some(other) => {
                other.doubtful_squares += item.doubtful_squares;
                let new: Vec<Remark> = item.doubts.into_iter().filter(|doubt| !other.doubts.contains(doubt)).collect();
                other.doubts.extend(new);
            }
        }
    }
    once
}

/// A doubt that all kingdoms of a table share is asked about once, at the kingdom with the most doubts of its own. Its answer settles the
/// others.
fn one_for_each_table(mut items: Vec<ReviewItem>) -> Vec<ReviewItem> {
    let own_doubts = |item: &ReviewItem| item.doubts.iter().filter(|doubt| !doubt.is_table_wide()).count();
    let mut suspects: BTreeMap<(&str, &str), (usize, usize, &str)> = BTreeMap::new();
    for item in items.iter().filter(|item| item.has_table_wide_doubt()) {
        let Some(table) = item.table() else { continue };
        let suspicion = (own_doubts(item), item.doubtful_squares, &*item.photo);
        let most = suspects.entry(table).or_insert(suspicion);
        if (suspicion.0, suspicion.1) > (most.0, most.1) {
            *most = suspicion;
        }
    }
    let is_suspect = |item: &ReviewItem| {
        let suspect = item.table().and_then(|table| suspects.get(&table));
        suspect.is_none_or(|(.., photo)| *photo == item.photo)
    };
    let are_suspects: Vec<bool> = items.iter().map(is_suspect).collect();
    for (item, _) in items.iter_mut().zip(are_suspects).filter(|(_, is_suspect)| !is_suspect) {
        item.doubts.retain(|doubt| !doubt.is_table_wide());
    }
    items.retain(|item| !item.doubts.is_empty());
    // The suspect comes before the others of its table.
    let mut sorted: Vec<ReviewItem> = Vec::with_capacity(items.len());
    for item in items {
        let at = match item.has_table_wide_doubt() {
            true => sorted.iter().position(|other| other.table() == item.table()),
            false => None,
        };
        sorted.insert(at.unwrap_or(sorted.len()), item);
    }
    sorted
}
