//! Who may speak to the server, and what pages may do: the defences against other sites in the same
//! browser.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// What pages of this server may load: nothing from elsewhere, and no script or style in the text.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The address that the server listens on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Door(pub(super) SocketAddr);

/// Lets a request in, or turns it away; every answer gets the headers that bind the browser.
pub(super) async fn check(State(door): State<Door>, request: Request, next: Next) -> Response {
    let mut response = match refusal(door, request.method(), request.headers()) {
        Some(refused) => refused.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn refusal(door: Door, method: &Method, headers: &HeaderMap) -> Option<(StatusCode, &'static str)> {
    let forbidden = |words| Some((StatusCode::FORBIDDEN, words));
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    if hosts.next().is_some() {
        return Some((StatusCode::BAD_REQUEST, "a request names one host"));
    }
    let Some(host) = host.filter(|host| is_ours(door.0, host)) else {
        return forbidden("this server answers to its own address only");
    };
    if let Some(origin) = headers.get(header::ORIGIN)
        && !origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://")).is_some_and(|origin| origin.eq_ignore_ascii_case(host))
    {
        return forbidden("other sites may not speak to this server");
    }
    let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
    if method != Method::GET && !matches!(site, None | Some("same-origin" | "none")) {
        return forbidden("other sites may not speak to this server");
    }
    None
}

/// The port of a `Host` that names none.
const PLAIN_PORT: u16 = 80;

/// Whether a `Host` names this server by number, or by the name of the loopback: a name that somebody made
/// point here is not ours. A server on every address may stand behind another port, as in a container.
fn is_ours(address: SocketAddr, host: &str) -> bool {
    let by_number = host.parse::<SocketAddr>().ok().or_else(|| {
        let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).map_or(host, |inside| inside);
        let number = bare.parse::<IpAddr>().ok().filter(|number| number.is_ipv4() == (bare == host))?;
        Some(SocketAddr::new(number, PLAIN_PORT))
    });
    let own = address.ip().to_canonical();
    if let Some(named) = by_number {
        return own.is_unspecified() || (named.ip().to_canonical() == own && named.port() == address.port());
    }
    let (name, port) = host.split_once(':').map_or((host, Some(PLAIN_PORT)), |(name, port)| (name, port.parse().ok()));
    name.eq_ignore_ascii_case("localhost")
        && port.is_some_and(|port: u16| own.is_unspecified() || (own.is_loopback() && port == address.port()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut all = HeaderMap::new();
        for (name, value) in pairs {
            all.append(*name, value.parse().expect("a header value"));
        }
        all
    }

    #[test]
    fn only_pages_of_this_server_may_speak_to_it() {
        let door = Door("127.0.0.1:8000".parse().expect("an address"));
        for (good, pairs) in [
            (true, &[("host", "127.0.0.1:8000")][..]),
            (true, &[("host", "localhost:8000"), ("origin", "http://localhost:8000")]),
            (false, &[]),
            (true, &[("host", "LOCALHOST:8000"), ("origin", "http://localhost:8000")]),
            (false, &[("host", "127.0.0.1:8000"), ("host", "127.0.0.1:8000")]),
            (false, &[("host", "127.0.0.1")]),
            (false, &[("host", "127.0.0.1:8001")]),
            (false, &[("host", "stavka.example:8000")]),
            (false, &[("host", "127.0.0.1:8000"), ("origin", "http://stavka.example")]),
            (false, &[("host", "127.0.0.1:8000"), ("origin", "null")]),
            (false, &[("host", "127.0.0.1:8000"), ("sec-fetch-site", "cross-site")]),
        ] {
            assert_eq!(refusal(door, &Method::POST, &headers(pairs)).is_none(), good, "{pairs:?}");
        }
    }

    #[test]
    fn a_server_on_every_address_answers_to_numbers_only() {
        let everywhere = "0.0.0.0:8000".parse().expect("an address");
        assert!(is_ours(everywhere, "192.168.1.7:8000") && is_ours(everywhere, "localhost:8000"));
        assert!(is_ours(everywhere, "192.168.1.7:80") && is_ours(everywhere, "localhost:9000"), "a container maps ports");
        assert!(!is_ours(everywhere, "stavka.example:8000"));
    }

    #[test]
    fn a_host_without_a_port_means_the_port_of_the_web() {
        for address in ["127.0.0.1:80", "[::1]:80", "[::ffff:127.0.0.1]:80"] {
            let address: SocketAddr = address.parse().expect("an address");
            let number = if address.is_ipv4() { "127.0.0.1".to_owned() } else { format!("[{}]", address.ip()) };
            assert!(is_ours(address, &number) && is_ours(address, "localhost") && is_ours(address, "LocalHost:80"), "{address}");
            assert!(!is_ours(address, "stavka.example") && !is_ours(address, "localhost:8000") && !is_ours(address, "::1"), "{address}");
        }
    }
}
