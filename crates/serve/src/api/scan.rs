//! `POST /api/scan`: takes a photo and answers with the line of `scan --json`. Nothing is kept.

use std::error::Error;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::super::api_error::ApiError;
use super::super::body;
use super::super::large_photos::wait_for_turn;
use super::super::server::Server;
use super::query::{Parameters, wrong};
use game::photo_reading::Status;
use game::table::{TableKingdom, TablePhotos};
use kingdomino::domain::{Facts, Game, Variant};
use kingdomino::formats::Name;
use messages::on_one_line;
use reading::correction::{Correction, KingdomName};
use reading::reconstruct::ReconstructOptions;
use report::{KingdomReport, about_variants};
use storage::sha256::sha256_hex;
use vision::networks::Networks;
use vision::photo::{Photo, PhotoLimits};
use vision::scan::{PhotoRun, Scan, ScanError, ScanOptions, Trace};
use vision::scan_results::{HowScanned, failed_line, reader_identity, scored_line, scored_reading, status_of};

/// The flags of `scan`, and `name`: the photo's name.
pub const PARAMETERS: [&str; 12] = [
    "name",
    "corners",
    "size",
    "game",
    "one",
    "no-audit",
    "player",
    "coins",
    "knights-in-supply",
    "queen",
    "variant",
    "fix",
];

/// The name of a photo that is uploaded without one.
const NAMELESS: &str = "photo";

pub async fn scan(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let asked = Asked::new(&Parameters::of(request.uri()).only(&PARAMETERS)?)?;
    let (slot, photo) = body::read_photo(&server.queue, request, &server.limits).await?;
    let shared = Arc::clone(&server);
    let line = server
        .queue
        .run(slot, move || asked.line(&photo, &shared.networks, &shared.limits.photo).map_err(ApiError::broken))
        .await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], line).into_response())
}

/// The parameters of a request.
struct Asked {
    name: String,
    player: Option<Name>,
    unseen: Facts,
    options: ScanOptions,
    fixes: Vec<Correction>,
}

impl Asked {
    fn new(parameters: &Parameters) -> Result<Self, ApiError> {
        let given = parameters
            .all("variant")
            .map(|id| {
                Variant::from_id(id).ok_or_else(|| {
                    wrong(format!("`variant` must be one of {}", Variant::ALL.map(Variant::id).join(", ")))
                })
            })
            .collect::<Result<Vec<_>, _>>()?;
        let variants = Variant::agreed(&given).map_err(|error| wrong(format!("`variant`: {error}")))?;
        let game = parameters.parsed("game", |id| match id {
            "auto" => Ok(None),
            _ => Game::from_id(id)
                .map(Some)
                .ok_or_else(|| format!("the games are auto, {}", Game::ALL.map(Game::id).join(", "))),
        })?;
        let unseen = Facts {
            coins: parameters.parsed("coins", Facts::parse_coins)?,
            knights_in_supply: parameters.parsed("knights-in-supply", Facts::parse_knights)?,
            queen: parameters.switch("queen")?,
        };
        let reconstruct = ReconstructOptions {
            game: game.flatten(),
            size: parameters.parsed("size", str::parse)?,
            any_dominoes: parameters.switch("no-audit")?.unwrap_or(false),
            unseen,
            variants,
        };
        let mut options =
            ScanOptions { one: parameters.switch("one")?.unwrap_or(false), reconstruct, ..ScanOptions::default() };
        if let Some(corners_px) = parameters.parsed("corners", eight_numbers)? {
            options = options.with_corners_px(corners_px);
        }
        Ok(Self {
            name: parameters.one("name")?.filter(|name| !name.is_empty()).unwrap_or(NAMELESS).to_owned(),
            player: parameters.parsed("player", |name| Name::new(name).ok_or("no name"))?,
            unseen,
            options,
            fixes: parameters
                .all("fix")
                .map(|text| text.parse().map_err(|error| wrong(format!("`fix`: {error}"))))
                .collect::<Result<_, _>>()?,
        })
    }

    /// The line that `scan --json` would print.
    fn line(&self, bytes: &[u8], networks: &Networks, limits: &PhotoLimits) -> serde_json::Result<String> {
        let _turn = wait_for_turn(bytes);
        let run = PhotoRun::from_bytes(&self.name, bytes, limits, networks, &self.options, Trace::default());
        let PhotoRun { photo, scan, trace } = match run {
            Ok(run) => run,
            Err(error) => return self.failed(bytes, Status::Error, on_one_line(&error)),
        };
        let scan = match scan {
            Ok(scan) => scan,
            Err(error) => return self.failed(bytes, status_of(&error), on_one_line(&error)),
        };
        let is_of_one = self.player.is_some() || self.unseen != Facts::default();
        if scan.kingdoms.len() > 1 && is_of_one {
            let count = scan.kingdoms.len();
            let why = "player, coins, knights-in-supply and queen belong to one kingdom, but the photo shows";
            let message = format!("{}: {why} {count}; read only the largest with `one`", self.name);
            return self.failed(bytes, Status::Error, message);
        }
        let kingdoms = match self.corrected(&photo, &scan) {
            Ok(kingdoms) => kingdoms,
            Err(error) => {
                let message = format!("{}: {}", self.name, on_one_line(&*error));
                return self.failed(bytes, Status::Error, message);
            }
        };
        // A server's lessons have no file of their own, so a batch must not reuse readings made with them.
        let has_learnt = networks.gallery.get().is_some_and(|gallery| gallery.entries() > 0);
        let reader = reader_identity(networks, has_learnt.then_some("of a server"), limits);
        let how = HowScanned::new(Ok(sha256_hex(bytes)), reader, &self.options);
        let reports: Vec<KingdomReport> =
            kingdoms.iter().map(|kingdom| kingdom.report(self.player.as_deref())).collect();
        scored_line(&self.name, &photo, &scan, &reports, networks, &trace.timings, how).to_line()
    }

    fn failed(&self, bytes: &[u8], status: Status, message: String) -> serde_json::Result<String> {
        failed_line(&self.name, &Ok(sha256_hex(bytes)), &self.options.reconstruct, status, message)
    }

    fn corrected(&self, photo: &Photo, scan: &Scan) -> Result<Vec<TableKingdom>, Box<dyn Error>> {
        let known = &self.options.reconstruct;
        let table = TablePhotos::of_photos(vec![scored_reading(photo, scan, known)], false)?;
        let count = scan.kingdoms.len();
        let names: Vec<KingdomName> =
            (1..=count).map(|number| KingdomName { photo: None, kingdom: (count > 1).then_some(number) }).collect();
        let first = table.first_readings();
        let given = first.given_by(&self.fixes, &names, &[]);
        let read = given.and_then(|given| first.read_anew(&given));
        let mut kingdoms = table.reported(&read.map_err(|source| ScanError::Correction { source })?);
        for kingdom in &mut kingdoms {
            kingdom.notes.extend(about_variants(&known.variants));
        }
        Ok(kingdoms)
    }
}

/// Parses x and y of four corners: eight finite numbers.
pub fn eight_numbers(text: &str) -> Result<[[f64; 2]; 4], &'static str> {
    let numbers: Vec<f64> =
        text.split(',').map_while(|word| word.trim().parse().ok()).filter(|number: &f64| number.is_finite()).collect();
    match numbers[..] {
        [a, b, c, d, e, f, g, h] if text.split(',').count() == 8 => Ok([[a, b], [c, d], [e, f], [g, h]]),
        _ => Err("eight numbers are needed, x,y for each of four corners"),
    }
}
