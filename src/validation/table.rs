//! The report of `validate` for users: a row per picture, the sums, and the confusion matrices.

use std::collections::BTreeMap;

use comfy_table::Cell;

use super::{Class, CrownTable, PieceCounts, Row, Sums, TerrainTable, Validation, percent};
use crate::domain::listed;
use crate::messages::visible;
use crate::messages::wrapped::{bordered_table, number, paragraph, plain_table, text};

/// The whole report, ending with a newline; `width` is that of the terminal in columns, if there is one.
pub fn validation_table(validation: &Validation, width: Option<u16>) -> String {
    let mut text = pictures(&validation.pictures, width);
    text += &wrong_squares(&validation.pictures, width);
    text += &format!("\n{}\n", sums(&validation.sums, width));
    if validation.sums.squares > 0 {
        let head = "Terrains: a row for what a square is, a column for what was read";
        text += &format!("\n{}", paragraph("", head, width));
        text += &terrains(&validation.terrains, width);
        let head = "Crowns, where the terrain was read right: a row for what is there";
        text += &format!("\n{}", paragraph("", head, width));
        text += &crowns(&validation.crowns, width);
    }
    text
}

/// A row for each class of pictures, ending with a newline: first the located grids, then the readings.
pub fn classes_table(classes: &BTreeMap<String, Class>, width: Option<u16>) -> String {
    let mut text = located_classes(classes, width);
    if classes.values().any(|class| class.sums.kingdoms > 0) {
        text += &format!("\n{}", read_classes(classes, width));
    }
    text
}

/// The accuracy of the readings, in the classes with kingdoms.
fn read_classes(classes: &BTreeMap<String, Class>, width: Option<u16>) -> String {
    let heads = ["squares", "buildings", "knights", "towers", "Queens", "totals"].map(|what| format!("{what} right"));
    let heads = ["class".to_owned()].into_iter().chain(heads).chain(["to check", "silent errors"].map(str::to_owned));
    let rows = classes.iter().filter(|(_, class)| class.sums.kingdoms > 0).map(|(name, Class { sums, .. })| {
        let pieces = sums.pieces.map(|pieces| {
            [
                part_with_share(pieces.buildings_right, pieces.buildings, sums.share_buildings()),
                format!("{} of {}", pieces.knights_right, pieces.knights),
                format!("{} of {}", pieces.towers_right, pieces.towers),
                format!("{} of {}", pieces.queens_right, pieces.queens),
            ]
        });
        let squares = part_with_share(sums.squares_right, sums.squares, sums.share_squares());
        let totals = part_with_share(sums.totals_right, sums.kingdoms, sums.share_totals());
        let doubts = [format!("{} of {}", sums.needs_review, sums.kingdoms), sums.silent_errors.to_string()];
        let numbers = [squares].into_iter().chain(pieces.unwrap_or_default()).chain([totals]).chain(doubts);
        [text(name)].into_iter().chain(numbers.map(number)).collect::<Vec<Cell>>()
    });
    bordered_table(heads.collect::<Vec<_>>(), rows, width)
}

fn located_classes(classes: &BTreeMap<String, Class>, width: Option<u16>) -> String {
    let heads = [
        "class",
        "kingdoms",
        "located",
        "corner error: median",
        "worst",
        "surplus",
        "without a kingdom",
        "false grids",
    ];
    let rows = classes.iter().map(|(name, Class { sums, .. })| {
        let located = format!("{} ({})", sums.located, percent(sums.share_located()));
        let errors = [sums.median_corner_error_squares, sums.max_corner_error_squares];
        let [median, worst] = errors.map(|error| error.map(|squares| format!("{squares:.3}")).unwrap_or_default());
        let numbers = [
            sums.kingdoms.to_string(),
            if sums.kingdoms > 0 { located } else { String::new() },
            median,
            worst,
            sums.surplus_kingdoms.to_string(),
            sums.without_kingdom.to_string(),
            sums.false_grids.to_string(),
        ];
        [text(name)].into_iter().chain(numbers.map(number)).collect::<Vec<Cell>>()
    });
    bordered_table(heads, rows, width)
}

