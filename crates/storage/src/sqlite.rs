//! Databases in SQLite files, with JSON in some columns.

use std::time::Duration;

use rusqlite::types::Type;
use rusqlite::{Connection, Params, Row};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// How long to wait for another program, such as a backup, that locks the file.
const BUSY_TIME: Duration = Duration::from_secs(5);

/// Sets how a new connection waits for others.
///
/// # Errors
/// SQLite cannot use the file.
pub fn wait_for_others(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY_TIME)
}

/// All rows of a query.
///
/// # Errors
/// SQLite cannot use the file, or an error of `row`.
pub fn rows<T>(
    connection: &Connection,
    select: &str,
    params: impl Params,
    row: impl FnMut(&Row) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    connection.prepare(select)?.query_map(params, row)?.collect()
}

/// The content for a JSON column.
///
/// # Errors
/// The value does not serialise.
pub fn to_json(value: &impl Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

/// The content of a JSON column.
///
/// # Errors
/// The column has another content.
pub fn from_json<T: DeserializeOwned>(row: &Row, column: usize) -> rusqlite::Result<T> {
    serde_json::from_str(row.get_ref(column)?.as_str()?).map_err(|error| unreadable(column, error))
}

/// The error that this column has an unexpected content.
fn unreadable(column: usize, error: impl std::error::Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error.into())
}
