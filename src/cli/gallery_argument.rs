//! `--models`, `--gallery` and `--no-gallery`, the gallery's default path, and the number of threads per
//! photo.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use etcetera::BaseStrategy;

use super::remark_line;
use kingdom_scanner::vision::gallery::{Gallery, GalleryClassifier};
use kingdom_scanner::vision::networks::Networks;
use storage::sha256::content_of;

/// The environment variable with the path of a gallery that replaces the user's own: for tests, and for
/// sharing a gallery.
const VARIABLE: &str = "KINGDOM_SCANNER_GALLERY";

/// Flattened into commands that consult the user's gallery.
#[derive(Debug, clap::Args)]
pub struct GalleryArgs {
    /// The gallery of learnt squares to consult; see `learn` [default: KINGDOM_SCANNER_GALLERY, else one in
    /// your data folder]
    #[arg(long, value_name = "PATH", conflicts_with = "no_gallery")]
    gallery: Option<PathBuf>,
    /// Reads as if nothing had ever been learnt.
    #[arg(long)]
    no_gallery: bool,
}

impl GalleryArgs {
    /// The built-in networks, with the gallery.
    pub fn built_in(&self) -> anyhow::Result<Networks> {
        let mut networks = Networks::embedded()?;
        self.put_into(&mut networks)?;
        Ok(networks)
    }

    /// Loads the gallery into the networks. A gallery that cannot be used is an error if the user named it,
    /// but only a warning if it is the user's default gallery.
    fn put_into(&self, networks: &mut Networks) -> anyhow::Result<()> {
        if self.no_gallery {
            return Ok(());
        }
        if let Some(path) = &self.gallery {
            return consult(path.clone(), networks);
        }
        let Ok(path) = users_gallery() else { return Ok(()) };
        if let Err(error) = consult_file(&path, networks) {
            remark_line!("warning: the gallery is not used: {error:#}");
        }
        Ok(())
    }
}

impl GalleryArgs {
    /// The sha256 of the gallery's file, if the networks use one.
    pub fn sha256_of_consulted(&self, networks: &Networks) -> Option<String> {
        networks.gallery.get()?;
        let path = self.gallery.clone().or_else(|| users_gallery().ok())?;
        content_of(&path).ok()
    }
}

#[cfg(feature = "serve")]
impl GalleryArgs {
    /// The file for lessons; `None` if nothing is to be learnt.
    pub fn place(&self) -> Option<PathBuf> {
        if self.no_gallery { None } else { self.gallery.clone().or_else(|| users_gallery().ok()) }
    }
}

/// Flattened into every command that can read photos with networks other than the built-in ones.
#[derive(Debug, clap::Args)]
pub struct ModelsArg {
    /// A folder with networks to use in place of the built-in ones. Use only networks from people you trust:
    /// a crafted one can crash the program, or worse
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
}

impl ModelsArg {
    /// The built-in networks or others, without a gallery.
    pub fn load(&self) -> anyhow::Result<Networks> {
        networks_of(self.models.as_deref())
    }
}

/// The networks of the folder, or the built-in ones.
pub fn networks_of(folder: Option<&Path>) -> anyhow::Result<Networks> {
    Ok(folder.map_or_else(Networks::embedded, Networks::from_dir)?)
}

/// Limits each photo to one thread, for commands that already read photos in parallel.
pub fn one_thread_a_photo() -> anyhow::Result<()> {
    kingdom_scanner::vision::opencv::core::set_num_threads(1).context(
        "cannot set the number of threads for pictures \
                                                                       and networks",
    )
}

/// Flattened into commands that read photos with the user's gallery.
#[derive(Debug, clap::Args)]
pub struct NetworkArgs {
    #[command(flatten)]
    pub models: ModelsArg,
    #[command(flatten)]
    pub gallery: GalleryArgs,
}

impl NetworkArgs {
    /// The built-in networks or others, with the gallery.
    pub fn load(&self) -> anyhow::Result<Networks> {
        let mut networks = self.models.load()?;
        self.gallery.put_into(&mut networks)?;
        Ok(networks)
    }
}

/// Loads a gallery named by the user into the networks.
pub fn consult(path: PathBuf, networks: &mut Networks) -> anyhow::Result<()> {
    ensure!(path.exists(), "{}: there is no such gallery; create one with `learn --gallery {0} FILE`", path.display());
    consult_file(&path, networks)
}

fn consult_file(path: &Path, networks: &mut Networks) -> anyhow::Result<()> {
    let gallery = Gallery::read(path, &networks.squares.sha256)?;
    let gallery =
        GalleryClassifier::new(&gallery).with_context(|| format!("{}: the gallery cannot be used", path.display()))?;
    networks.gallery.set(gallery);
    Ok(())
}

/// The file of the user's gallery.
pub fn users_gallery() -> anyhow::Result<PathBuf> {
    if let Some(path) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
        return Ok(path.into());
    }
    Ok(users_data("--gallery PATH")?.join("gallery.jsonl"))
}

/// The user's data folder. If there is none, the error suggests `flag`.
pub fn users_data(flag: &str) -> anyhow::Result<PathBuf> {
    let folders = etcetera::choose_base_strategy().with_context(|| format!("no home folder found; give {flag}"))?;
    Ok(folders.data_dir().join("kingdom-scanner"))
}
