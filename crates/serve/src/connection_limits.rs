//! Limits connections: in total, per address, and those that only listen to events.
//!
//! A connection that has presented the token stays open between requests; others are closed after an answer.
//! When all places are taken, an idle connection is closed: preferably one without the token, otherwise one
//! of the address with the most connections.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use tokio::sync::Notify;

use super::api_error::ApiError;
use messages::MessageId;

/// Divisor: one address gets at most half of all places, so that a single machine cannot lock out the others.
const PART_OF_AN_ADDRESS: usize = 2;

/// Divisor: listening connections get at most half of all places, so that requests find one.
const PART_OF_LISTENERS: usize = 2;

/// The open connections.
pub struct ConnectionLimits {
    most: usize,
    open: Mutex<BTreeMap<u64, Arc<OpenConnection>>>,
    /// Logical time; advances with each connection and request.
    clock: AtomicU64,
}

/// A connection.
pub struct OpenConnection {
    address: IpAddr,
    has_token: AtomicBool,
    /// Requests being answered: at most one in HTTP/1.
    requests: AtomicUsize,
    /// Open streams of events.
    listens: AtomicUsize,
    /// Logical time of its latest request.
    last: AtomicU64,
    sent_away: Notify,
}

/// Counts a request or a stream of events while it exists.
pub struct Counted {
    connection: Arc<OpenConnection>,
    counter: fn(&OpenConnection) -> &AtomicUsize,
}

/// The place of a connection; dropping it frees the place.
pub struct Admission {
    limits: Arc<ConnectionLimits>,
    number: u64,
    pub connection: Arc<OpenConnection>,
}

impl ConnectionLimits {
    /// Limits with `most` places in total.
    pub fn new(most: usize) -> Self {
        Self { most: most.max(1), open: Mutex::default(), clock: AtomicU64::new(0) }
    }

    /// A place for a connection from this address; `None` if the address has used up its share and none of
    /// its connections is idle.
    pub fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Admission> {
        let mut open = self.open();
        let of_address = open.values().filter(|other| other.address == address).count();
        let most = (self.most / PART_OF_AN_ADDRESS).max(1);
        // If all places are taken, the connection is admitted and waits for one.
        if of_address >= most && !send_away(&mut open, |other| other.address == address) && open.len() < self.most {
            return None;
        }
        let number = self.clock.fetch_add(1, Ordering::Relaxed);
        let connection = Arc::new(OpenConnection {
            address,
            has_token: AtomicBool::new(false),
            requests: AtomicUsize::new(0),
            listens: AtomicUsize::new(0),
            last: AtomicU64::new(number),
            sent_away: Notify::new(),
        });
        open.insert(number, Arc::clone(&connection));
        Some(Admission { limits: Arc::clone(self), number, connection })
    }

    /// Closes an idle connection, if there is one.
    pub fn make_room(&self) {
        send_away(&mut self.open(), |_| true);
    }

    /// A request begins.
    pub fn request(&self, connection: &Arc<OpenConnection>) -> Counted {
        connection.last.store(self.clock.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        Counted::new(connection, |connection| &connection.requests)
    }

    /// A stream of events begins.
    ///
    /// # Errors
    /// 429: there are too many streams, in all or from this address.
    pub fn listen(&self, connection: &Arc<OpenConnection>) -> Result<Counted, ApiError> {
        // Locked to the end, so that two streams cannot take the last place.
        let open = self.open();
        let (mut in_all, mut of_address) = (0, 0);
        for other in open.values() {
            let listens = other.listens.load(Ordering::Relaxed);
            in_all += listens;
            if other.address == connection.address {
                of_address += listens;
            }
        }
        let most = (self.most / PART_OF_LISTENERS).max(1);
        let most_of_address = (most / PART_OF_AN_ADDRESS).max(1);
        if in_all >= most || of_address >= most_of_address {
            return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "busy", MessageId::ServeTooManyListen));
        }
        Ok(Counted::new(connection, |connection| &connection.listens))
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<OpenConnection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes an idle connection for which `is` is true. Returns whether there was one.
fn send_away(open: &mut BTreeMap<u64, Arc<OpenConnection>>, is: impl Fn(&OpenConnection) -> bool) -> bool {
    let mut of_address: HashMap<IpAddr, usize> = HashMap::new();
    open.values().for_each(|other| *of_address.entry(other.address).or_default() += 1);
    let waiting = open.iter().filter(|(_, other)| is(other) && !other.is_at_work());
    let first = waiting.min_by_key(|(_, other)| {
        let last = other.last.load(Ordering::Relaxed);
        (other.has_token(), Reverse(of_address[&other.address]), last)
    });
    let Some(number) = first.map(|(number, _)| *number) else { return false };
    let sent = open.remove(&number);
    sent.inspect(|sent| sent.sent_away.notify_one()).is_some()
}

impl OpenConnection {
    /// Records that the token, or the cookie derived from it, was presented on this connection.
    pub fn show_token(&self) {
        self.has_token.store(true, Ordering::Relaxed);
    }

