//! What a saved game holds, from its log of edits.

use std::collections::BTreeMap;

use serde_json::Value;

/// The corrected squares of each kingdom of the photos, such as `r2c4=forest:1`, in reading order. Assumes
/// that these kingdoms fill their grids, so that cells of the grid are places in the kingdom.
pub fn corrections(saved: &Value) -> Vec<Vec<String>> {
    let table = &saved["saved_game"]["table"];
    let mut given: BTreeMap<String, BTreeMap<(i64, i64), String>> = BTreeMap::new();
    for photo in table["photos"].as_array().expect("photos") {
        for number in photo["numbers"].as_array().expect("numbers") {
            given.insert(format!("{}k{number}", photo["id"]), BTreeMap::new());
        }
    }
    let cell = |cell: &Value| (cell["row"].as_i64().expect("a row"), cell["col"].as_i64().expect("a column"));
    for edit in counting(saved) {
        let Some(squares) = given.get_mut(edit["kingdom"].as_str().expect("a kingdom")) else { continue };
        let what = &edit["what"];
        if let Some(square) = what["square"]["square"].as_str() {
            squares.retain(|_, other| square != "castle" || other != "castle");
            squares.insert(cell(&what["square"]["cell"]), square.to_owned());
        } else if what["withdrawn"].is_object() {
            squares.remove(&cell(&what["withdrawn"]));
        }
    }
    let text = |((row, col), square): (&(i64, i64), &String)| format!("r{}c{}={square}", row + 1, col + 1);
    given.values().map(|squares| squares.iter().map(text).collect()).collect()
}

/// The value of this field for each player who has it, by the player's name.
pub fn of_players(saved: &Value, field: &str) -> BTreeMap<String, u16> {
    let mut given = BTreeMap::new();
    for player in saved["saved_game"]["table"]["settings"]["players"].as_array().expect("players") {
        let mut facts = counting(saved).iter().filter_map(|edit| edit["what"].get("facts"));
        let last = facts.rfind(|facts| facts["player"] == player["id"]);
        let number = last.and_then(|facts| facts["facts"][field].as_u64());
        given.extend(number.map(|number| (player["name"].as_str().expect("a name").to_owned(), number as u16)));
    }
    given
}

/// The name of the player whom the Queen visits.
pub fn queens_host(saved: &Value) -> Option<String> {
    let queen = counting(saved).iter().filter_map(|edit| edit["what"].get("queen")).next_back()?;
    let players = saved["saved_game"]["table"]["settings"]["players"].as_array().expect("players");
    let host = players.iter().find(|player| player["id"] == *queen)?;
    host["name"].as_str().map(str::to_owned)
}

/// The edits that were not undone.
fn counting(saved: &Value) -> &[Value] {
    let table = &saved["saved_game"]["table"];
    let cursor = table["cursor"].as_u64().expect("a cursor") as usize;
    &table["edits"].as_array().expect("edits")[..cursor]
}

/// The name of the owner of each of the photos' kingdoms.
pub fn owners(saved: &Value) -> Vec<Option<String>> {
    let table = &saved["saved_game"]["table"];
    let edits = counting(saved);
    let players = table["settings"]["players"].as_array().expect("players");
    let mut owners = Vec::new();
    for photo in table["photos"].as_array().expect("photos") {
        for number in photo["numbers"].as_array().expect("numbers") {
            let first = &photo["owners"][number.as_u64().expect("a number") as usize - 1];
            let kingdom = format!("{}k{number}", photo["id"]);
            let said = edits.iter().filter(|edit| edit["kingdom"] == *kingdom);
            let owner = said.filter_map(|edit| edit["what"].get("owner")).next_back().unwrap_or(first);
            let player = players.iter().find(|player| player["id"] == *owner);
            owners.push(player.and_then(|player| Some(player["name"].as_str()?.to_owned())));
        }
    }
    owners
}
