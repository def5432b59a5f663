//! `render`: pictures of kingdoms with exact labels, drawn by our own code.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use clap::builder::{PossibleValuesParser, TypedValueParser};

use kingdom_scanner::domain::Unseen;
use kingdom_scanner::formats::read_argument;
use kingdom_scanner::render::dice_of_scene;
use kingdom_scanner::render::faces::{Faces, Style};
use kingdom_scanner::render::layout::{Layout, tile_kingdom};
use kingdom_scanner::render::suite::{Manifest, Material, Suite, render_suite};
use kingdom_scanner::render::tables::Textures;
use kingdom_scanner::render::tournament::TournamentSuite;
use kingdom_scanner::words::{Phrase, Words};

use super::exit_code::Exit;
use super::stderr_line;

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner render kingdom.json -o photo.jpg --seed 3
  kingdom-scanner render --suite fixtures/suites/held-out.json -o scenes
  kingdom-scanner render --suite fixtures/suites/training.json -o scenes --count 100 --textures surfaces
  kingdom-scanner render --building-sheet --style ink -o tiles.jpg
  kingdom-scanner render --tournament fixtures/suites/tournament.json -o photos --seed 7";

/// What can be drawn in place of a kingdom that is given.
const OTHERS: [&str; 4] = ["suite", "tournament", "building_sheet", "town_sheet"];

/// Draw kingdoms and photograph them, with exact labels beside the pictures.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The kingdom to draw: a file, `-` for standard input, or a notation
    #[arg(value_name = "KINGDOM", required_unless_present_any = OTHERS, conflicts_with_all = OTHERS)]
    kingdom: Option<String>,
    /// Draw random kingdoms within the ranges of this manifest
    #[arg(long, value_name = "MANIFEST")]
    suite: Option<PathBuf>,
    /// Draw the photos of a whole tournament, with those that go wrong, and the truth in truth.csv
    #[arg(long, value_name = "MANIFEST", conflicts_with = "suite")]
    tournament: Option<PathBuf>,
    /// Draw one building tile of each kind, laid out in rows of five in the order of the rule sheets' list
    #[arg(long, conflicts_with_all = ["suite", "tournament", "faces"])]
    building_sheet: bool,
    /// Draw six town squares without buildings, in rows of two
    #[arg(long, conflicts_with_all = ["suite", "tournament", "faces", "building_sheet"])]
    town_sheet: bool,
    /// Where to: a picture (.jpg), the label comes beside it; with --suite and --tournament a folder
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,
    /// How many scenes of the suite, or of each of its classes [default: as the manifest says]
    #[arg(long, value_name = "N", requires = "suite")]
    count: Option<u64>,
    /// The same seed draws the same pictures [default: 1, or as the manifest says]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Scans of your own dominoes in place of our drawings: kingdomino_01.png to kingdomino_48.png, two squares wide
    /// and one high; castle*.png and castle*.jpg too, if there are any
    #[arg(long, value_name = "DIR")]
    faces: Option<PathBuf>,
    /// How our drawings look; `woodcut` and `diorama` are never trained on and stand for other editions [default: painted,
    /// or as the manifest says]
    #[arg(long, value_name = "STYLE", value_parser = style_parser(), conflicts_with = "faces")]
    style: Option<Style>,
    /// Which publisher's box of the style is drawn: the same number prints the same buildings [default: the seed, or as
    /// the manifest says]
    #[arg(long, value_name = "N", conflicts_with = "tournament")]
    box_seed: Option<u64>,
    /// Pictures to use as table tops, in half of the scenes
    #[arg(long, value_name = "DIR")]
    textures: Option<PathBuf>,
}

fn style_parser() -> impl TypedValueParser<Value = Style> {
    let words = PossibleValuesParser::new(Style::ALL.map(Style::id));
    words.try_map(|word| Style::ALL.into_iter().find(|style| style.id() == word).ok_or("no style"))
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let material = Material {
        faces: args.faces.as_deref().map_or(Ok(Faces::Drawn), Faces::scanned)?,
        textures: args.textures.as_deref().map(Textures::in_folder).transpose()?,
    };
    match (&args.suite, &args.tournament, &args.kingdom) {
        (Some(manifest), ..) => suite(&args, manifest, &material)?,
        (None, Some(manifest), _) => tournament(&args, manifest, &material)?,
        (None, None, Some(kingdom)) => given(&args, kingdom, &material)?,
        (None, None, None) if args.building_sheet => sheet(&args, Layout::building_sheet(), &material)?,
        (None, None, None) if args.town_sheet => sheet(&args, Layout::town_sheet(), &material)?,
        (None, None, None) => return Err(anyhow!("give a KINGDOM, a --suite, a --tournament or a sheet")),
    }
    Ok(Exit::Scored)
}

fn tournament(args: &Args, manifest: &Path, material: &Material) -> anyhow::Result<()> {
    let mut suite = TournamentSuite::load(manifest)?;
    suite.seed = args.seed.unwrap_or(suite.seed);
    let photos = suite.render(material, &args.output)?;
    stderr_line!("{} in {}", Phrase::Photos.count(photos as u32), args.output.display());
    Ok(())
}

fn suite(args: &Args, manifest: &Path, material: &Material) -> anyhow::Result<()> {
    let Suite(classes) = Suite::load(manifest)?;
    let mut scenes = 0;
    for (class, mut manifest) in classes {
        manifest.scenes = args.count.unwrap_or(manifest.scenes);
        manifest.seed = args.seed.unwrap_or(manifest.seed);
        if let Some(style) = args.style {
            (manifest.style, manifest.styles) = (style, Vec::new());
        }
        manifest.box_seed = args.box_seed.or(manifest.box_seed);
        render_suite(&class, &manifest, material, &args.output)?;
        scenes += manifest.scenes;
    }
    stderr_line!("{scenes} scenes in {}", args.output.display());
    Ok(())
}

fn given(args: &Args, kingdom: &str, material: &Material) -> anyhow::Result<()> {
    let given = read_argument(kingdom)?.record;
    let squares = given.kingdom.squares();
    let layout = tile_kingdom(given.kingdom.game(), given.kingdom.size(), squares).context(kingdom.to_owned())?;
    let manifest = Manifest::portrait(args.seed.unwrap_or(1));
    one(args, manifest, (layout, given.unseen), material)
}

/// Tiles as a person lays them out to show them: with nothing else around.
fn sheet(args: &Args, layout: Layout, material: &Material) -> anyhow::Result<()> {
    let portrait = Manifest::portrait(args.seed.unwrap_or(1));
    let manifest = Manifest { clutter: [0.0, 0.0], loose_dominoes: [0.0, 0.0], ..portrait };
    one(args, manifest, (layout, Unseen::default()), material)
}

/// A picture of this layout alone, and what lies beside it.
fn one(args: &Args, manifest: Manifest, (layout, unseen): (Layout, Unseen), material: &Material) -> anyhow::Result<()> {
    let output = &args.output;
    let image = output.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let is_jpeg = output.extension().is_some_and(|extension| extension == "jpg" || extension == "jpeg");
    ensure!(is_jpeg, "{}: a picture is written as JPEG, so its name must end in .jpg", output.display());
    let box_seed = Some(args.box_seed.unwrap_or(manifest.seed));
    let manifest = Manifest { style: args.style.unwrap_or_default(), box_seed, ..manifest };
    let mut dice = dice_of_scene(manifest.seed, 0);
    Ok(manifest.picture_of(&[layout], &image, material, &mut dice)?.told(unseen).write(output)?)
}
