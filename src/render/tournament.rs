//! The photos of a whole tournament, with those that go wrong, and the truth beside them.

use std::fs;
use std::path::Path;

use rand::seq::SliceRandom;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::layout::{Layout, Shape, lay_game};
use super::suite::{Manifest, Material};
use super::{Dice, RenderError, dice_of_scene};
use crate::domain::{Game, GridSize, Kingdom, Unseen, Variant};
use crate::formats::notation;
use crate::score_sheet::ScoreSheet;

/// What is played, and what goes wrong with the photos.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentSuite {
    /// The same seed draws the same tournament.
    pub seed: u64,
    /// At each table.
    pub rounds: usize,
    /// In each round.
    pub tables: usize,
    /// At each table, 2 to 4: on 5x5 one box is enough for so many.
    pub players: usize,
    /// Ids of the variants that all tables play.
    pub variants: Vec<String>,
    /// So many photos are blurred by so many px, so that they can hardly be read.
    pub blurred: usize,
    /// Of the photos that are blurred.
    pub blur_px: [f64; 2],
    /// So many photos are there twice.
    pub duplicates: usize,
    /// So many photos are cut off in the middle of the file.
    pub broken: usize,
    /// So many photos belong to no table and show no kingdom.
    pub dogs: usize,
    /// How the photos are taken; its seed, its number of scenes and its kingdoms are not used.
    pub photos: Manifest,
}

/// A line of `players.csv`: the manifest for `batch`.
#[derive(Serialize)]
struct PlayerLine<'a> {
    photo: String,
    player: &'a str,
    variants: String,
}

/// A line of `truth.csv`.
#[derive(Serialize)]
struct TruthLine<'a> {
    photo: String,
    round: usize,
    table: usize,
    player: &'a str,
    total: i32,
    /// The kingdom, in notation.
    kingdom: String,
    /// What goes wrong with the photo: `blurred`, `broken`, or nothing.
    trouble: &'static str,
}

/// A kingdom that was laid, and by whom.
struct Laid {
    round: usize,
    table: usize,
    /// From 1.
    seat: usize,
    player: String,
    layout: Layout,
    trouble: Trouble,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trouble {
    None,
    Blurred,
    Broken,
}

impl Trouble {
    fn id(self) -> &'static str {
        match self {
            Trouble::None => "",
            Trouble::Blurred => "blurred",
            Trouble::Broken => "broken",
        }
    }
}

/// As many as sit at ten tables.
const NAMES: [&str; 40] = [
    "Ada", "Aylin", "Ben", "Björn", "Carla", "Cem", "Chloé", "Dario", "Edda", "Emil", "Farah", "Finn", "Greta",
    "Hanna", "Ilja", "Ines", "Jakob", "Jonas", "Kaya", "Lena", "Levi", "Mara", "Milan", "Nele", "Noor", "Olga",
    "Oskar", "Paul", "Pia", "Quentin", "Rosa", "Samir", "Sofie", "Theo", "Tilda", "Uwe", "Vera", "Wanda", "Yusuf",
    "Zoë",
];

impl TournamentSuite {
    /// Reads the file.
    ///
    /// # Errors
    /// An unreadable file, or numbers that make no tournament.
    pub fn load(path: &Path) -> Result<Self, RenderError> {
        let text = fs::read_to_string(path).map_err(|error| RenderError::file(path, error))?;
        let suite: Self = serde_json::from_str(&text).map_err(|error| RenderError::file(path, error))?;
        suite.photos.check().map_err(|problem| RenderError::file(path, problem))?;
        suite.check().map_err(|problem| RenderError::file(path, problem))?;
        Ok(suite)
    }

    fn check(&self) -> Result<(), String> {
        if !(2..=4).contains(&self.players) {
            return Err(format!("`players` is {}; one box is enough for 2 to 4", self.players));
        }
        if let Some(word) = self.variants.iter().find(|word| Variant::from_id(word).is_none()) {
            return Err(format!("`variants`: `{word}` is none"));
        }
        let kingdoms = self.rounds * self.tables * self.players;
        if self.blurred + self.broken + self.duplicates > kingdoms {
            return Err(format!("more photos go wrong than there are kingdoms ({kingdoms})"));
        }
        Ok(())
    }

    /// Renders the photos into `folder` as `round-1/table-1/player-1.jpg`, with `players.csv`, the manifest for `batch`,
    /// and `truth.csv`. Returns how many photos there are.
    ///
    /// # Errors
    /// OpenCV's, and files that cannot be written.
    pub fn render(&self, material: &Material, folder: &Path) -> Result<usize, RenderError> {
        opencv::core::set_num_threads(1)?;
        let mut dice = dice_of_scene(self.seed, 0);
        let laid = self.laid(&mut dice);
        laid.par_iter().enumerate().try_for_each(|(index, laid)| {
            let jpeg = self.photo(laid, 1 + index as u64, material)?;
            write(&folder.join(laid.photo()), &jpeg)
        })?;
        let twice = self.duplicated(&laid, &mut dice);
        for photo in &twice {
            let path = folder.join(photo);
            let jpeg = fs::read(&path).map_err(|error| RenderError::file(&path, error))?;
            write(&folder.join(again(photo)), &jpeg)?;
        }
        for number in 1..=self.dogs {
            let nothing = Manifest { nothing_share: 1.0, seed: self.seed, ..self.photos.clone() };
            let name = format!("dog-{number}.jpg");
            write(&folder.join(&name), &nothing.scene((laid.len() + number) as u64, &name, material)?.jpeg)?;
        }
        self.write_lists(&laid, &twice, folder)?;
        Ok(laid.len() + twice.len() + self.dogs)
    }