    /// Whether the token was presented.
    pub fn has_token(&self) -> bool {
        self.has_token.load(Ordering::Relaxed)
    }

    /// Whether the connection is answering a request or sending events.
    pub fn is_at_work(&self) -> bool {
        self.requests.load(Ordering::Relaxed) + self.listens.load(Ordering::Relaxed) > 0
    }

    /// Completes when this connection must give up its place.
    pub async fn sent_away(&self) {
        self.sent_away.notified().await;
    }
}

impl Counted {
    fn new(connection: &Arc<OpenConnection>, counter: fn(&OpenConnection) -> &AtomicUsize) -> Self {
        counter(connection).fetch_add(1, Ordering::Relaxed);
        Self { connection: Arc::clone(connection), counter }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        (self.counter)(&self.connection).fetch_sub(1, Ordering::Relaxed);
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.limits.open().remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 168, 0, last])
    }

    fn is_sent_away(place: &Admission) -> bool {
        !place.limits.open().contains_key(&place.number)
    }

    #[test]
    fn an_address_has_half_of_the_places_and_those_without_the_token_go_first() {
        let limits = Arc::new(ConnectionLimits::new(4));
        let [one, two] = [0; 2].map(|_| limits.admit(address(1)).expect("a place"));
        one.connection.show_token();
        let three = limits.admit(address(1)).expect("a place");
        assert!(!is_sent_away(&one) && is_sent_away(&two), "the one without the token");
        let _answers = [&one, &three].map(|place| limits.request(&place.connection));
        assert!(limits.admit(address(1)).is_none(), "both are being answered");
        let others = [2, 3].map(|last| limits.admit(address(last)).expect("a place"));
        limits.make_room();
        assert!(is_sent_away(&others[0]) && !is_sent_away(&others[1]));
    }

    #[test]
    fn the_address_with_most_connections_makes_room() {
        let limits = Arc::new(ConnectionLimits::new(6));
        let places = [1, 2, 2, 3, 2].map(|last| limits.admit(address(last)).expect("a place"));
        places.iter().for_each(|place| place.connection.show_token());
        limits.make_room();
        assert_eq!(places.each_ref().map(is_sent_away), [false, true, false, false, false]);
        drop(limits.request(&places[2].connection));
        limits.make_room();
        let sent = places.each_ref().map(is_sent_away);
        assert_eq!(sent, [false, true, false, false, true], "of two of one address the one that asked last stays");
    }

    #[test]
    fn those_that_listen_leave_half_of_the_places() {
        let limits = Arc::new(ConnectionLimits::new(8));
        let places = [1, 1, 1, 2, 2, 3].map(|last| limits.admit(address(last)).expect("a place"));
        let listen = |index: usize| limits.listen(&places[index].connection);
        let first = [listen(0), listen(1), listen(3), listen(4)].map(|listens| listens.ok());
        assert!(first.iter().all(Option::is_some));
        assert_eq!(listen(5).err().map(|refusal| refusal.code), Some("busy"), "half of all");
        drop(first);
        assert!(listen(2).is_ok());
    }
}
