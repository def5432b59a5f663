//! `serve`: runs the page for phones and the interface for programs.

use std::fs;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};

use kingdom_scanner::messages::{MessageId, Words};
use kingdom_scanner::serve::address::{NetworkAddress, in_network, qr_code, url};
use kingdom_scanner::serve::{
    Config, DEFAULT_PHOTO_MIB, GalleryPlace, Limits, PhotosConfig, Token, TournamentConfig, run as run_server,
};
use kingdom_scanner::vision::photo::MAX_FILE_BYTES;

use super::args::{LanguageArg, MOST_JOBS, PhotoLimitArgs, PlanArgs, whole_number};
use super::exit_code::Exit;
use super::gallery_argument::{NetworkArgs, one_thread_a_photo, users_data};
use super::{memory, print, remark_line};

const EXAMPLES: &str = "\
Examples:
  kingdom-scanner serve                # prints the address to open on this machine
  kingdom-scanner serve --lan          # for the phones on the same network, with a QR code
  kingdom-scanner serve --lan --address 192.168.43.7   # the QR code of another address of this machine
  kingdom-scanner serve --port 9000 --data games
  kingdom-scanner serve results --lan                    # a tournament: helpers correct on their phones
  kingdom-scanner serve results --photos photos --lan    # and send photos
  curl -H \"Authorization: Bearer $TOKEN\" --data-binary @photo.jpg http://127.0.0.1:8417/api/scan

Ctrl-C ends the server after the photos that are being read. While a tournament is served, `batch` and `review` cannot \
write into its folder, and `batch --watch` waits. With --photos, give the same --manifest, --size, --game, --box, --variant, --quest and --follow-links as `batch`. Everything but the page's empty shell needs the token in the address. \
Photos are kept only if the players ask for it, and nothing leaves this machine.";

/// Serves a page that takes a game's photos and shows who won, for phones in the room
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A folder with a tournament's results from `batch`, for corrections on phones
    #[arg(value_name = "RESULTS")]
    results: Option<PathBuf>,
    /// The folder that contains the tournament's photos, in subfolders or not. Phones may then send more
    /// photos and set corners
    #[arg(long, value_name = "DIR", requires = "results")]
    photos: Option<PathBuf>,
    /// Listen on the network, not only on this machine: everyone who has the address with its token can use
    /// it
    #[arg(long)]
    lan: bool,
    /// The address for phones, if this machine has several: it is printed first, with its QR code [default:
    /// the likeliest; all are listed]
    #[arg(long, value_name = "IP", requires = "lan", value_parser = parse_address)]
    address: Option<IpAddr>,
    /// The port to listen on; 0 chooses a free one
    #[arg(long, value_name = "N", default_value_t = 8417, value_parser = whole_number::<u16>(0..=u64::from(u16::MAX)))]
    port: u16,
    /// The folder for games, corrections and kept photos [default: one in your data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Another host name for opening this server, in addition to localhost and numeric addresses (repeatable)
    #[arg(long = "allow-host", value_name = "NAME")]
    allowed_hosts: Vec<String>,
    /// A file with the token, so that several servers can share it [default: one in the folder of --data]
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Make a new token; phones that used the old one are locked out
    #[arg(long, conflicts_with = "token_file")]
    new_token: bool,
    /// How many photos are read at the same time [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = whole_number::<usize>(1..=MOST_JOBS))]
    jobs: Option<usize>,
    /// How many photos may be uploaded, waiting or being read at the same time; others are refused for the
    /// moment
    #[arg(long, value_name = "N", default_value_t = Limits::default().photos_at_work, value_parser = whole_number::<usize>(1..=u64::from(u16::MAX)))]
    photos_at_work: usize,
    /// The largest photo that is accepted, in MiB
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PHOTO_MIB, value_parser = whole_number::<usize>(1..=MAX_FILE_BYTES >> 20))]
    max_photo: usize,
    #[command(flatten)]
    photo_limits: PhotoLimitArgs,
    #[command(flatten)]
    networks: NetworkArgs,
    #[command(flatten)]
    language: LanguageArg,
    #[command(flatten, next_help_heading = "A tournament's photos, with --photos: as `batch` was given them")]
    plan: PlanArgs,
}

