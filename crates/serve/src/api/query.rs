//! Query parameters of an address.

use axum::extract::Request;
use axum::http::Uri;

use super::super::api_error::ApiError;
use messages::{MessageId, Words};

/// Names and values in the order of the address.
pub struct Parameters(Vec<(String, String)>);

impl Parameters {
    pub fn of(uri: &Uri) -> Self {
        Self(form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).into_owned().collect())
    }

    /// Refuses parameters other than `known` and `lang`.
    pub fn only(self, known: &[&str]) -> Result<Self, ApiError> {
        match self.0.iter().find(|(name, _)| name != "lang" && !known.contains(&name.as_str())) {
            None => Ok(self),
            Some((name, _)) => {
                let why = format!("there is no parameter `{name}` here; the parameters are {}", known.join(", "));
                Err(wrong(why))
            }
        }
    }

    /// The parameter's value. Refused if it occurs more than once.
    pub fn one(&self, name: &str) -> Result<Option<&str>, ApiError> {
        let mut values = self.all(name);
        let first = values.next();
        match values.next() {
            None => Ok(first),
            Some(_) => Err(wrong(format!("`{name}` is given more than once"))),
        }
    }

    /// The parameter's value; empty if it is missing. Refused if it occurs more than once.
    pub fn text(&self, name: &str) -> Result<String, ApiError> {
        Ok(self.one(name)?.unwrap_or_default().to_owned())
    }

    /// All values of a parameter.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The parsed value.
    pub fn parsed<T, E: std::fmt::Display>(
        &self,
        name: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<Option<T>, ApiError> {
        let parsed = self.one(name)?.map(parse).transpose();
        parsed.map_err(|error| wrong(format!("`{name}`: {error}")))
    }

    /// Whether the user agrees to lose corrections.
    pub fn is_drop_agreed(&self) -> Result<bool, ApiError> {
        Ok(self.switch("drop")?.unwrap_or(false))
    }

    /// A switch: `name` alone, `name=yes` or `name=no`.
    pub fn switch(&self, name: &str) -> Result<Option<bool>, ApiError> {
        self.parsed(name, |value| match value {
            "" | "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err("the value must be yes or no"),
        })
    }
}

/// `?drop=yes`: the user agrees to lose corrections.
pub fn is_drop_agreed(request: &Request) -> Result<bool, ApiError> {
    Parameters::of(request.uri()).only(&["drop"])?.is_drop_agreed()
}

pub fn wrong(why: String) -> ApiError {
    ApiError::bad("bad-query", MessageId::ServeBadQuery.with("why", why))
}
