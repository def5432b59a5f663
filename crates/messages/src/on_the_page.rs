//! Messages for the page: where the terminal's message names a flag, the page's says what to tap.

use super::MessageId;
use super::message::{Arg, Message};

/// Where on the page a message is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// A game, whose players choose game, grid and box themselves.
    Game,
    /// A tournament, whose organiser has chosen them for all tables.
    Tournament,
}

impl Page {
    /// The message that says where another game, grid or box can be chosen.
    fn choose(self) -> MessageId {
        match self {
            Self::Game => MessageId::PageChooseInRules,
            Self::Tournament => MessageId::PageTellOrganiser,
        }
    }
}

impl Message {
    /// Replaces every message that names a flag by the one for the page.
    #[must_use]
    pub fn on_the_page(self, page: Page) -> Self {
        let id = on_the_page(self.id());
        let message = self.with_args(|arg| match arg {
            Arg::Message(message) => *message = message.clone().on_the_page(page),
            Arg::List(messages) => messages.iter_mut().for_each(|one| *one = one.clone().on_the_page(page)),
            Arg::Number(_) | Arg::Text(_) => {}
        });
        let Some((id, has_choice)) = id else { return message };
        let message = message.with_id(id);
        if has_choice { message.with("choose", page.choose()) } else { message }
    }
}

/// The page's message that replaces a message with a flag, and whether it needs the argument `choose`.
fn on_the_page(id: MessageId) -> Option<(MessageId, bool)> {
    use MessageId::*;
    Some(match id {
        WithGiants => (PageWithGiants, true),
        TooManyKingdoms => (PageTooManyKingdoms, true),
        DoubtfulGame => (PageDoubtfulGame, true),
        TilesOfAnotherGame => (PageTilesOfAnotherGame, true),
        NothingOfTheGame => (PageNothingOfTheGame, true),
        UncertainSize => (PageUncertainSize, true),
        PiecesNotLookedFor => (PagePiecesNotLookedFor, false),
        ExpansionNotLookedFor => (PageExpansionNotLookedFor, false),
        UnreadKingdom => (PageUnreadKingdom, false),
        UnreadTiles => (PageUnreadTiles, false),
        TilesBeside => (PageTilesBeside, false),
        LinkLeadsOut => (PageLinkLeadsOut, false),
        DynastyAlone => (PageDynastyAlone, false),
        NoKingdomInPhoto => (ServePhotoWithoutKingdom, false),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, Words};

    /// Messages that only the terminal shows, so they need no version for the page: for `learn`, `game`,
    /// `batch` and taxes, and for starting the server.
    const AT_THE_TERMINAL: [MessageId; 8] = [
        MessageId::GameNotSaved,
        MessageId::OrderContradicted,
        MessageId::TownsContradicted,
        MessageId::NotNamed,
        MessageId::WhoHasManifest,
        MessageId::UnknownEffects,
        MessageId::ServeForeignHost,
        MessageId::ServeOtherAddresses,
    ];

    #[test]
    fn the_page_names_no_flag() {
        for id in MessageId::ALL.iter().copied().filter(|id| !AT_THE_TERMINAL.contains(id)) {
            for page in [Page::Game, Page::Tournament] {
                let message = MessageId::List.with("words", vec![Message::from(id)]).on_the_page(page);
                for language in Language::ALL {
                    let text = message.in_language(language);
                    assert!(!text.contains("--"), "{id:?} {text}");
                    // A message that is replaced gets its `{choose}` filled in, so only the others may keep
                    // it.
                    assert!(on_the_page(id).is_none() || !text.contains("{choose}"), "{id:?} {text}");
                }
            }
        }
    }

    #[test]
    fn what_is_to_be_tapped_depends_on_the_page_and_the_rest_stays() {
        let size = MessageId::TooManyKingdoms.with("found", 5).with("size", 7).with("most", 2);
        let within = MessageId::WithSquares.with("what", size).with("squares", "r1c1");
        let text = |page| within.clone().on_the_page(page).to_string();
        assert!(text(Page::Game).contains("5 different kingdoms") && text(Page::Game).contains("r1c1"));
        assert!(text(Page::Game).contains("choose it in Players and rules"), "{}", text(Page::Game));
        assert!(text(Page::Tournament).contains("tell the organiser"), "{}", text(Page::Tournament));
    }
}
