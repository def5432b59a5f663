//! The address that people open.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use qrcode::QrCode;
use qrcode::render::svg;
use qrcode::render::unicode::Dense1x2;

use super::Token;

/// An address reserved for documentation (RFC 5737). Connecting a UDP socket to it selects this machine's address in its own network; nothing is
/// sent.
const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

/// The machine's address in its network, if it has one.
pub fn in_network() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|address| !address.is_unspecified() && !address.is_loopback())
}

/// The address to open, with the token.
pub fn url(address: SocketAddr, token: &Token) -> String {
    format!("http://{address}/?token={}", token.as_str())
}

/// A text's QR code in characters, for terminals with a dark background; `None` if the text is too long.
pub fn qr_code(text: &str) -> Option<String> {
    let code = QrCode::new(text).ok()?;
    // Inverted: the characters draw the light modules, because most terminals are dark.
    Some(code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build())
}

/// A text's QR code as an SVG picture, dark on light; `None` if the text is too long.
pub fn qr_picture(text: &str) -> Option<String> {
    /// Large enough for phones half a metre away.
    const WIDTH_PX: u32 = 240;
    let code = QrCode::new(text).ok()?;
    Some(code.render::<svg::Color>().min_dimensions(WIDTH_PX, WIDTH_PX).build())
}
