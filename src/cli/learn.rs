//! `learn`: adds corrected squares to the gallery that the next scan consults.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use kingdom_scanner::domain::{Place, compact};
use kingdom_scanner::formats::{Confirmation, LeftOut, Lesson, parse_lessons};
use kingdom_scanner::messages::{Language, Message, MessageId, Words, visible};
use kingdom_scanner::vision::gallery::{Gallery, GalleryError, Learnt};
use kingdom_scanner::vision::learn::learnt;
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::PhotoLimits;

use super::args::{LanguageArg, PhotoLimitArgs, name};
use super::exit_code::Exit;
use super::gallery_argument::{ModelsArg, users_gallery};
use super::print;
use super::sheets::{self, Lessons, SheetArgs, load_whole};

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner scan photo.jpg --json --fix r2c4=forest:1 > photo.json
  kingdom-scanner learn photo.json --edition 'the old box'
  kingdom-scanner learn photo.json --unconfirmed                      # even though nothing was corrected
  kingdom-scanner learn --buildings                                  # prints how to lay out the building tiles
  kingdom-scanner learn --buildings tiles.jpg --edition 'the old box'
  kingdom-scanner learn --list
  kingdom-scanner learn --forget 'the old box'";

/// Learns squares that you have corrected, so that later photos of the same edition, box or light are read
/// better
///
/// For each square, the gallery keeps how the network sees the square (128 numbers) and its content; for each
/// building tile, it keeps the edges (392 numbers). It keeps no pictures. A line of `scan --json` is learnt
/// if a person corrected or confirmed at least one of its squares (`scan --fix`, `--ask`) and nothing is left
/// to check: the corrected squares, and the others as they were read. Squares that are doubtful, or that were
/// inferred only from the box's dominoes, are not learnt. A label counts as confirmed. A kingdom that looks
/// like nothing learnt is read as before.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Corrected lines of `scan --json`, or labels of photos; `-` for standard input. The photos must be
    /// where the lines or labels say, relative to this folder or to the file's folder
    #[arg(value_name = "FILE", required_unless_present_any = ["list", "forget", "forget_all", "buildings", "towns"],
        conflicts_with_all = ["list", "forget", "forget_all"])]
    files: Vec<String>,
    /// Learn lines of `scan --json` even if no square was corrected or confirmed, or if they still need
    /// checking: misread squares are then learnt, too
    #[arg(long, requires = "files")]
    unconfirmed: bool,
    #[command(flatten)]
    sheets: SheetArgs,
    /// A name for the dominoes or the light in these photos; a scan uses the edition that looks most like its
    /// kingdom
    #[arg(long, value_name = "NAME", default_value = "mine", value_parser = edition)]
    edition: String,
    /// Print the editions and photos that were learnt from
    #[arg(long, conflicts_with_all = SHEETS)]
    list: bool,
    /// Forget an edition, or what was learnt from one photo
    #[arg(long, value_name = "NAME", conflicts_with = "list", conflicts_with_all = SHEETS)]
    forget: Option<String>,
    /// Forget everything
    #[arg(long, conflicts_with_all = ["list", "forget"], conflicts_with_all = SHEETS)]
    forget_all: bool,
    /// The gallery's file [default: KINGDOM_SCANNER_GALLERY, else one in your data folder]
    #[arg(long, value_name = "PATH")]
    gallery: Option<PathBuf>,
    #[command(flatten)]
    models: ModelsArg,
    #[command(flatten)]
    photo_limits: PhotoLimitArgs,
    #[command(flatten)]
    language: LanguageArg,
}

const SHEETS: [&str; 2] = ["buildings", "towns"];

