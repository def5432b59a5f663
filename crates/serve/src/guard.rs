//! Access control. Each request passes here first, each answer last.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use super::api_error::ApiError;
use super::connection_limits::OpenConnection;
use super::server::Server;
use messages::{Language, MessageId, Words};

/// Allows only the server's own files and answers: no inline scripts, no other hosts, no frames.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
     connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer.
const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", CONTENT_SECURITY_POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// Refuses requests from other sites or without the token, translates refusals into the request's language,
/// and adds security headers.
pub async fn guard(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let language = language(&request, server.language);
    let connection = request.extensions().get::<Arc<OpenConnection>>().cloned();
    let has_token = has_token(&server, request.headers());
    if let Some(connection) = connection.filter(|_| has_token) {
        connection.show_token();
    }
    let outcome = check(&server, &request, has_token);
    let mut response = match outcome {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.in_language(language),
    };
    if let Some(refusal) = response.extensions_mut().remove::<ApiError>() {
        response = refusal.in_language(language);
    } else if response.status() == StatusCode::METHOD_NOT_ALLOWED {
        let allowed = response.headers().get(header::ALLOW).cloned();
        let refusal = ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", MessageId::ServeMethod);
        response = refusal.in_language(language);
        allowed.into_iter().for_each(|allowed| drop(response.headers_mut().insert(header::ALLOW, allowed)));
    }
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if !has_token {
        // A client without the token must not occupy a connection.
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

fn check(server: &Server, request: &Request, has_token: bool) -> Result<(), ApiError> {
    let (uri, headers) = (request.uri(), request.headers());
    let host = host(headers).ok_or_else(|| ApiError::bad("bad-host", MessageId::ServeBadHost))?;
    let mut hosts = std::iter::once(&host).chain(uri.authority());
    if !hosts.all(|host| is_own_host(host.host(), &server.allowed_hosts)) {
        let message = MessageId::ServeForeignHost.with("host", host.host());
        return Err(ApiError::new(StatusCode::FORBIDDEN, "foreign-host", message));
    }
    if !is_same_origin(headers, &host) && !is_link_to_page(request) {
        return Err(ApiError::new(StatusCode::FORBIDDEN, "foreign-origin", MessageId::ServeForeignOrigin));
    }
    if is_public(uri.path()) || has_token {
        return Ok(());
    }
    Err(ApiError::new(StatusCode::UNAUTHORIZED, "token", MessageId::ServeNoToken))
}

/// Whether the path needs no token because it contains no user data.
fn is_public(path: &str) -> bool {
    path == "/" || path == "/healthz" || path == "/api/about" || path.starts_with("/page/")
}

/// The `Host` header; `None` if it is missing, repeated or invalid.
pub fn host(headers: &HeaderMap) -> Option<Authority> {
    let host = only(headers, header::HOST)?.parse().ok();
    host.filter(|host: &Authority| !host.host().is_empty() && !host.as_str().contains('@'))
}

/// The value of a header that occurs exactly once.
fn only(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(first)
}

/// Protects against DNS rebinding: a website can point its own name at this machine's address, but not these
/// names.
fn is_own_host(host: &str, allowed: &[String]) -> bool {
    let in_brackets = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    host.eq_ignore_ascii_case("localhost")
        || in_brackets.unwrap_or(host).parse::<IpAddr>().is_ok()
        || allowed.iter().any(|allowed| allowed.eq_ignore_ascii_case(host))
}

/// Whether no header says that another site made the request. Other programs send neither header; nor does a
/// browser with a GET over plain HTTP from another machine, against which the token and the cookie's
/// `SameSite` protect.
fn is_same_origin(headers: &HeaderMap, host: &Authority) -> bool {
    let mut sites = headers.get_all("sec-fetch-site").iter();
    headers.get_all(header::ORIGIN).iter().all(|origin| is_origin_of(host, origin))
        && sites.all(|site| site == "same-origin" || site == "none")
}

/// Whether `origin` is the origin of pages from this host.
fn is_origin_of(host: &Authority, origin: &HeaderValue) -> bool {
    let origin = origin.to_str().unwrap_or_default();
    let origin = ["http://", "https://"].into_iter().find_map(|scheme| origin.strip_prefix(scheme));
    origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host.as_str()))
}

/// Whether the request follows a link to the page from elsewhere, such as an e-mail.
fn is_link_to_page(request: &Request) -> bool {
    let headers = request.headers();
    request.method() == Method::GET
        && request.uri().path() == "/"
        && !headers.contains_key(header::ORIGIN)
        && headers.get_all("sec-fetch-mode").iter().eq(["navigate"])
        && headers.get_all("sec-fetch-dest").iter().eq(["document"])
}

/// Whether the request presents the token, or the cookie derived from it.
pub fn has_token(server: &Server, headers: &HeaderMap) -> bool {
    if headers.contains_key(header::AUTHORIZATION) {
        let given = only(headers, header::AUTHORIZATION).and_then(|value| value.split_once(' '));
        return given
            .is_some_and(|(scheme, token)| scheme.eq_ignore_ascii_case("bearer") && server.token.is(token.trim()));
    }
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = cookies.flat_map(|value| value.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    cookies.any(|(name, value)| name == server.cookie_name && server.token.is_cookie(value))
}

/// `?lang=`, otherwise the first supported language of `Accept-Language`, otherwise `default`.
pub fn language(request: &Request, default: Language) -> Language {
    let asked = request.uri().query().unwrap_or_default().split('&').find_map(|part| part.strip_prefix("lang="));
    if let Some(language) = asked.and_then(|language| language.parse().ok()) {
        return language;
    }
    let accepted = request.headers().get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let ids = accepted.unwrap_or_default().split(',').filter_map(|range| range.split(['-', ';']).next());
    ids.map(str::trim).find_map(|id| id.parse().ok()).unwrap_or(default)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_of_this_machine_are_its_own() {
        let allowed = ["scanner.home".to_owned()];
        for host in ["localhost", "LOCALHOST", "127.0.0.1", "192.168.1.5", "[::1]", "Scanner.Home"] {
            assert!(is_own_host(host, &allowed), "{host}");
        }
        for host in ["example.org", "localhost.example.org", "127.0.0.1.example.org", "scanner.home.evil", "", "[evil]"]
        {
            assert!(!is_own_host(host, &allowed), "{host}");
        }
    }

    #[test]
    fn an_origin_is_ours_where_it_is_the_host() {
        let host: Authority = "127.0.0.1:8417".parse().expect("a host");
        let of = |name: &'static str, value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, HeaderValue::from_static(value));
            is_same_origin(&headers, &host)
        };
        assert!(of("origin", "http://127.0.0.1:8417") && of("sec-fetch-site", "none") && of("x", "y"));
        for origin in
            ["null", "http://127.0.0.1:8418", "http://localhost:8417", "http://127.0.0.1:8417.evil.org", "file://"]
        {
            assert!(!of("origin", origin), "{origin}");
        }
        assert!(!of("sec-fetch-site", "cross-site") && !of("sec-fetch-site", "same-site"));
    }
}
