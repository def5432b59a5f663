//! `kingdom-scanner render`: pictures of kingdoms with exact labels, drawn by our own code.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use kingdom_scanner::render::dice_of_scene;
use kingdom_scanner::render::faces::Faces;
use kingdom_scanner::render::label::kingdom_of_label;
use kingdom_scanner::render::layout::tile_kingdom;
use kingdom_scanner::render::suite::{Manifest, Material, render_suite};
use kingdom_scanner::render::tables::Textures;

use super::exit_code::Exit;

/// Draw kingdoms and photograph them, with exact labels beside the pictures.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The kingdom to draw: a label file (.json).
    #[arg(required_unless_present = "suite", conflicts_with = "suite")]
    kingdom: Option<PathBuf>,
    /// Draw many random kingdoms within the ranges of this manifest.
    #[arg(long, value_name = "MANIFEST.json")]
    suite: Option<PathBuf>,
    /// Where to: a picture (.jpg), its label comes beside it; with --suite a folder.
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,
    /// How many scenes of the suite.
    #[arg(long, value_name = "N", requires = "suite")]
    count: Option<u64>,
    /// The same seed draws the same picture. [default: 1, or the manifest's]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Use scans of your own dominoes in this folder: kingdomino_01.png to kingdomino_48.png, two squares wide.
    #[arg(long, value_name = "DIR")]
    faces: Option<PathBuf>,
    /// Use pictures in this folder as table tops.
    #[arg(long, value_name = "DIR")]
    textures: Option<PathBuf>,
}

/// # Errors
/// Unreadable input, an unwritable output.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let args = &args;
    let material = Material {
        faces: args.faces.as_deref().map_or(Ok(Faces::Drawn), Faces::scanned)?,
        textures: args.textures.as_deref().map(Textures::in_folder).transpose()?,
    };
    match (&args.suite, &args.kingdom) {
        (Some(manifest), _) => suite(args, manifest, &material),
        (None, Some(kingdom)) => one(args, kingdom, &material),
        (None, None) => unreachable!("clap asks for a kingdom or a suite"),
    }?;
    Ok(Exit::Scored)
}

fn suite(args: &Args, manifest: &Path, material: &Material) -> anyhow::Result<()> {
    let mut manifest = Manifest::load(manifest)?;
    manifest.scenes = args.count.unwrap_or(manifest.scenes);
    manifest.seed = args.seed.unwrap_or(manifest.seed);
    render_suite(&manifest, material, &args.output)?;
    eprintln!("{} scenes in {}", manifest.scenes, args.output.display());
    Ok(())
}

fn one(args: &Args, kingdom: &Path, material: &Material) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(kingdom).with_context(|| kingdom.display().to_string())?;
    let (size, squares) = kingdom_of_label(&text).map_err(anyhow::Error::msg).context(kingdom.display().to_string())?;
    let layout = tile_kingdom(size, &squares).map_err(anyhow::Error::msg)?;
    let image = args.output.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    ensure!(
        args.output.extension().is_some_and(|e| e == "jpg"),
        "{}: the picture's name must end in .jpg",
        args.output.display()
    );
    let manifest = Manifest::portrait(args.seed.unwrap_or(1));
    let picture = manifest.picture_of(&layout, &image, material, &mut dice_of_scene(manifest.seed, 0))?;
    Ok(picture.write(&args.output)?)
}