fn pictures(rows: &[Row], width: Option<u16>) -> String {
    let heads = ["picture", "grid", "corners off", "squares right", "terrain wrong", "crowns wrong", "total", "", "ms"];
    bordered_table(heads, rows.iter().map(picture), width)
}

fn picture(row: &Row) -> [Cell; 9] {
    let grid = match (row.has_kingdom, row.located, row.status) {
        (_, _, "error") => "error",
        (true, true, _) => "found",
        (true, false, "scored") => "WRONG",
        (true, false, _) => "NOT FOUND",
        (false, _, "scored") => "FALSE",
        (false, _, _) => "none, right",
    };
    let corners = row.corner_error_squares.map(|error| format!("{:.3}", error.max)).unwrap_or_default();
    let right = if row.has_kingdom { format!("{}/{}", row.squares_right, row.squares) } else { String::new() };
    let total = match (row.total, row.label_total) {
        (Some(total), Some(label)) if total == label => total.to_string(),
        (Some(total), Some(label)) => format!("{total}, not {label}"),
        (Some(total), None) => total.to_string(),
        (None, Some(label)) => format!("none, not {label}"),
        (None, None) => String::new(),
    };
    let remark = match (row.silent_error, row.needs_review) {
        (true, _) => "SILENT ERROR",
        (false, true) => "to check",
        (false, false) => "",
    };
    let ms: f64 = row.timings_ms.iter().map(|(_, ms)| ms).sum();
    let ms = if row.timings_ms.is_empty() { String::new() } else { format!("{ms:.0}") };
    let [terrain, crowns] = [row.terrain_wrong, row.crowns_wrong]
        .map(|wrong| if row.has_kingdom { wrong.to_string() } else { String::new() });
    let name = row.kingdom.map_or(row.image.clone(), |number| format!("{} k{number}", row.image));
    let [corners, right, terrain, crowns, ms] = [corners, right, terrain, crowns, ms].map(number);
    [text(name), Cell::new(grid), corners, right, terrain, crowns, text(total), Cell::new(remark), ms]
}

/// A line for every picture with wrong squares, or whose kingdom was not read.
fn wrong_squares(rows: &[Row], width: Option<u16>) -> String {
    let mut text = String::new();
    for row in rows.iter().filter(|row| row.has_kingdom || row.status == "error") {
        if let Some(message) = &row.message {
            // No heading is needed, because the message names the picture.
            text += &paragraph("", &visible(message), width);
        } else if !row.wrong.is_empty() {
            let squares = row.wrong.iter().map(|wrong| {
                let read = wrong.read.as_deref().unwrap_or("nothing");
                let occluded = if wrong.occluded { " (occluded)" } else { "" };
                let square = wrong.square.as_deref().unwrap_or("beside");
                format!("{square} {} read as {read}{occluded}", wrong.label)
            });
            text += &paragraph("", &visible(&format!("{}: {}", row.image, listed(squares))), width);
        }
    }
    if text.is_empty() { text } else { format!("\n{text}") }
}

fn part_with_share(part: usize, whole: usize, share: f64) -> String {
    format!("{part} of {whole} ({})", percent(share))
}

fn sums(sums: &Sums, width: Option<u16>) -> String {
    let mut rows = if sums.kingdoms > 0 { sums_of_kingdoms(sums) } else { Vec::new() };
    if sums.without_kingdom > 0 {
        rows.push((
            "false grids",
            format!("{} of {} pictures without a kingdom", sums.false_grids, sums.without_kingdom),
        ));
    }
    if sums.surplus_kingdoms > 0 {
        rows.push(("kingdoms read where there is none", sums.surplus_kingdoms.to_string()));
    }
    rows.push(("pictures that could not be read", sums.errors.to_string()));
    let times =
        sums.stage_times.iter().map(|time| format!("{} {:.0} ({:.0})", time.stage, time.median_ms, time.max_ms));
    rows.push(("median (longest) ms", listed(times)));
    plain_table(rows.into_iter().map(|(what, value)| [what.to_owned(), value]), 2, width)
}

