//! Whether the way to a server is encrypted, and until when its certificate is valid.
//!
//! This file looks at what a connection has, and sends nothing. `server` calls it.

use std::net::IpAddr;
use std::time::Duration;

use super::finding::Remark;
use crate::config::{Address, Server, Verify};
use crate::connection::Encryption;

/// The time before the end of a certificate from which on a person has to know it, in days.
const DAYS: u64 = 21;
const DAY: u64 = 24 * 60 * 60;

/// Returns the remarks about a connection to this server, at the time `now` since 1970.
pub(super) fn remarks(
    server: &Server,
    encryption: Option<&Encryption>,
    now: Duration,
) -> Vec<Remark> {
    let mut remarks = vec![tls(server, encryption)];
    remarks.extend(encryption.map(|it| certificate(it.certificate_ends, now)));
    remarks
}

fn tls(server: &Server, encryption: Option<&Encryption>) -> Remark {
    const WHAT: &str = "tls";
    let is_unverified = server
        .access
        .tls
        .as_ref()
        .is_some_and(|tls| tls.verify == Verify::Nothing);
    match (encryption, &server.address) {
        (Some(Encryption { version, .. }), _) if is_unverified => {
            let found = format!("{version}, but the certificate of the server is not verified");
            let advice = "set \"verify_peer\" to true, and \"cafile\" to the certificate of the CA: docs/managed-redis.md";
            Remark::warning(WHAT, found, advice)
        }
        (Some(Encryption { version, .. }), _) => Remark::good(WHAT, *version),
        (None, Address::Unix(_)) => Remark::good(WHAT, "a Unix socket needs none"),
        (None, Address::Tcp { host, .. }) if is_this_machine(host) => {
            Remark::good(WHAT, "not in use, on an address of this machine")
        }
        (None, Address::Tcp { .. }) => {
            let found = "not in use, so passwords and owner tokens cross the network as they are";
            let advice = "use rediss:// or the scheme \"tls\": docs/managed-redis.md";
            Remark::warning(WHAT, found, advice)
        }
    }
}

fn is_this_machine(host: &str) -> bool {
    let address = host.parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|it| it.is_loopback())
}

fn certificate(ends: Option<Duration>, now: Duration) -> Remark {
    const WHAT: &str = "certificate";
    let renew = "renew the certificate, and restart the server or reload its settings of TLS";
    let Some(ends) = ends else {
        return Remark::warning(WHAT, "its end cannot be read", renew);
    };
    let Some(left) = ends.checked_sub(now) else {
        return Remark::bad(WHAT, "it has ended", renew);
    };
    let days = left.as_secs() / DAY;
    let found = match days {
        0 => "it ends within a day".to_owned(),
        1 => "it ends in 1 day".to_owned(),
        _ => format!("it ends in {days} days"),
    };
    if days < DAYS {
        return Remark::warning(WHAT, found, renew);
    }
    Remark::good(WHAT, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::finding::Health;
    use crate::config::{Access, Tls};

    fn server(address: Address, verify: Option<Verify>) -> Server {
        let access = Access::plain(Duration::from_secs(1));
        let tls = verify.map(|verify| Tls {
            verify,
            ..Tls::default()
        });
        Server {
            address,
            access: Access { tls, ..access },
        }
    }

    #[test]
    fn only_a_network_needs_tls() {
        let health = |address| tls(&server(address, None), None).health;
        assert_eq!(health(Address::Unix("/s".into())), Health::Good);
        for (host, expected) in [
            ("127.0.0.9", Health::Good),
            ("::1", Health::Good),
            ("LocalHost", Health::Good),
            ("10.0.0.1", Health::Warning),
            ("redis", Health::Warning),
            ("localhost.example", Health::Warning),
        ] {
            let host = host.to_owned();
            assert_eq!(health(Address::Tcp { host, port: 1 }), expected);
        }
    }

    #[test]
    fn tls_without_a_verified_certificate_is_a_warning() {
        let encryption = Encryption {
            version: "TLS 1.3",
            certificate_ends: None,
        };
        let address = Address::Tcp {
            host: "10.0.0.1".to_owned(),
            port: 1,
        };
        for (verify, health) in [
            (Verify::ChainAndName, Health::Good),
            (Verify::Chain, Health::Good),
            (Verify::Nothing, Health::Warning),
        ] {
            let server = server(address.clone(), Some(verify));
            let remarks = remarks(&server, Some(&encryption), Duration::ZERO);
            assert_eq!(remarks[0].health, health);
            assert!(remarks[0].found.starts_with("TLS 1.3"));
            assert_eq!(remarks[1].what, "certificate");
        }
        assert_eq!(
            remarks(&server(address, None), None, Duration::ZERO).len(),
            1
        );
    }

    #[test]
    fn a_certificate_is_renewed_three_weeks_before_its_end() {
        let now = Duration::from_secs(2_000_000_000);
        let of = |seconds: i64| {
            let ends = now.as_secs().checked_add_signed(seconds).unwrap();
            let remark = certificate(Some(Duration::from_secs(ends)), now);
            (remark.health, remark.found)
        };
        let day = DAY.cast_signed();
        assert_eq!(of(21 * day).0, Health::Good);
        assert_eq!(
            of(21 * day - 1),
            (Health::Warning, "it ends in 20 days".to_owned())
        );
        assert_eq!(of(day).1, "it ends in 1 day");
        assert_eq!(of(0), (Health::Warning, "it ends within a day".to_owned()));
        assert_eq!(of(-1), (Health::Bad, "it has ended".to_owned()));
        assert_eq!(certificate(None, now).health, Health::Warning);
    }
}
