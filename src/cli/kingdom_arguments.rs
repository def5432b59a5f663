//! Arguments for kingdoms: files and notations, all kingdoms of results, and photos.

use std::path::Path;

use kingdom_scanner::formats::{
    ArgumentError, Held, HeldKingdom, KingdomRecord, Name, Parsed, name_of_file, read_arguments,
};
use kingdom_scanner::messages::{Message, MessageId, Words};

use super::args::{check_stdin, name};
use super::exit_code::Exit;

/// Flattened into every command that takes kingdoms as files, notations or photos.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Photos")]
pub struct PhotoArgs {
    #[command(flatten)]
    limits: super::args::PhotoLimitArgs,
    #[command(flatten)]
    gallery: super::gallery_argument::GalleryArgs,
}

/// A kingdom, with notes about its origin.
pub struct GivenKingdom {
    /// The origin, such as `anna.json`, or `table.jpg k2`.
    pub name: String,
    pub record: KingdomRecord,
    pub notes: Vec<Message>,
    /// Whether the kingdom was read from a photo in this run.
    pub is_from_photo: bool,
}

/// The kingdoms and totals that the arguments contain.
pub struct Given {
    pub kingdoms: Vec<GivenKingdom>,
    /// The totals that users typed into saved games.
    pub totals: Vec<(Name, u16)>,
    /// Who won a shared first place by agreement, if the only argument is a saved game.
    pub agreed: Option<Name>,
}

/// Reads the kingdoms of all arguments. Photos are read together, as photos of one game. If a photo has no
/// kingdom, reports that on stderr and returns an exit code.
pub fn read(arguments: &[String], photos: &PhotoArgs) -> anyhow::Result<Result<Given, Exit>> {
    check_stdin(arguments)?;
    let mut kingdoms: Vec<(usize, GivenKingdom)> = Vec::new();
    let (mut of_photos, mut totals, mut agreed) = (Vec::new(), Vec::new(), None);
    for (place, argument) in arguments.iter().enumerate() {
        match read_arguments(argument) {
            Ok(Held { kingdoms: held, totals: typed, agreed: winner }) => {
                totals.extend(typed);
                agreed = winner.filter(|_| arguments.len() == 1);
                let count = held.len();
                let held = held.into_iter().enumerate();
                kingdoms.extend(held.map(|(index, held)| (place, given(argument, index, count, held))));
            }
            Err(error) if is_photo(argument, &error) => of_photos.push((place, argument.clone())),
            Err(error) => return Err(error.into()),
        }
    }
    match read_photos(&of_photos, photos)? {
        Ok(read) => kingdoms.extend(read),
        Err(exit) => return Ok(Err(exit)),
    }
    kingdoms.sort_by_key(|(place, _)| *place);
    Ok(Ok(Given { kingdoms: kingdoms.into_iter().map(|(_, kingdom)| kingdom).collect(), totals, agreed }))
}

fn given(argument: &str, index: usize, count: usize, held: HeldKingdom) -> GivenKingdom {
    let Parsed { mut record, notes } = held.parsed;
    let own = held.photo.filter(|_| held.is_alone);
    record.player = record.player.or_else(|| name_of_file(own.as_deref()?));
    let name = name(argument);
    let name = if count > 1 { format!("{name} k{}", index + 1) } else { name.to_owned() };
    GivenKingdom { name, record, notes, is_from_photo: false }
}

/// Whether the argument is a picture, or has the form `Anna=IMG_1.jpg`.
fn is_photo(argument: &str, error: &ArgumentError) -> bool {
    match error {
        ArgumentError::Text { name, problem: kingdom_scanner::formats::TextProblem::Picture } => name == argument,
        ArgumentError::NoSuchFile(_) | ArgumentError::Notation { .. } => {
            argument.split_once('=').is_some_and(|(_, path)| Path::new(path).exists())
        }
        _ => false,
    }
}

fn read_photos(
    arguments: &[(usize, String)],
    photos: &PhotoArgs,
) -> anyhow::Result<Result<Vec<(usize, GivenKingdom)>, Exit>> {
    use super::game;
    if arguments.is_empty() {
        return Ok(Ok(Vec::new()));
    }
    let named = arguments
        .iter()
        .map(|(_, argument)| game::named_photo(argument.as_ref()))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let reading = game::HowToRead {
        info: Default::default(),
        one: false,
        corners_px: Default::default(),
        limits: photos.limits.limits(),
        networks: photos.gallery.built_in()?,
    };
    let read = match game::read_kingdoms(&named, &reading)? {
        Ok(read) => read,
        Err(exit) => return Ok(Err(exit)),
    };
    let mut given = Vec::new();
    for game::PhotoKingdom { photo, name, record, notes } in read {
        given.push((arguments[photo].0, GivenKingdom { name, record, notes, is_from_photo: true }));
    }
    Ok(Ok(given))
}

impl GivenKingdom {
    /// The notes about the kingdom's origin, with its name.
    pub fn named_notes(&self) -> impl Iterator<Item = Message> {
        self.notes
            .iter()
            .map(|note| MessageId::OfKingdom.with("kingdom", self.name.as_str()).with("what", note.clone()))
    }
}
