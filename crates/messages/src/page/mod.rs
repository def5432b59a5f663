//! The texts of the page that `serve` shows, in every language: the compiler refuses a language that lacks
//! one. To add a text, add its name here and the text in each language's file; the page finds it by its name.

mod de;
mod en;
mod ro;

use serde::Serialize;

use super::Language;

/// Defines the list of texts.
macro_rules! page_texts {
    ($($id:ident,)*) => {
        /// The texts of a language, by their ids.
        #[allow(missing_docs, reason = "each says what it is in English")]
        #[derive(Debug, Clone, Copy, Serialize)]
        pub struct PageTexts {
            $(pub $id: &'static str,)*
        }

        impl PageTexts {
            /// The id and the text of each.
            pub fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($id), self.$id)),*]
            }
        }
    };
}

page_texts! {
    title,
    what_it_does,
    new_game,
    games,
    players,
    player,
    wins,
    find_game,
    no_such_game,
    not_final,
    average,
    total_or_painting,
    total_or_painting_text,
    best,
    streak,
    open_game,
    delete_game,
    delete_game_of,
    delete_game_text,
    delete,
    cancel,
    close,
    save,
    would_drop,
    would_drop_text,
    would_drop_yes,
    done,
    back,
    home,
    stays_here,
    invite,
    invite_text,
    invite_others,
    settings,
    who_plays,
    name_of_player,
    player_number,
    remove_player,
    add_player,
    remembered,
    team_hint,
    what_is_played,
    what_is_played_text,
    which_game,
    which_grid,
    find_out,
    variants,
    variant_harmony,
    variant_middle_kingdom,
    variant_dynasty,
    keep_photos,
    keep_photos_text,
    go_on_to_photos,
    take_photos,
    how_to_photograph,
    photos,
    photograph,
    photograph_kingdom_of,
    choose_pictures,
    sending,
    reading,
    reading_again,
    reading_parts_again,
    read_again,
    first_look,
    too_many_photos,
    photo_is_there,
    try_again,
    remove,
    remove_photo,
    remove_photo_text,
    another_game,
    or_else,
    photo_not_kept,
    kingdoms_found,
    corners_by_hand,
    mark_another,
    whose,
    whose_is,
    has_a_kingdom,
    kingdom_moved,
    not_ranked,
    nobodys,
    tap_whose,
    kingdoms,
    kingdom_number,
    show_kingdom_of,
    no_such_kingdom,
    game_gone,
    no_photo_yet,
    no_kingdom_yet,
    wins_the_game,
    ranking,
    player_total,
    to_check,
    things_to_check,
    points,
    points_at_stake,
    score_pad,
    score_sheet,
    total,
    what_no_photo_shows,
    coins,
    knights_in_supply,
    queen_visits,
    queen_is_asked,
    show_it,
    share,
    copy,
    copied,
    picture,
    print,
    result_of,
    learn,
    learn_text,
    learn_yes,
    unlearn,
    board_of,
    marks,
    tap_a_square,
    square_name,
    doubtful,
    corrected,
    picture_of_square,
    likely,
    this_is_right,
    all_answers,
    terrain_no_crown,
    terrain_crowns,
    castle,
    no_tile,
    building,
    no_building,
    pieces,
    towers,
    towers_label,
    knight,
    queen,
    one_less,
    one_more,
    next_doubtful,
    still_noting,
    undo_is_late,
    said,
    undo,
    redo,
    grid_is_wrong,
    corners,
    corner,
    drag_corners,
    drag_corners_of_another,
    corners_crossed,
    rows,
    columns,
    read_like_this,
    forget_corners,
    locked,
    locked_text,
    went_wrong,
    paint,
    paint_of,
    paint_it,
    paint_text,
    paint_with,
    paint_nothing,
    typed,
    paint_or_total_of,
    only_total,
    only_total_text,
    total_typed,
    change_total_of,
    save_total,
    remove_total,
    change_to,
    read_wrongly,
    read_wrongly_text,
    save_report,
    remove_typed,
    remove_typed_text,
    offline,
    server_failed,
    failed_in_tab,
    tournament,
    to_the_tournament,
    standings,
    tables,
    table,
    round,
    dynasties,
    photos_of_no_table,
    whose_are_these,
    whose_are_these_text,
    whose_players,
    questions,
    nothing_to_check,
    tables_to_check,
    check_next,
    no_free_table,
    someone_else,
    taken_text,
    take_over,
    this_photo,
    which_is_players,
    as_it_looks,
    all_right,
    all_right_text,
    all_right_yes,
    leave_out,
    leave_out_text,
    take_back,
    said_right,
    said_squares,
    said_left_out,
    said_between_corners,
    add_photo,
    add_photo_text,
    photo_added,
    quests,
    quests_text,
    giants,
    giants_label,
    giants_need_crowns,
    all_as_read,
    the_court,
    nothing_of_it,
    doubtful_squares,
    points_each,
    stays_on_device,
    keep_photos_on_device,
    photos_kept_from_now,
    import_game,
    save_game,
    for_spreadsheet,
    for_programs,
    brought,
    live,
    live_failed,
    live_no_camera,
    take_now,
    look_wait,
    look_dark,
    look_nothing,
    look_outside,
    look_far,
    look_askew,
    look_unsure,
    look_good,
    live_taken,
}

impl PageTexts {
    /// The texts of a language.
    pub fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &en::TEXTS,
            Language::German => &de::TEXTS,
            Language::Romanian => &ro::TEXTS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The arguments of a text, such as `{player}`, which the page fills in.
    fn arguments(text: &str) -> Vec<&str> {
        let mut names: Vec<&str> = text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn every_language_has_all_texts_with_the_same_arguments() {
        let english = PageTexts::of(Language::English).all();
        for language in Language::ALL {
            for ((id, text), (_, english)) in PageTexts::of(language).all().into_iter().zip(&english) {
                assert!(!text.is_empty() && text.trim() == text, "{id} in {language:?}");
                assert_eq!(arguments(text), arguments(english), "{id} in {language:?}");
            }
        }
    }
}
