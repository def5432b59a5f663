//! The addresses at which other devices open the page.

use std::net::{IpAddr, SocketAddr};
#[cfg(not(target_family = "wasm"))]
use std::net::{Ipv4Addr, Ipv6Addr, UdpSocket};

#[cfg(not(target_family = "wasm"))]
use if_addrs::{Interface, get_if_addrs};
use qrcode::QrCode;
use qrcode::render::svg;
use qrcode::render::unicode::Dense1x2;

use super::Token;

/// Addresses reserved for documentation (RFC 5737, RFC 3849), each with the address to send from. Connecting
/// a UDP socket to one reveals the address that this machine uses for the internet; nothing is sent.
#[cfg(not(target_family = "wasm"))]
const ELSEWHERE: [(IpAddr, IpAddr); 2] = [
    (IpAddr::V4(Ipv4Addr::UNSPECIFIED), IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1))),
    (IpAddr::V6(Ipv6Addr::UNSPECIFIED), IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1))),
];

/// Prefixes of interface names that lead to no phone in the room: tunnels, and networks of virtual machines
/// and containers.
#[cfg(not(target_family = "wasm"))]
const VIRTUAL_BEGINNINGS: [&str; 22] = [
    "tun",
    "tap",
    "utun",
    "wg",
    "ppp",
    "ipsec",
    "tailscale",
    "zt",
    "docker",
    "podman",
    "br-",
    "virbr",
    "veth",
    "vethernet",
    "lxc",
    "lxd",
    "vmnet",
    "vboxnet",
    "cni",
    "flannel",
    "cali",
    "nordlynx",
];

/// On Windows, where users name interfaces, the names of such interfaces contain one of these.
#[cfg(not(target_family = "wasm"))]
const VIRTUAL_PARTS: [&str; 8] =
    ["vpn", "virtualbox", "vmware", "tailscale", "wireguard", "zerotier", "hamachi", "hyper-v"];

/// An address under which others open the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkAddress {
    /// The address.
    pub ip: IpAddr,
    /// The name of this machine's interface with this address; `None` if the address belongs to another
    /// machine that forwards requests.
    pub interface: Option<String>,
}

/// The addresses at which others open the page: the chosen address, then those of this machine, most likely
/// first.
pub fn in_network(chosen: Option<IpAddr>) -> Vec<NetworkAddress> {
    let mut addresses = of_this_machine();
    if let Some(ip) = chosen {
        let place = addresses.iter().position(|address| address.ip == ip);
        let address = place.map_or(NetworkAddress { ip, interface: None }, |place| addresses.remove(place));
        addresses.insert(0, address);
    }
    addresses
}

#[cfg(target_family = "wasm")]
fn of_this_machine() -> Vec<NetworkAddress> {
    Vec::new()
}

/// Empty if the system does not reveal its addresses.
#[cfg(not(target_family = "wasm"))]
fn of_this_machine() -> Vec<NetworkAddress> {
    let for_internet = ELSEWHERE.iter().filter_map(|&(here, there)| {
        let socket = UdpSocket::bind((here, 0)).ok()?;
        socket.connect((there, 9)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    });
    likeliest_first(get_if_addrs().unwrap_or_default(), &for_internet.collect::<Vec<_>>())
}

/// Sorts addresses by how likely phones can reach them: connected interfaces, hardware and private addresses
/// come first. Among equals, the interface that leads to the internet is first.
#[cfg(not(target_family = "wasm"))]
fn likeliest_first(interfaces: Vec<Interface>, for_internet: &[IpAddr]) -> Vec<NetworkAddress> {
    let mut reachable: Vec<Interface> =
        interfaces.into_iter().filter(|interface| can_be_opened(interface.ip())).collect();
    reachable.sort_by_cached_key(|interface| {
        let ip = interface.ip();
        (!interface.is_oper_up(), is_virtual(interface), Kind::of(ip), !for_internet.contains(&ip))
    });
    let addresses = reachable.into_iter();
    addresses.map(|interface| NetworkAddress { ip: interface.ip(), interface: Some(interface.name) }).collect()
}

/// Whether a browser on another machine can open the address. Link-local IPv6 addresses need the interface's
/// name there, which browsers refuse.
#[cfg(not(target_family = "wasm"))]
fn can_be_opened(ip: IpAddr) -> bool {
    let is_of_link = matches!(ip, IpAddr::V6(ip) if ip.is_unicast_link_local());
    !is_of_link && !ip.is_loopback() && !ip.is_unspecified()
}

/// Whether the interface has no hardware.
#[cfg(not(target_family = "wasm"))]
fn is_virtual(interface: &Interface) -> bool {
    let name = interface.name.to_lowercase();
    interface.is_p2p()
        || VIRTUAL_BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
        || VIRTUAL_PARTS.iter().any(|part| name.contains(part))
}

/// Kinds of addresses, most likely first.
#[cfg(not(target_family = "wasm"))]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// An address as assigned by routers and hotspots.
    PrivateV4,
    PublicV4,
    V6,
    /// An address that a machine assigns to itself when it gets none.
    OwnV4,
}

