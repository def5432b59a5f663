//! Sorts review items, and makes sure that a doubt which several photos share is asked about once.

use std::collections::BTreeMap;

use super::{PhotoDoubt, ReviewItem};

/// Review items in the order in which a person should look at them.
pub(super) fn in_order(mut items: Vec<ReviewItem>) -> Vec<ReviewItem> {
    items.sort_by(|a, b| a.photo.cmp(&b.photo));
    one_for_each_table(one_for_each_photo(items))
}

impl ReviewItem {
    /// The round and table of the player whose kingdom the photo should show.
    fn table(&self) -> Option<(&str, &str)> {
        self.seat.as_ref().map(|seat| (&*seat.round, &*seat.table))
    }

    fn doubts_of_its_own(&self) -> usize {
        self.doubts.iter().filter(|doubt| !doubt.is_table_wide()).count()
    }

    fn has_table_wide_doubt(&self) -> bool {
        self.doubts.iter().any(PhotoDoubt::is_table_wide)
    }
}

/// Merges the items of a photo of a whole table into one item, with the doubts about all its kingdoms.
fn one_for_each_photo(items: Vec<ReviewItem>) -> Vec<ReviewItem> {
    let mut once: Vec<ReviewItem> = Vec::with_capacity(items.len());
    for item in items {
        match once.last_mut().filter(|other| other.photo == item.photo && other.seat != item.seat) {
            None => once.push(item),
            Some(other) => {
                other.doubtful_squares += item.doubtful_squares;
                let new: Vec<PhotoDoubt> =
                    item.doubts.into_iter().filter(|doubt| !other.doubts.contains(doubt)).collect();
                other.doubts.extend(new);
            }
        }
    }
    once
}

/// Keeps a doubt that all kingdoms of a table share only with the kingdom that has the most other doubts, the
/// suspect. The answer there settles it for the others, too.
fn one_for_each_table(mut items: Vec<ReviewItem>) -> Vec<ReviewItem> {
    let mut suspects: BTreeMap<(&str, &str), (usize, usize, &str)> = BTreeMap::new();
    for item in items.iter().filter(|item| item.has_table_wide_doubt()) {
        let Some(table) = item.table() else { continue };
        let suspicion = (item.doubts_of_its_own(), item.doubtful_squares, &*item.photo);
        let most = suspects.entry(table).or_insert(suspicion);
        if (suspicion.0, suspicion.1) > (most.0, most.1) {
            *most = suspicion;
        }
    }
    let are_suspects = items.iter().map(|item| {
        let suspect = item.table().and_then(|table| suspects.get(&table));
        suspect.is_none_or(|(.., photo)| *photo == item.photo)
    });
    let are_suspects: Vec<bool> = are_suspects.collect();
    for (item, _) in items.iter_mut().zip(are_suspects).filter(|(_, is_suspect)| !is_suspect) {
        item.doubts.retain(|doubt| !doubt.is_table_wide());
    }
    items.retain(|item| !item.doubts.is_empty());
    // The suspect comes before the other photos of its table.
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
