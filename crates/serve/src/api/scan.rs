//! `POST /api/scan`: a photo in, the line of `scan --json` out. Nothing is kept.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::super::api_error::ApiError;
use super::super::body;
use super::super::large_photos::wait_for_turn;
use super::super::server::Server;
use super::query::{Parameters, wrong};
use kingdomino::domain::{Facts, Game, Variant};
use kingdomino::formats::Name;
use messages::on_one_line;
use reading::correction::{Correction, KingdomName};
use reading::reconstruct::ReconstructOptions;
use storage::sha256::sha256_hex;
use vision::networks::Networks;
use vision::photo::PhotoLimits;
use vision::scan::{PhotoRun, Scan, ScanError, ScanOptions, Trace};
use vision::scan_results::{GivenFacts, HowScanned, ScanRemarks, failed_line, reader_identity, scored_line};

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

/// The name of a photo that is sent without one.
const NAMELESS: &str = "photo";

pub async fn scan(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let asked = Asked::new(&Parameters::of(request.uri()).only(&PARAMETERS)?)?;
    let (slot, photo) = body::read_photo(&server.queue, request, &server.limits).await?;
    let shared = Arc::clone(&server);
    let work = move || asked.line(&photo, &shared.networks, &shared.limits.photo).map_err(ApiError::broken);
    let line = server.queue.run(slot, work).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], line).into_response())
}

/// What a request says of its photo.
struct Asked {
    name: String,
    player: Option<Name>,
    unseen: Facts,
    options: ScanOptions,
    fixes: Vec<Correction>,
}

impl Asked {
    fn new(parameters: &Parameters) -> Result<Self, ApiError> {
        let variant = |id: &str| {
            Variant::from_id(id)
                .ok_or_else(|| wrong(format!("`variant`: known are {}", Variant::ALL.map(Variant::id).join(", "))))
        };
        let given = parameters.all("variant").map(variant).collect::<Result<Vec<_>, _>>()?;
        let variants = Variant::agreed(&given).map_err(|error| wrong(format!("`variant`: {error}")))?;
        let game = parameters.parsed("game", |id| match id {
            "auto" => Ok(None),
            _ => Game::from_id(id)
                .map(Some)
                .ok_or_else(|| format!("known are auto, {}", Game::ALL.map(Game::id).join(", "))),
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
        let fix = |text: &str| text.parse().map_err(|error| wrong(format!("`fix`: {error}")));
        Ok(Self {
            name: parameters.one("name")?.filter(|name| !name.is_empty()).unwrap_or(NAMELESS).to_owned(),
            player: parameters.parsed("player", |name| Name::new(name).ok_or("no name"))?,
            unseen,
            options,
            fixes: parameters.all("fix").map(fix).collect::<Result<_, _>>()?,
        })
    }

    /// The same line as `scan --json` prints.
    fn line(&self, bytes: &[u8], networks: &Networks, limits: &PhotoLimits) -> serde_json::Result<String> {
        let failed = |message: &str, is_no_kingdom| failed_line(&self.name, message, is_no_kingdom);
        let _turn = wait_for_turn(bytes);
        let run = PhotoRun::from_bytes(&self.name, bytes, limits, networks, &self.options, Trace::default());
        let PhotoRun { photo, scan, trace } = match run {
            Ok(run) => run,
            Err(error) => return failed(&on_one_line(&error), false),
        };
        let scan = match scan {
            Ok(scan) => scan,
            Err(error) => return failed(&on_one_line(&error), error.is_no_kingdom()),
        };
        let is_of_one = self.player.is_some() || self.unseen != Facts::default();
        if scan.kingdoms.len() > 1 && is_of_one {
            let count = scan.kingdoms.len();
            let why = "player, coins, knights-in-supply and queen belong to one kingdom, but the photo shows";
            return failed(&format!("{}: {why} {count}; `one` takes the largest", self.name), false);
        }
        let scan = match self.corrected(scan) {
            Ok(scan) => scan,
            Err(error) => return failed(&format!("{}: {}", self.name, on_one_line(&error)), false),
        };
        let variants = self.options.reconstruct.variants.clone();
        let facts = GivenFacts { player: self.player.as_deref(), unseen: self.unseen, variants };
        let remarks = ScanRemarks::new(&scan, &facts);
        // What a server has learnt has no file of its own, so that no batch takes what was read with it.
        let has_learnt = networks.gallery.get().is_some_and(|gallery| gallery.entries() > 0);
        let reader = reader_identity(networks, has_learnt.then_some("of a server"), limits);
        let how = HowScanned::new(Some(sha256_hex(bytes)), reader, &self.options);
        let reports = remarks.reports(&photo, &scan);
        scored_line(&self.name, &photo, &scan, &reports, networks, &trace.timings, how).to_line()
    }

    fn corrected(&self, scan: Scan) -> Result<Scan, ScanError> {
        let count = scan.kingdoms.len();
        let name = |number| KingdomName { photo: None, kingdom: (count > 1).then_some(number) };
        let names: Vec<KingdomName> = (1..=count).map(name).collect();
        scan.corrected(|first, _| {
            first.given_by(&self.fixes, &names, &[]).map_err(|source| ScanError::Correction { source })
        })
    }
}

/// Parses x and y of four corners: eight finite numbers.
pub fn eight_numbers(text: &str) -> Result<[[f64; 2]; 4], &'static str> {
    let numbers: Vec<f64> =
        text.split(',').map_while(|word| word.trim().parse().ok()).filter(|number: &f64| number.is_finite()).collect();
    match numbers[..] {
        [a, b, c, d, e, f, g, h] if text.split(',').count() == 8 => Ok([[a, b], [c, d], [e, f], [g, h]]),
        _ => Err("eight numbers are needed: x,y of four corners"),
    }
}
