//! The time at which a photo was taken.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use exif::{DateTime, In, Tag, Value};

/// A time by a camera's own clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the parts of a date and a time")]
pub struct Taken {
    pub year: u16,
    pub month: u8,
    pub day: u8,
    pub hour: u8,
    pub minute: u8,
    pub second: u8,
}

impl Taken {
    /// The time at which the photo in this file was taken; `None` if its EXIF data contain no time, or the
    /// file cannot be read. Cameras with an unset clock, and programs that do not know the time, write zeros
    /// or blanks: then the next field is tried.
    pub fn of_file(file: &Path) -> Option<Self> {
        let mut reader = BufReader::new(File::open(file).ok()?);
        let exif = exif::Reader::new().continue_on_error(true).read_from_container(&mut reader);
        let exif = exif.or_else(|error| error.distill_partial_result(|_| ())).ok()?;
        let fields = [Tag::DateTimeOriginal, Tag::DateTimeDigitized, Tag::DateTime].into_iter();
        let mut texts = fields.filter_map(|tag| match &exif.get_field(tag, In::PRIMARY)?.value {
            Value::Ascii(texts) => texts.first(),
            _ => None,
        });
        texts.find_map(|text| Self::from_exif(text))
    }

    /// Parses a time; `None` if the text is not a time that a clock can have.
    fn from_exif(text: &[u8]) -> Option<Self> {
        let DateTime { year, month, day, hour, minute, second, .. } = DateTime::from_ascii(text).ok()?;
        let days = match month {
            4 | 6 | 9 | 11 => 30,
            2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
            2 => 28,
            _ => 31,
        };
        let is_time = year > 0 && (1..=12).contains(&month) && (1..=days).contains(&day);
        // Minutes with a leap second have 61 seconds.
        (is_time && hour < 24 && minute < 60 && second <= 60).then_some(Self { year, month, day, hour, minute, second })
    }

    /// Seconds for comparing times. Differences are exact within a month; across the end of a month they may
    /// be too large.
    pub fn seconds(self) -> i64 {
        let days = (i64::from(self.year) * 12 + i64::from(self.month)) * 31 + i64::from(self.day);
        ((days * 24 + i64::from(self.hour)) * 60 + i64::from(self.minute)) * 60 + i64::from(self.second)
    }
}