fn edition(text: &str) -> Result<String, String> {
    let is_name = !text.trim().is_empty() && !text.contains(char::is_control);
    if is_name { Ok(text.trim().to_owned()) } else { Err("an edition needs a name".to_owned()) }
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let language = args.language.language();
    if args.sheets.asks_for_order() {
        ensure!(
            args.files.is_empty(),
            "--buildings needs a PHOTO if files are learnt, too; without PHOTO it only prints the order of the tiles"
        );
        print(&sheets::order(language))?;
        return Ok(Exit::Scored);
    }
    let path = args.gallery.clone().map_or_else(users_gallery, Ok)?;
    let networks = args.models.load()?;
    if args.forget_all {
        return forget_all(&path, &networks.squares.sha256, language);
    }
    // An unusable gallery is refused before any work.
    let gallery = Gallery::read(&path, &networks.squares.sha256)?;
    if args.list {
        print(&listed(&gallery, &path, language))?;
    } else if let Some(name) = &args.forget {
        let squares = Gallery::change(&path, &networks.squares.sha256, |gallery| {
            let squares = gallery.forget(name);
            ensure!(
                squares > 0,
                "`{name}` is neither an edition nor a photo in {}; list them with `learn --list`",
                path.display()
            );
            Ok(squares)
        })?;
        print(&(MessageId::SquaresForgotten.count(squares as u32).in_language(language) + "\n"))?;
    } else {
        let (text, lessons) = learn(&args, &networks)?;
        // The gallery is locked only now, because reading photos takes time and other programs may learn in
        // the meantime.
        let gallery = Gallery::change(&path, &networks.squares.sha256, |gallery| -> anyhow::Result<Gallery> {
            for (photo, learnt) in lessons {
                gallery.learn(&args.edition, &photo, learnt)?;
            }
            Ok(gallery.clone())
        })?;
        print(&(text + &listed(&gallery, &path, language)))?;
    }
    Ok(Exit::Scored)
}

/// Empties the gallery, even if it is damaged or another network's, but never a file whose first line is not
/// a gallery's.
fn forget_all(path: &Path, network: &str, language: Language) -> anyhow::Result<Exit> {
    let squares = match Gallery::read(path, network) {
        Ok(gallery) => Some(gallery.squares()),
        Err(GalleryError::OtherNetwork { .. } | GalleryError::Format { line: 2.., .. }) => None,
        Err(error) => return Err(error.into()),
    };
    Gallery::new(network).write(path)?;
    let message = squares
        .map_or_else(|| MessageId::AllForgotten.into(), |squares| MessageId::SquaresForgotten.count(squares as u32));
    print(&(message.in_language(language) + "\n"))?;
    Ok(Exit::Scored)
}

/// The lessons of all files, as text to display and for the gallery; fails if a file cannot be read.
fn learn(args: &Args, networks: &Networks) -> anyhow::Result<(String, Lessons)> {
    let limits = args.photo_limits.limits();
    let (mut text, mut all) = (String::new(), Lessons::new());
    for file in &args.files {
        let lessons = lessons(file)?;
        if !args.unconfirmed {
            check_confirmed(file, &lessons)?;
        }
        for lesson in lessons {
            if !args.unconfirmed && lesson.confirmation != Confirmation::Confirmed {
                let message = MessageId::KingdomNotLearnt.with("photo", lesson.photo);
                text += &format!("{}\n", visible(&message.in_language(args.language.language())));
                continue;
            }
            let learnt = learn_photo(file, &lesson, &limits, networks)?;
            text += &visible(&report(&lesson).in_language(args.language.language()));
            text += "\n";
            all.push((lesson.photo, learnt));
        }
    }
    text += &args.sheets.learn(&mut all, &limits, networks, args.language.language())?;
    Ok((text, all))
}

fn lessons(file: &str) -> anyhow::Result<Vec<Lesson>> {
    let mut text = String::new();
    if file == "-" {
        std::io::stdin().read_to_string(&mut text).context("standard input")?;
    } else {
        let bytes = fs::read(file).with_context(|| format!("{file}: cannot read the file"))?;
        text = String::from_utf8(bytes).ok().with_context(|| {
            format!(
                "{file}: this is not text; give the output of `scan --json`, or give a photo of tiles with \
                 --buildings or --towns"
            )
        })?;
    }
    parse_lessons(&text).with_context(|| name(file).to_owned())
}