fn sums_of_kingdoms(sums: &Sums) -> Vec<(&'static str, String)> {
    let mut rows = Vec::new();
    rows.push(("grids located", part_with_share(sums.located, sums.kingdoms, sums.share_located())));
    if let Some((mean, max)) = sums.mean_corner_error_squares.zip(sums.max_corner_error_squares) {
        rows.push(("corner error", format!("{mean:.3} squares in the mean, {max:.3} at most")));
    }
    rows.push(("squares right", part_with_share(sums.squares_right, sums.squares, sums.share_squares())));
    let pieces = match sums.pieces {
        Some(_) => format!(", {} building, {} other pieces", sums.buildings_wrong, sums.pieces_wrong),
        None => String::new(),
    };
    rows.push(("squares wrong", format!("{} terrain, {} crowns{pieces}", sums.terrain_wrong, sums.crowns_wrong)));
    if let Some(pieces) = &sums.pieces {
        let buildings = part_with_share(pieces.buildings_right, pieces.buildings, sums.share_buildings());
        rows.push(("buildings right", buildings));
        rows.push(("other pieces right", other_pieces_right(pieces)));
    }
    rows.push(("occluded squares", format!("{} of {} wrong (not counted above)", sums.occluded_wrong, sums.occluded)));
    rows.push(("totals right", part_with_share(sums.totals_right, sums.kingdoms, sums.share_totals())));
    rows.push(("to check", format!("{} of {}", sums.needs_review, sums.kingdoms)));
    rows.push(("silent errors", sums.silent_errors.to_string()));
    if let Some(asked) = &sums.asked {
        let kingdoms = sums.kingdoms as f64;
        rows.push((
            "squares asked about",
            format!("{} ({:.1} in a kingdom)", asked.questions, asked.questions as f64 / kingdoms),
        ));
        rows.push((
            "totals right then",
            part_with_share(asked.totals_right, sums.kingdoms, asked.totals_right as f64 / kingdoms),
        ));
        rows.push(("to check even then", format!("{} of {}", asked.needs_review, sums.kingdoms)));
        rows.push(("silent errors then", asked.silent_errors.to_string()));
    }
    let doubted = part_with_share(sums.rightly_read_but_doubted, sums.rightly_read, sums.share_doubted());
    rows.push(("doubts on rightly read kingdoms", doubted));
    rows
}

/// For each other kind of piece: the number of squares that have it in the label or the reading, and how many
/// of these are right.
fn other_pieces_right(pieces: &PieceCounts) -> String {
    let kinds = [
        ("knights", pieces.knights_right, pieces.knights),
        ("towers", pieces.towers_right, pieces.towers),
        ("Queens", pieces.queens_right, pieces.queens),
    ];
    kinds.map(|(kind, right, all)| format!("{kind} {right} of {all}")).join(", ")
}

/// The confusion matrix of terrains, without rows and columns that have no squares.
fn terrains(confusion: &TerrainTable, width: Option<u16>) -> String {
    let mut cols: Vec<usize> = (0..confusion.cols.len()).collect();
    cols.retain(|col| confusion.counts.iter().any(|row| row[*col] > 0));
    let heads = [""].into_iter().chain(cols.iter().map(|col| confusion.cols[*col]));
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for (name, counts) in confusion.rows.iter().zip(&confusion.counts) {
        if counts.iter().any(|count| *count > 0) {
            let numbers = cols.iter().map(|col| number(counts[*col]));
            rows.push([Cell::new(name)].into_iter().chain(numbers).collect());
        }
    }
    bordered_table(heads.collect::<Vec<_>>(), rows, width)
}

