//! `render`: pictures of kingdoms with exact labels, drawn by our own code.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use clap::builder::{PossibleValuesParser, TypedValueParser};

use kingdom_scanner::domain::Game;
use kingdom_scanner::formats::read_argument;
use kingdom_scanner::render::dice_of_scene;
use kingdom_scanner::render::faces::{Faces, Style};
use kingdom_scanner::render::layout::tile_kingdom;
use kingdom_scanner::render::suite::{Manifest, Material, Suite, render_suite};
use kingdom_scanner::render::tables::Textures;
use kingdom_scanner::render::tournament::TournamentSuite;
use kingdom_scanner::words::{Phrase, Words};

use super::exit_code::Exit;

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner render kingdom.json -o photo.jpg --seed 3
  kingdom-scanner render --suite fixtures/suites/held-out.json -o scenes
  kingdom-scanner render --suite fixtures/suites/training.json -o scenes --count 100 --textures surfaces
  kingdom-scanner render --tournament fixtures/suites/tournament.json -o photos --seed 7";

/// Draw kingdoms and photograph them, with exact labels beside the pictures.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The kingdom to draw: a file, `-` for standard input, or a notation
    #[arg(value_name = "KINGDOM", required_unless_present_any = ["suite", "tournament"], conflicts_with_all = ["suite", "tournament"])]
    kingdom: Option<String>,
    /// Draw random kingdoms within the ranges of this manifest
    #[arg(long, value_name = "MANIFEST")]
    suite: Option<PathBuf>,
    /// Draw the photos of a whole tournament, with those that go wrong, and the truth in truth.csv
    #[arg(long, value_name = "MANIFEST", conflicts_with = "suite")]
    tournament: Option<PathBuf>,
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
    /// How our drawings look; `woodcut` stands for another edition [default: painted, or as the manifest says]
    #[arg(long, value_name = "STYLE", value_parser = style_parser(), conflicts_with = "faces")]
    style: Option<Style>,
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
        (None, None, Some(kingdom)) => one(&args, kingdom, &material)?,
        (None, None, None) => return Err(anyhow!("give a KINGDOM, a --suite or a --tournament")),
    }
    Ok(Exit::Scored)
}

fn tournament(args: &Args, manifest: &Path, material: &Material) -> anyhow::Result<()> {
    let mut suite = TournamentSuite::load(manifest)?;
    suite.seed = args.seed.unwrap_or(suite.seed);
    let photos = suite.render(material, &args.output)?;
    eprintln!("{} in {}", Phrase::Photos.count(photos as u32), args.output.display());
    Ok(())
}

fn suite(args: &Args, manifest: &Path, material: &Material) -> anyhow::Result<()> {
    let Suite(classes) = Suite::load(manifest)?;
    let mut scenes = 0;
    for (class, mut manifest) in classes {
        manifest.scenes = args.count.unwrap_or(manifest.scenes);
        manifest.seed = args.seed.unwrap_or(manifest.seed);
        manifest.style = args.style.unwrap_or(manifest.style);
        render_suite(&class, &manifest, material, &args.output)?;
        scenes += manifest.scenes;
    }
    eprintln!("{scenes} scenes in {}", args.output.display());
    Ok(())
}

fn one(args: &Args, kingdom: &str, material: &Material) -> anyhow::Result<()> {
    let output = &args.output;
    let image = output.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let is_jpeg = output.extension().is_some_and(|extension| extension == "jpg" || extension == "jpeg");
    ensure!(is_jpeg, "{}: a picture is written as JPEG, so its name must end in .jpg", output.display());
    let kingdom_given = read_argument(kingdom)?.record.kingdom;
    ensure!(kingdom_given.game() == Game::Kingdomino, "{kingdom}: only kingdoms of Kingdomino can be drawn");
    let layout = tile_kingdom(kingdom_given.size(), kingdom_given.squares()).context(kingdom.to_owned())?;
    let manifest = Manifest { style: args.style.unwrap_or_default(), ..Manifest::portrait(args.seed.unwrap_or(1)) };
    let mut dice = dice_of_scene(manifest.seed, 0);
    Ok(manifest.picture_of(&[layout], &image, material, &mut dice)?.write(output)?)
}