    /// The kingdoms of all tables, seats drawn anew in every round.
    fn laid(&self, dice: &mut Dice) -> Vec<Laid> {
        let mut names: Vec<String> = (0..self.tables * self.players).map(name).collect();
        let mut laid = Vec::new();
        for round in 1..=self.rounds {
            names.shuffle(dice);
            for (table, names) in names.chunks(self.players).enumerate() {
                let kingdoms = lay_game(Shape::full(GridSize::Five, 5, 5), self.players, dice);
                laid.extend(kingdoms.into_iter().zip(names).enumerate().map(|(seat, (layout, player))| Laid {
                    round,
                    table: table + 1,
                    seat: seat + 1,
                    player: player.clone(),
                    layout,
                    trouble: Trouble::None,
                }));
            }
        }
        let mut indices: Vec<usize> = (0..laid.len()).collect();
        indices.shuffle(dice);
        let troubles = [(Trouble::Blurred, self.blurred), (Trouble::Broken, self.broken)];
        let troubles = troubles.into_iter().flat_map(|(trouble, count)| vec![trouble; count]);
        indices.into_iter().zip(troubles).for_each(|(index, trouble)| laid[index].trouble = trouble);
        laid
    }

    fn photo(&self, laid: &Laid, scene: u64, material: &Material) -> Result<Vec<u8>, RenderError> {
        let mut photos = self.photos.clone();
        if laid.trouble == Trouble::Blurred {
            photos.conditions.blur_px = self.blur_px;
        }
        let mut dice = dice_of_scene(self.seed, scene);
        let mut jpeg = photos.picture_of(std::slice::from_ref(&laid.layout), &laid.photo(), material, &mut dice)?.jpeg;
        if laid.trouble == Trouble::Broken {
            jpeg.truncate(jpeg.len() / 3);
        }
        Ok(jpeg)
    }

    /// Photos without any other trouble.
    fn duplicated(&self, laid: &[Laid], dice: &mut Dice) -> Vec<String> {
        let mut sound: Vec<&Laid> = laid.iter().filter(|laid| laid.trouble == Trouble::None).collect();
        sound.shuffle(dice);
        sound.into_iter().take(self.duplicates).map(Laid::photo).collect()
    }

    fn write_lists(&self, laid: &[Laid], twice: &[String], folder: &Path) -> Result<(), RenderError> {
        let (mut players, mut truth) = (csv::Writer::from_writer(Vec::new()), csv::Writer::from_writer(Vec::new()));
        let variants: Vec<Variant> = self.variants.iter().filter_map(|id| Variant::from_id(id)).collect();
        for laid in laid {
            let photo = laid.photo();
            let copy = twice.contains(&photo).then(|| again(&photo));
            for photo in [photo].into_iter().chain(copy) {
                let line = PlayerLine { photo, player: &laid.player, variants: self.variants.join(" ") };
                players.serialize(line).map_err(|error| RenderError::file(folder, error))?;
            }
            truth.serialize(laid.truth(&variants)?).map_err(|error| RenderError::file(folder, error))?;
        }
        for (name, lines) in [("players.csv", players), ("truth.csv", truth)] {
            let bytes = lines.into_inner().map_err(|error| RenderError::file(folder, error))?;
            write(&folder.join(name), &bytes)?;
        }
        Ok(())
    }
}

impl Laid {
    fn photo(&self) -> String {
        format!("round-{}/table-{}/player-{}.jpg", self.round, self.table, self.seat)
    }

    fn truth(&self, variants: &[Variant]) -> Result<TruthLine<'_>, RenderError> {
        let Layout { size, squares, .. } = &self.layout;
        let kingdom = Kingdom::new(Game::Kingdomino, *size, squares.clone())
            .map_err(|error| RenderError::Kingdom(error.to_string()))?;
        Ok(TruthLine {
            photo: self.photo(),
            round: self.round,
            table: self.table,
            player: &self.player,
            total: ScoreSheet::of(&kingdom, &Unseen::default(), variants).total,
            kingdom: notation::write(&kingdom),
            trouble: self.trouble.id(),
        })
    }
}

fn name(index: usize) -> String {
    let name = NAMES[index % NAMES.len()];
    match index / NAMES.len() {
        0 => name.to_owned(),
        more => format!("{name} {}", more + 1),
    }
}

fn again(photo: &str) -> String {
    photo.replace(".jpg", "-again.jpg")
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), RenderError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| RenderError::file(folder, error))?;
    }
    fs::write(path, bytes).map_err(|error| RenderError::file(path, error))
}