fn crowns(confusion: &CrownTable, width: Option<u16>) -> String {
    let rows = confusion.counts.iter().enumerate().map(|(crowns, counts)| {
        [Cell::new(crowns)].into_iter().chain(counts.iter().map(number)).collect::<Vec<Cell>>()
    });
    bordered_table(["", "0", "1", "2", "3"], rows, width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Square;
    use crate::validation::{CornerError, Validation};

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn no_table_is_wider_than_the_terminal() {
        let pieces = PieceCounts { buildings: 3, buildings_right: 2, towers: 1, ..PieceCounts::default() };
        let rows = ["a_town_1.jpg", "a_longer_name_of_a_town_2.jpg"];
        let rows = rows.map(|name| Row { pieces: Some(pieces), ..row(name, "scored") }).to_vec();
        let validation = Validation::new(rows);
        for width in [60, 80, 120] {
            let tables =
                validation_table(&validation, Some(width)) + &classes_table(&validation.by_class(), Some(width));
            for line in plain(&tables).lines() {
                assert!(line.chars().count() <= usize::from(width), "{width}: {line}");
            }
        }
    }

    fn row(image: &str, status: &'static str) -> Row {
        let is_scored = status == "scored";
        Row {
            image: image.to_owned(),
            status,
            message: (!is_scored).then(|| format!("{image}: no grid found")),
            has_kingdom: true,
            located: is_scored,
            corner_error_squares: is_scored.then_some(CornerError { mean: 0.02, max: 0.0567 }),
            squares: 2,
            squares_right: 2,
            total: is_scored.then_some(7),
            label_total: Some(7),
            total_right: is_scored,
            timings_ms: vec![("photo", 12.0), ("grid_fit", 30.4)],
            ..Row::default()
        }
    }

    #[test]
    fn classes_say_how_their_kingdoms_were_read() {
        let pieces = PieceCounts { buildings: 3, buildings_right: 2, towers: 1, ..PieceCounts::default() };
        let town = Row { pieces: Some(pieces), squares_right: 1, pieces_wrong: 1, ..row("town_1.jpg", "scored") };
        let none = Row { has_kingdom: false, ..row("none_1.jpg", "no_kingdom") };
        let validation = Validation::new(vec![town, row("land_1.jpg", "scored"), none]);
        insta::assert_snapshot!(plain(&classes_table(&validation.by_class(), None)), @r"
        ┌───────┬──────────┬──────────────┬──────────────────────┬───────┬─────────┬───────────────────┬─────────────┐
        │ class ┆ kingdoms ┆ located      ┆ corner error: median ┆ worst ┆ surplus ┆ without a kingdom ┆ false grids │
        ╞═══════╪══════════╪══════════════╪══════════════════════╪═══════╪═════════╪═══════════════════╪═════════════╡
        │ land  ┆        1 ┆ 1 (100.00 %) ┆                0.020 ┆ 0.057 ┆       0 ┆                 0 ┆           0 │
        │ none  ┆        0 ┆              ┆                      ┆       ┆       0 ┆                 1 ┆           0 │
        │ town  ┆        1 ┆ 1 (100.00 %) ┆                0.020 ┆ 0.057 ┆       0 ┆                 0 ┆           0 │
        └───────┴──────────┴──────────────┴──────────────────────┴───────┴─────────┴───────────────────┴─────────────┘

        ┌───────┬───────────────────┬──────────────────┬───────────────┬──────────────┬──────────────┬───────────────────┬──────────┬───────────────┐
        │ class ┆ squares right     ┆ buildings right  ┆ knights right ┆ towers right ┆ Queens right ┆ totals right      ┆ to check ┆ silent errors │
        ╞═══════╪═══════════════════╪══════════════════╪═══════════════╪══════════════╪══════════════╪═══════════════════╪══════════╪═══════════════╡
        │ land  ┆ 2 of 2 (100.00 %) ┆                  ┆               ┆              ┆              ┆ 1 of 1 (100.00 %) ┆   0 of 1 ┆             0 │
        │ town  ┆  1 of 2 (50.00 %) ┆ 2 of 3 (66.66 %) ┆        0 of 0 ┆       0 of 1 ┆       0 of 0 ┆ 1 of 1 (100.00 %) ┆   0 of 1 ┆             0 │
        └───────┴───────────────────┴──────────────────┴───────────────┴──────────────┴──────────────┴───────────────────┴──────────┴───────────────┘
        ");
    }

    #[test]
    fn every_picture_has_its_row_and_every_mistake_its_place() {
        let right = row("right.jpg", "scored");
        let read = |word: &str| word.parse::<Square>().expect("a square");
        let wrong = Row {
            squares_right: 1,
            crowns_wrong: 1,
            wrong: vec![crate::validation::Confusion {
                square: Some("r1c2".to_owned()),
                label: "wheat:1".to_owned(),
                read: Some("wheat".to_owned()),
                occluded: false,
            }],
            total: Some(5),
            total_right: false,
            silent_error: true,
            pairs: vec![(read("wheat:1"), Some(read("wheat"))), (read("castle"), Some(read("castle")))],
            ..row("wrong.jpg", "scored")
        };
        let lost = Row {
            squares_right: 0,
            terrain_wrong: 2,
            timings_ms: Vec::new(),
            pairs: vec![(read("castle"), None), (read("lake"), None)],
            ..row("lost.jpg", "no_kingdom")
        };
        let text = validation_table(&Validation::new(vec![right, wrong, lost]), None);
        insta::assert_snapshot!(plain(&text), @r"
        ┌───────────┬───────────┬─────────────┬───────────────┬───────────────┬──────────────┬─────────────┬──────────────┬────┐
        │ picture   ┆ grid      ┆ corners off ┆ squares right ┆ terrain wrong ┆ crowns wrong ┆ total       ┆              ┆ ms │
        ╞═══════════╪═══════════╪═════════════╪═══════════════╪═══════════════╪══════════════╪═════════════╪══════════════╪════╡
        │ right.jpg ┆ found     ┆       0.057 ┆           2/2 ┆             0 ┆            0 ┆ 7           ┆              ┆ 42 │
        │ wrong.jpg ┆ found     ┆       0.057 ┆           1/2 ┆             0 ┆            1 ┆ 5, not 7    ┆ SILENT ERROR ┆ 42 │
        │ lost.jpg  ┆ NOT FOUND ┆             ┆           0/2 ┆             2 ┆            0 ┆ none, not 7 ┆              ┆    │
        └───────────┴───────────┴─────────────┴───────────────┴───────────────┴──────────────┴─────────────┴──────────────┴────┘

        wrong.jpg: r1c2 wheat:1 read as wheat
        lost.jpg: no grid found

        grids located                    2 of 3 (66.66 %)
        corner error                     0.020 squares in the mean, 0.057 at most
        squares right                    3 of 6 (50.00 %)
        squares wrong                    2 terrain, 1 crowns
        occluded squares                 0 of 0 wrong (not counted above)
        totals right                     1 of 3 (33.33 %)
        to check                         0 of 3
        silent errors                    1
        doubts on rightly read kingdoms  0 of 1 (0.00 %)
        pictures that could not be read  0
        median (longest) ms              photo 12 (12), grid_fit 30 (30)

        Terrains: a row for what a square is, a column for what was read
        ┌────────┬───────┬────────┬──────────┐
        │        ┆ wheat ┆ castle ┆ not read │
        ╞════════╪═══════╪════════╪══════════╡
        │ wheat  ┆     1 ┆      0 ┆        0 │
        │ lake   ┆     0 ┆      0 ┆        1 │
        │ castle ┆     0 ┆      1 ┆        1 │
        └────────┴───────┴────────┴──────────┘

        Crowns, where the terrain was read right: a row for what is there
        ┌───┬───┬───┬───┬───┐
        │   ┆ 0 ┆ 1 ┆ 2 ┆ 3 │
        ╞═══╪═══╪═══╪═══╪═══╡
        │ 0 ┆ 0 ┆ 0 ┆ 0 ┆ 0 │
        │ 1 ┆ 1 ┆ 0 ┆ 0 ┆ 0 │
        │ 2 ┆ 0 ┆ 0 ┆ 0 ┆ 0 │
        │ 3 ┆ 0 ┆ 0 ┆ 0 ┆ 0 │
        └───┴───┴───┴───┴───┘
        ");
    }
}
