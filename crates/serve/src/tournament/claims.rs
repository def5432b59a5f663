//! Records which phone is at which table, so that no two phones correct the same kingdoms by accident.

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// A phone that is silent for this long has left the table. The page renews its claim every 30 seconds, so
/// that one lost request does not matter.
pub const CLAIM_TIME: Duration = Duration::from_secs(90);

/// The claimed tables, by key.
#[derive(Debug, Default)]
pub struct Claims(HashMap<String, Claim>);

#[derive(Debug)]
struct Claim {
    phone: String,
    until: Instant,
}

impl Claims {
    /// Claims the table for the phone, or renews its claim; `false` if another phone has it.
    pub fn claim(&mut self, table: &str, phone: &str, now: Instant) -> bool {
        if self.holder(table, now).is_some_and(|holder| holder != phone) {
            return false;
        }
        self.take(table, phone, now);
        true
    }

    /// Claims the table for the phone, replacing any other.
    pub fn take(&mut self, table: &str, phone: &str, now: Instant) {
        self.0.retain(|_, claim| claim.until > now);
        self.0.insert(table.to_owned(), Claim { phone: phone.to_owned(), until: now + CLAIM_TIME });
    }

    /// Releases the phone's claim. Returns whether it had one.
    pub fn release(&mut self, table: &str, phone: &str, now: Instant) -> bool {
        let is_held = self.holder(table, now) == Some(phone);
        if is_held {
            self.0.remove(table);
        }
        is_held
    }

    /// The phone that is at the table.
    pub fn holder(&self, table: &str, now: Instant) -> Option<&str> {
        self.0.get(table).filter(|claim| claim.until > now).map(|claim| claim.phone.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_one_phones_until_it_leaves_is_silent_or_another_takes_over() {
        let (mut claims, start) = (Claims::default(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        assert!(claims.claim("one", "anna", at(0)) && !claims.claim("one", "ben", at(1)));
        assert!(claims.claim("two", "ben", at(1)), "another table is free");
        assert!(claims.claim("one", "anna", at(80)), "still there");
        assert!(!claims.claim("one", "ben", at(160)) && claims.claim("one", "ben", at(171)), "silent for 90 seconds");
        assert!(!claims.release("one", "anna", at(172)), "it is Ben's now");
        assert!(claims.release("one", "ben", at(173)) && claims.holder("one", at(173)).is_none());
        claims.take("one", "anna", at(174));
        claims.take("one", "ben", at(175));
        assert_eq!(claims.holder("one", at(176)), Some("ben"));
    }
}