fn parse_address(text: &str) -> Result<IpAddr, &'static str> {
    text.parse().map_err(|_| "an address in numbers is needed, such as 192.168.43.7 or fd00::5")
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let host = if args.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let data = args.data.clone().map_or_else(|| users_data("--data DIR"), Ok)?;
    let token = match &args.token_file {
        Some(path) => token_in(path)?,
        None => Token::of_folder(&data, args.new_token).with_context(|| {
            format!(
                "{}: cannot read or save the token in this folder; make a new token with --new-token, or name another \
                 folder with --data",
                data.display()
            )
        })?,
    };
    let usual = Limits::default();
    let limits = Limits {
        photo: args.photo_limits.limits(),
        photo_bytes: args.max_photo << 20,
        photos_at_work: args.photos_at_work,
        jobs: args.jobs.unwrap_or(usual.jobs),
        ..usual
    };
    let config = Config {
        listen: SocketAddr::from((host, args.port)),
        address: args.address,
        data,
        token: token.clone(),
        allowed_hosts: args.allowed_hosts.clone(),
        language: args.language.language(),
        networks: args.networks.load()?,
        gallery: args.networks.gallery.place().map(GalleryPlace::File),
        limits,
        tournament: args.tournament(limits)?,
    };
    memory::give_back_freed();
    one_thread_a_photo()?;
    run_server(config, |address| {
        args.announce(address, &token).map_err(|error| std::io::Error::other(format!("{error:#}")))
    })?;
    Ok(Exit::Scored)
}

impl Args {
    /// The tournament, if one is served.
    fn tournament(&self, limits: Limits) -> anyhow::Result<Option<TournamentConfig>> {
        ensure!(
            !self.plan.is_given() || self.photos.is_some(),
            "--manifest, --size, --game, --box, --variant, --quest and --follow-links are for a tournament's photos, \
             so they need --photos; for a single game, choose its rules on the page"
        );
        let Some(results) = self.results.clone() else { return Ok(None) };
        let photos = match self.photos.clone() {
            Some(folder) => {
                let options = self.plan.options()?;
                // No gallery is used, so that the same photos have the same results on every machine.
                let networks = self.networks.models.load()?;
                Some(PhotosConfig { folder, options, networks, limits: limits.photo, jobs: limits.jobs })
            }
            None => None,
        };
        Ok(Some(TournamentConfig { results, photos, report_language: self.language.asked_for() }))
    }

    /// Prints the address on stdout, and the rest on stderr.
    fn announce(&self, address: SocketAddr, token: &Token) -> anyhow::Result<()> {
        let language = self.language.language();
        let addresses = if self.lan { in_network(self.address) } else { Vec::new() };
        let first = addresses.first().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |first| first.ip);
        let first_url = url(SocketAddr::new(first, address.port()), token);
        print(&format!("{first_url}\n"))?;
        match &addresses[..] {
            [] if self.lan => remark_line!("{}", MessageId::ServeNoNetwork.in_language(language)),
            [] => {}
            [first, others @ ..] => {
                let code = qr_code(&first_url).unwrap_or_default();
                code.lines().for_each(|line| remark_line!("{line}"));
                if first.interface.is_none() {
                    let foreign = MessageId::ServeForeignAddress.with("address", first.ip.to_string());
                    remark_line!("{}", foreign.in_language(language));
                }
                remark_line!("{}", MessageId::ServeInNetwork.in_language(language));
                if !others.is_empty() {
                    remark_line!("{}", MessageId::ServeOtherAddresses.in_language(language));
                }
                for NetworkAddress { ip, interface } in others {
                    let url = url(SocketAddr::new(*ip, address.port()), token);
                    remark_line!("  {url}  {}", interface.as_deref().unwrap_or_default());
                }
            }
        }
        remark_line!("{}", MessageId::ServeCtrlC.in_language(language));
        Ok(())
    }
}

fn token_in(path: &Path) -> anyhow::Result<Token> {
    let text =
        fs::read_to_string(path).with_context(|| format!("--token-file {}: cannot read the file", path.display()))?;
    Token::chosen(&text).map_err(|problem| anyhow!("--token-file {}: {problem}", path.display()))
}