/// Checks that each photo has a kingdom that was corrected or confirmed, with nothing left to check.
fn check_confirmed(file: &str, lessons: &[Lesson]) -> anyhow::Result<()> {
    const OTHERWISE: &str = "or learn it as it is with --unconfirmed";
    for kingdoms in lessons.chunk_by(|a, b| a.photo == b.photo) {
        let confirmations: Vec<Confirmation> = kingdoms.iter().map(|lesson| lesson.confirmation).collect();
        let (file, photo) = (name(file), &kingdoms[0].photo);
        if confirmations.contains(&Confirmation::Confirmed) {
            continue;
        }
        if confirmations.contains(&Confirmation::StillToCheck) {
            let doubtful = kingdoms.iter().flat_map(|lesson| &lesson.left_out);
            let doubtful = doubtful.filter(|(_, why)| **why == LeftOut::Doubtful);
            let squares: Vec<Place> = doubtful.map(|(place, _)| *place).collect();
            let squares = if squares.is_empty() { String::new() } else { format!(" ({})", compact(&squares)) };
            bail!(
                "{file}: {photo}: squares were corrected or confirmed, but the kingdom still needs checking{squares}: \
                 correct or confirm its doubtful squares with `scan --json --fix` or `--ask`, {OTHERWISE}"
            );
        }
        bail!(
            "{file}: {photo}: no square was corrected or confirmed, so the program would learn from its own reading: \
             compare the reading with the photo, and correct or confirm at least one square with `scan --json --fix` or `--ask`, \
             {OTHERWISE}"
        );
    }
    Ok(())
}

fn learn_photo(file: &str, lesson: &Lesson, limits: &PhotoLimits, networks: &Networks) -> anyhow::Result<Vec<Learnt>> {
    let beside = Path::new(file).with_file_name(&lesson.photo);
    let places = [Path::new(&lesson.photo), &beside];
    let path = places.into_iter().find(|path| path.is_file()).with_context(|| {
        let (file, photo) = (name(file), &lesson.photo);
        format!(
            "{file}: the photo `{photo}` was not found, neither in this folder nor at {}; run `learn` in the folder \
             of the photo",
            beside.display()
        )
    })?;
    Ok(learnt(&load_whole(path, limits)?, lesson, networks)?)
}

fn report(lesson: &Lesson) -> Message {
    let learnt = MessageId::SquaresLearnt.count(lesson.learnt().count() as u32).with("photo", lesson.photo.clone());
    let kinds = [(LeftOut::Doubtful, MessageId::DoubtfulNotLearnt), (LeftOut::Hidden, MessageId::HiddenNotLearnt)];
    let mut parts = vec![learnt];
    for (why, phrase) in kinds {
        let places = lesson.left_out.iter().filter(|(_, reason)| **reason == why).map(|(place, _)| place.to_string());
        let names: Vec<String> = places.collect();
        if !names.is_empty() {
            parts.push(phrase.count(names.len() as u32).with("squares", names.join(", ")));
        }
    }
    MessageId::List.with("words", parts)
}

fn listed(gallery: &Gallery, path: &Path, language: Language) -> String {
    let path = visible(&path.display().to_string()).into_owned();
    let count = gallery.squares();
    if count == 0 {
        return MessageId::GalleryEmpty.with("path", path).in_language(language) + "\n";
    }
    let mut text = format!("{path}: {}\n", squares(count, language));
    for (edition, photos) in gallery.editions() {
        let sum = photos.iter().map(|(_, squares)| squares).sum();
        text += &format!("  {}: {}\n", visible(edition), squares(sum, language));
        for (photo, count) in photos {
            text += &format!("    {}: {}\n", visible(photo), squares(count, language));
        }
    }
    text
}

/// The number of squares in words.
fn squares(count: usize, language: Language) -> String {
    MessageId::Squares.count(count as u32).in_language(language)
}
