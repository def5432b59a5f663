//! Accepting connections, and limiting the cost of slow or silent clients.

use std::io;
use std::net::{Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use socket2::{Domain, Protocol, Socket, Type};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutWriter;

use super::api::router;
use super::connection_limits::{Admission, ConnectionLimits};
use super::server::Server;
use super::{Config, Limits, ServeError};

/// Threads for blocking work (disk, computing), in addition to those that scan.
const BLOCKING_THREADS: usize = 8;

/// The longest head of a request, in bytes.
const HEAD_BYTES: usize = 32 << 10;

/// Pause before the next attempt if the system or this server has no room for another connection.
const NO_ROOM_TIME: Duration = Duration::from_millis(100);

/// How long answers in progress may still take after Ctrl-C.
const LAST_ANSWERS_TIME: Duration = Duration::from_secs(3);

/// Serves until Ctrl-C or SIGTERM; scans in progress are finished first. `announce` gets the address once it
/// is open.
///
/// # Errors
/// The address is in use, the data cannot be used, or the system cannot create threads.
pub fn run(config: Config, announce: impl FnOnce(SocketAddr) -> io::Result<()>) -> Result<(), ServeError> {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_io().enable_time().max_blocking_threads(BLOCKING_THREADS).build()?;
    runtime.block_on(serve(config, announce))
}

async fn serve(config: Config, announce: impl FnOnce(SocketAddr) -> io::Result<()>) -> Result<(), ServeError> {
    let asked = config.listen;
    let (listener, address) = listen(asked).await.map_err(|source| ServeError::Listen { address: asked, source })?;
    let limits = config.limits;
    let server = Arc::new(Server::new(config, address.port())?);
    let ended = signal()?;
    announce(address)?;
    let connections = Connections {
        router: router(Arc::clone(&server)),
        places: Arc::clone(&server.connections),
        room: Arc::new(Semaphore::new(limits.connections)),
        limits,
        end: watch::Sender::new(false),
    };
    tokio::select! {
        () = connections.accept(&listener) => {}
        () = ended => {}
    }
    drop(listener);
    server.events.end();
    connections.end.send_replace(true);
    let last = Arc::clone(&server);
    // A second Ctrl-C does not wait for the scans.
    tokio::select! {
        _ = tokio::task::spawn_blocking(move || last.queue.end()) => {}
        () = signal()? => std::process::exit(130),
    }
    let all = u32::try_from(limits.connections).unwrap_or(u32::MAX);
    // Does not wait for clients that do not read their answers.
    let _ = timeout(LAST_ANSWERS_TIME, connections.room.acquire_many(all)).await;
    Ok(server.tournament.iter().try_for_each(|session| session.end())?)
}

/// Listens on an address. Returns it with the port that the system selected for port 0.
async fn listen(asked: SocketAddr) -> io::Result<(TcpListener, SocketAddr)> {
    let listener = match asked.ip().is_unspecified().then(|| on_all_addresses(asked.port())) {
        Some(Ok(listener)) => listener,
        // Without IPv6, listens on IPv4 only.
        Some(Err(_)) | None => TcpListener::bind(asked).await?,
    };
    let address = listener.local_addr()?;
    Ok((listener, address))
}

/// Listens on IPv6 and IPv4 together. On some systems Tokio's listener would accept only IPv6.
fn on_all_addresses(port: u16) -> io::Result<TcpListener> {
    /// The most connections waiting to be accepted, the same as Tokio's.
    const WAITING: i32 = 1024;
    let socket = Socket::new(Domain::IPV6, Type::STREAM, Some(Protocol::TCP))?;
    socket.set_only_v6(false)?;
    // As in Tokio: on Windows, the option would let another program take over the port.
    socket.set_reuse_address(cfg!(unix))?;
    socket.set_nonblocking(true)?;
    socket.bind(&SocketAddr::from((Ipv6Addr::UNSPECIFIED, port)).into())?;
    socket.listen(WAITING)?;
    TcpListener::from_std(socket.into())
}

/// Completes when the program is asked to end. From now on these signals no longer terminate it directly.
#[cfg(unix)]
fn signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut end) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = end.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}

struct Connections {
    router: Router,
    places: Arc<ConnectionLimits>,
    room: Arc<Semaphore>,
    limits: Limits,
    end: watch::Sender<bool>,
}

impl Connections {
    async fn accept(&self, listener: &TcpListener) {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => {
                    // The address has too many connections: this one is closed.
                    let Some(place) = self.places.admit(peer.ip().to_canonical()) else { continue };
                    // Counts as busy, so that making room does not close this connection. Later connections
                    // wait behind it.
                    let waits = self.places.request(&place.connection);
                    let Some(room) = self.room().await else { return };
                    drop(waits);
                    self.answer(stream, place, room);
                }
                Err(_) => sleep(NO_ROOM_TIME).await,
            }
        }
    }

    /// Waits for a free place, closing idle connections to get one.
    async fn room(&self) -> Option<OwnedSemaphorePermit> {
        loop {
            if let Ok(room) = Arc::clone(&self.room).try_acquire_owned() {
                return Some(room);
            }
            self.places.make_room();
            if let Ok(room) = timeout(NO_ROOM_TIME, Arc::clone(&self.room).acquire_owned()).await {
                return room.ok();
            }
        }
    }

    fn answer(&self, stream: TcpStream, place: Admission, room: OwnedSemaphorePermit) {
        let mut http = http1::Builder::new();
        // A client may close its sending side and still read the answer.
        http.half_close(true);
        http.timer(TokioTimer::new()).header_read_timeout(self.limits.head_time).max_buf_size(HEAD_BYTES);
        // Sends small answers immediately.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutWriter::new(stream);
        stream.set_timeout(Some(self.limits.piece_time));
        let (places, open) = (Arc::clone(&self.places), Arc::clone(&place.connection));
        let router = TowerToHyperService::new(self.router.clone());
        let service = service_fn(move |mut request: Request<Incoming>| {
            let at_work = places.request(&open);
            request.extensions_mut().insert(Arc::clone(&open));
            let answer = router.call(request);
            async move {
                let answer = answer.await;
                drop(at_work);
                answer
            }
        });
        let connection = http.serve_connection(TokioIo::new(Box::pin(stream)), service);
        let mut end = self.end.subscribe();
        tokio::spawn(async move {
            let _room = room;
            tokio::pin!(connection);
            tokio::select! {
                // A connection error affects only its client.
                _ = connection.as_mut() => return,
                _ = end.changed() => {}
                // Without the token the connection is cut off at once; with it, it ends after its answer.
                () = place.connection.sent_away() => if !place.connection.has_token() { return },
            }
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        });
    }
}
