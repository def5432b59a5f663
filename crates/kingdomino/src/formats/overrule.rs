//! Facts given by flags override those in a file.

use super::{KingdomRecord, Name};
use crate::domain::Facts;
use messages::{Arg, Message, MessageId, Words};

impl KingdomRecord {
    /// Enters the given facts. Returns a note, naming the flag, for each that differs from the file.
    pub fn overrule(&mut self, player: Option<Name>, given: Facts) -> Vec<Message> {
        let file = &mut self.unseen;
        let differences = [
            replace("--player", &mut self.player, player, |name| Arg::from(&name)),
            replace("--coins", &mut file.coins, given.coins, Arg::from),
            replace("--knights-in-supply", &mut file.knights_in_supply, given.knights_in_supply, Arg::from),
            replace("--queen", &mut file.queen, given.queen, |is_here| Arg::from(if is_here { "yes" } else { "no" })),
        ];
        differences.into_iter().flatten().collect()
    }
}

fn replace<T: Clone + PartialEq>(
    flag: &'static str,
    file: &mut Option<T>,
    given: Option<T>,
    in_words: fn(T) -> Arg,
) -> Option<Message> {
    let given = given?;
    let before = file.replace(given.clone()).filter(|before| *before != given)?;
    let message = MessageId::FlagDiffers.with("flag", flag);
    Some(message.with("given", in_words(given)).with("stated", in_words(before)))
}
