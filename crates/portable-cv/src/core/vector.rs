//! Lists that OpenCV keeps.

use super::{Error, Result, StsOutOfRange};

/// A list.
#[derive(Debug, Clone)]
pub struct Vector<T>(Vec<T>);

impl<T> Default for Vector<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Clone> Vector<T> {
    /// Without anything in it.
    pub fn new() -> Self {
        Self::default()
    }

    /// A copy of what is given.
    pub fn from_slice(elements: &[T]) -> Self {
        Self(elements.to_vec())
    }

    /// How many it holds.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The one at this place.
    ///
    /// # Errors
    /// There is none.
    pub fn get(&self, index: usize) -> Result<T> {
        let missing = || Error::new(StsOutOfRange, format!("no element {index}: there are {}", self.0.len()));
        self.0.get(index).cloned().ok_or_else(missing)
    }

    /// Each in its order.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.0.iter().cloned()
    }

    /// All of them.
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }

    /// Puts one more behind the others.
    pub fn push(&mut self, element: impl Into<T>) {
        self.0.push(element.into());
    }

    /// Takes all of them out.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl<T> FromIterator<T> for Vector<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self(elements.into_iter().collect())
    }
}
