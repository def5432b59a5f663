//! Points, sizes, rectangles and colours.

use std::ops::{Add, BitAnd, BitOr, Deref, DerefMut, Mul, Sub};

/// A point; x points to the right and y downwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Point_<T> {
    /// Distance to the right.
    pub x: T,
    /// Distance downwards.
    pub y: T,
}

/// The position of a pixel.
pub type Point = Point_<i32>;
/// A point with 32-bit floats.
pub type Point2f = Point_<f32>;
/// A point with 64-bit floats.
pub type Point2d = Point_<f64>;

impl<T> Point_<T> {
    /// A point with these coordinates.
    pub const fn new(x: T, y: T) -> Self {
        Self { x, y }
    }
}

impl<T: Add<Output = T>> Add for Point_<T> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl<T: Sub<Output = T>> Sub for Point_<T> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl<T: Mul<Output = T> + Copy> Mul<T> for Point_<T> {
    type Output = Self;

    fn mul(self, factor: T) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

impl Point_<f64> {
    /// The distance from the origin.
    pub fn norm(self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    /// The z component of the cross product.
    pub fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// The scalar product.
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

/// Width and height in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// Width in pixels.
    pub width: i32,
    /// Height in pixels.
    pub height: i32,
}

impl Size {
    /// A size with this width and height.
    pub const fn new(width: i32, height: i32) -> Self {
        Self { width, height }
    }
}

/// A rectangle of pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rect {
    /// Column of the leftmost pixels.
    pub x: i32,
    /// Row of the uppermost pixels.
    pub y: i32,
    /// Width in pixels.
    pub width: i32,
    /// Height in pixels.
    pub height: i32,
}

impl Rect {
    /// The rectangle with this upper left corner, width and height.
    pub const fn new(x: i32, y: i32, width: i32, height: i32) -> Self {
        Self { x, y, width, height }
    }

    /// The rectangle with this upper left corner and size.
    pub const fn from_point_size(at: Point, size: Size) -> Self {
        Self::new(at.x, at.y, size.width, size.height)
    }

    /// Its upper left corner.
    pub const fn tl(&self) -> Point {
        Point::new(self.x, self.y)
    }

    /// Width and height.
    pub const fn size(&self) -> Size {
        Size::new(self.width, self.height)
    }

    /// The number of pixels.
    pub const fn area(&self) -> i32 {
        self.width * self.height
    }

    /// Whether it has no pixels.
    pub const fn empty(&self) -> bool {
        self.width <= 0 || self.height <= 0
    }

    /// Whether the rectangle contains the pixel.
    pub fn contains(&self, at: Point) -> bool {
        (self.x..self.x + self.width).contains(&at.x) && (self.y..self.y + self.height).contains(&at.y)
    }

    fn between(from: Point, to: Point) -> Self {
        Self::new(from.x, from.y, to.x - from.x, to.y - from.y)
    }

    const fn end(&self) -> Point {
        Point::new(self.x + self.width, self.y + self.height)
    }
}

/// The intersection; an empty rectangle at the origin if there is none.
impl BitAnd for Rect {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        let from = Point::new(self.x.max(other.x), self.y.max(other.y));
        let to = Point::new(self.end().x.min(other.end().x), self.end().y.min(other.end().y));
        let both = Self::between(from, to);
        if both.empty() { Self::default() } else { both }
    }
}

/// The smallest rectangle that contains both.
impl BitOr for Rect {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        if self.empty() {
            return other;
        }
        if other.empty() {
            return self;
        }
        let from = Point::new(self.x.min(other.x), self.y.min(other.y));
        Self::between(from, Point::new(self.end().x.max(other.end().x), self.end().y.max(other.end().y)))
    }
}

/// A fixed number of values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VecN<T, const N: usize>(pub [T; N]);

/// A colour, or one value per channel; values for channels that a picture lacks are ignored.
pub type Scalar = VecN<f64, 4>;

impl<T: Copy, const N: usize> VecN<T, N> {
    /// The same value in every place.
    pub const fn all(value: T) -> Self {
        Self([value; N])
    }
}

impl Scalar {
    /// A scalar of these four channels.
    pub const fn new(first: f64, second: f64, third: f64, fourth: f64) -> Self {
        Self([first, second, third, fourth])
    }
}

impl<T: Default + Copy, const N: usize> Default for VecN<T, N> {
    fn default() -> Self {
        Self([T::default(); N])
    }
}

impl<T, const N: usize> From<[T; N]> for VecN<T, N> {
    fn from(numbers: [T; N]) -> Self {
        Self(numbers)
    }
}

impl<T, const N: usize> Deref for VecN<T, N> {
    type Target = [T; N];

    fn deref(&self) -> &[T; N] {
        &self.0
    }
}

impl<T, const N: usize> DerefMut for VecN<T, N> {
    fn deref_mut(&mut self) -> &mut [T; N] {
        &mut self.0
    }
}