#[cfg(not(target_family = "wasm"))]
impl Kind {
    fn of(ip: IpAddr) -> Self {
        match ip {
            IpAddr::V4(ip) if ip.is_private() => Self::PrivateV4,
            IpAddr::V4(ip) if ip.is_link_local() => Self::OwnV4,
            IpAddr::V4(_) => Self::PublicV4,
            IpAddr::V6(_) => Self::V6,
        }
    }
}

/// The address to open, with the token.
pub fn url(address: SocketAddr, token: &Token) -> String {
    format!("http://{address}/?token={}", token.as_str())
}

/// A text's QR code in characters, for terminals with a dark background; `None` if the text is too long.
pub fn qr_code(text: &str) -> Option<String> {
    let code = QrCode::new(text).ok()?;
    // Inverted: most terminals are dark, so the characters draw the light modules.
    Some(code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build())
}

/// A text's QR code as an SVG picture, dark on light; `None` if the text is too long.
pub fn qr_picture(text: &str) -> Option<String> {
    /// Large enough for phones at a distance of half a metre.
    const WIDTH_PX: u32 = 240;
    let code = QrCode::new(text).ok()?;
    Some(code.render::<svg::Color>().min_dimensions(WIDTH_PX, WIDTH_PX).build())
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use if_addrs::{IfAddr, IfOperStatus, Ifv4Addr, Ifv6Addr};

    use super::*;

    fn interface(name: &str, ip: &str) -> Interface {
        let addr = match ip.parse().expect("an address") {
            IpAddr::V4(ip) => {
                IfAddr::V4(Ifv4Addr { ip, netmask: Ipv4Addr::UNSPECIFIED, prefixlen: 0, broadcast: None })
            }
            IpAddr::V6(ip) => {
                IfAddr::V6(Ifv6Addr { ip, netmask: Ipv6Addr::UNSPECIFIED, prefixlen: 0, broadcast: None })
            }
        };
        Interface {
            name: name.to_owned(),
            addr,
            index: None,
            oper_status: IfOperStatus::Up,
            is_p2p: false,
            #[cfg(windows)]
            adapter_name: String::new(),
        }
    }

    fn ordered(interfaces: Vec<Interface>, for_internet: &[&str]) -> Vec<String> {
        let for_internet: Vec<IpAddr> = for_internet.iter().map(|ip| ip.parse().expect("an address")).collect();
        likeliest_first(interfaces, &for_internet).into_iter().map(|address| address.ip.to_string()).collect()
    }

    #[test]
    fn the_network_in_the_room_comes_before_all_others() {
        let all = [
            ("lo", "127.0.0.1"),
            ("lo", "::1"),
            ("tun0", "10.8.0.2"),
            ("docker0", "172.17.0.1"),
            ("eth1", "169.254.3.4"),
            ("wlan0", "fe80::1"),
            ("wlan0", "fd00::5"),
            ("wlan0", "2001:db8::5"),
            ("eth0", "198.51.100.7"),
            ("wlan0", "192.168.43.7"),
        ];
        let all = all.map(|(name, ip)| interface(name, ip)).to_vec();
        // The tunnel leads to the internet, like a company's VPN.
        assert_eq!(
            ordered(all, &["10.8.0.2", "2001:db8::5"]),
            ["192.168.43.7", "198.51.100.7", "2001:db8::5", "fd00::5", "169.254.3.4", "10.8.0.2", "172.17.0.1",]
        );
    }

    #[test]
    fn of_equal_ones_that_for_the_internet_is_first_and_one_without_a_cable_last() {
        let all = [("eth0", "192.168.9.1"), ("eth1", "192.168.1.5"), ("wlan0", "192.168.1.6")];
        let mut all = all.map(|(name, ip)| interface(name, ip)).to_vec();
        all[0].oper_status = IfOperStatus::Unknown;
        assert_eq!(ordered(all, &["192.168.1.6"]), ["192.168.1.6", "192.168.1.5", "192.168.9.1"]);
    }

    #[test]
    fn tunnels_are_known_by_their_name_or_by_having_one_other_end() {
        let names = ["utun3", "wg0", "br-1f2e3d", "vEthernet (WSL)", "VirtualBox Host-Only Network", "ProtonVPN"];
        for name in names {
            assert!(is_virtual(&interface(name, "10.0.0.1")), "{name}");
        }
        for name in ["wlp3s0", "enp0s31f6", "eth0", "en0", "br0", "Wi-Fi", "Ethernet 2", "ap0"] {
            assert!(!is_virtual(&interface(name, "10.0.0.1")), "{name}");
        }
        let mobile = Interface { is_p2p: true, ..interface("wwan0", "10.0.0.1") };
        assert!(is_virtual(&mobile));
    }
}
