//! OpenCV's list type.

use super::{Error, Result, StsOutOfRange};

/// A list with the functions of OpenCV's `Vector`.
#[derive(Debug, Clone)]
pub struct Vector<T>(Vec<T>);

impl<T> Default for Vector<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Clone> Vector<T> {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// A list of copies of these elements.
    pub fn from_slice(elements: &[T]) -> Self {
        Self(elements.to_vec())
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The element at this index.
    ///
    /// # Errors
    /// The list has no such element.
    pub fn get(&self, index: usize) -> Result<T> {
        self.0
            .get(index)
            .cloned()
            .ok_or_else(|| Error::new(StsOutOfRange, format!("no element {index}: there are {}", self.0.len())))
    }

    /// The elements in their order.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.0.iter().cloned()
    }

    /// All elements.
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }

    /// Appends an element.
    pub fn push(&mut self, element: impl Into<T>) {
        self.0.push(element.into());
    }

    /// Removes all elements.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl<T> FromIterator<T> for Vector<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self(elements.into_iter().collect())
    }
}
