//! The TLS settings of all sources, which become one [`Tls`].
//!
//! `servers` calls this file if the scheme asks for TLS, while no file is opened and no certificate is
//! looked at here. Errors are sentences, or predicates as in `value`, and none shows a private key, not
//! even if somebody put the key itself where its path belongs.

use std::net::IpAddr;
use std::path::PathBuf;

use super::address::Address;
use super::sources::{Origin, Sources};
use super::value::{RawValue, quoted};
use super::{ClientCertificate, Tls, Verify};

/// Returns the TLS settings of all sources together.
///
/// # Errors
/// A sentence about the first thing that is wrong.
pub(super) fn read(from: &Sources) -> Result<Tls, String> {
    from.check_contexts()?;
    let verify = match (
        from.get("verify_peer", RawValue::flag)?,
        from.get("verify_peer_name", RawValue::flag)?,
    ) {
        (Some(false), _) => Verify::Nothing,
        (_, Some(false)) => Verify::Chain,
        _ => Verify::ChainAndName,
    };
    refuse(from, verify)?;
    Ok(Tls {
        ca_file: from.get("cafile", |value| value.parsed(|text| path(text, "file")))?,
        ca_folder: from.get("capath", |value| value.parsed(|text| path(text, "folder")))?,
        client: client(from)?,
        peer_name: from.get("peer_name", |value| value.parsed(peer_name))?,
        verify,
    })
}

/// Checks that the certificate of the server at `address` can have its name, if TLS is spoken there.
///
/// # Errors
/// A predicate about the host, if no certificate can have that name.
pub(super) fn check_host(tls: Option<&Tls>, address: &Address) -> Result<(), String> {
    let (Some(tls), Address::Tcp { host, .. }) = (tls, address) else {
        return Ok(());
    };
    // The zone of an IPv6 address is cut off, because it only says which network card leads there.
    let host = host.split('%').next().unwrap_or_default();
    if tls.peer_name.is_some() || is_identity(host) {
        return Ok(());
    }
    Err(
        "must be a DNS name or an IP address for TLS, or \"peer_name\" must give the name in the \
         server's certificate"
            .to_owned(),
    )
}

/// The settings that are refused with every value, each with the way around it.
const REFUSED: [(&str, &str); 2] = [
    (
        "passphrase",
        "is refused, because private keys must not be encrypted here; decrypt the key once: \
         openssl pkey -in encrypted.key -out plain.key",
    ),
    (
        "peer_fingerprint",
        "is refused; name the file with the server's certificate in \"cafile\" instead",
    ),
];

/// Refuses what PHP's TLS can do and this class cannot, with the way around it.
fn refuse(from: &Sources, verify: Verify) -> Result<(), String> {
    for (key, rule) in REFUSED {
        from.get(key, |value| match value {
            _ if value.is_absent() => Ok(None::<()>),
            _ => Err(rule.to_owned()),
        })?;
    }
    // `allow_self_signed` changes nothing where nothing is verified, and PHP code often has both.
    from.get("allow_self_signed", |value| match value.flag()? {
        Some(true) if verify != Verify::Nothing => Err(
            "must not be true; name the file with the self-signed certificate in \"cafile\" \
             instead"
                .to_owned(),
        ),
        _ => Ok(None::<()>),
    })?;
    Ok(())
}

fn client(from: &Sources) -> Result<Option<ClientCertificate>, String> {
    let find = |key| from.find(&[key], |_, value, _| value.parsed(own_file));
    let (certificate, key) = (find("local_cert")?, find("local_pk")?);
    // The certificate of one server of a quorum does not belong to the key of all, nor the other way round.
    let is_of_server = |it: &Option<(Origin, PathBuf)>| it.as_ref().map(|it| it.0.is_of_server());
    let (certificate, key) = match (is_of_server(&certificate), is_of_server(&key)) {
        (Some(true), Some(false)) => (certificate, None),
        (Some(false), Some(true)) => (None, key),
        _ => (certificate, key),
    };
    match (certificate, key) {
        (Some((_, certificate)), key) => Ok(Some(ClientCertificate {
            key: key.map_or_else(|| certificate.clone(), |(_, key)| key),
            certificate,
        })),
        (None, Some((origin, _))) => {
            let rule = "\"local_pk\" is given without \"local_cert\"; give the certificate of this \
                        key too";
            Err(origin.in_server(rule.to_owned()))
        }
        (None, None) => Ok(None),
    }
}

/// Returns a path, which must be absolute, because a PHP script may change its directory, and files are
/// read again when a connection is opened.
fn path(text: &str, what: &str) -> Result<PathBuf, String> {
    let given = quoted(text.as_bytes());
    checked_path(text)
        .ok_or_else(|| format!("must be the absolute path of a {what}, {given} given"))
}

/// Returns the path of a file that may hold a private key, where a wrong text is not shown, because it
/// may be the key itself.
fn own_file(text: &str) -> Result<PathBuf, String> {
    let rule = "must be the absolute path of a PEM file";
    checked_path(text).ok_or_else(|| {
        let hint = "; the content of such a file is given";
        let is_content = text.contains("-----BEGIN");
        format!("{rule}{}", if is_content { hint } else { "" })
    })
}

fn checked_path(text: &str) -> Option<PathBuf> {
    (text.starts_with('/') && !text.contains(char::is_control)).then(|| text.into())
}

fn peer_name(text: &str) -> Result<String, String> {
    if is_identity(text) {
        return Ok(text.to_owned());
    }
    let given = quoted(text.as_bytes());
    Err(format!(
        "must be a DNS name or an IP address, {given} given"
    ))
}

/// Returns whether a certificate can have this name, which is an IP address or a DNS name.
fn is_identity(text: &str) -> bool {
    text.parse::<IpAddr>().is_ok() || is_dns_name(text)
}

/// Returns whether this is a DNS name as TLS sends it, so that TLS never meets another one.
fn is_dns_name(text: &str) -> bool {
    let labels = text.strip_suffix('.').unwrap_or(text);
    let is_label = |label: &str| {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        (1..=63).contains(&label.len())
            && label.bytes().all(is_part)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let last = labels.rsplit('.').next().unwrap_or_default();
    let is_number = last.bytes().all(|byte| byte.is_ascii_digit());
    text.len() <= 253 && labels.split('.').all(is_label) && !is_number
}
