//! Why TLS failed, in words for the person who can mend the failure.
//!
//! This file changes nothing. Each sentence goes on after "Redis at HOST cannot be reached: ", and names the
//! setting or the file. `opening` asks for the sentences, and `verifier` makes some of the errors.

use std::fmt;
use std::io;

use rustls::pki_types::UnixTime;
use rustls::{AlertDescription, CertificateError, Error, InvalidMessage, PeerIncompatible};

use crate::config::Tls;
use crate::error::printable;

/// Why a certificate is not believed, where rustls has no word for the reason.
#[derive(Debug)]
pub(super) enum CertificateProblem {
    /// No certificate but itself vouches for it.
    SelfSigned,
    /// The certificate's own dates are right, and those of another certificate of its chain are not.
    Chain(CertificateError),
}

impl fmt::Display for CertificateProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl std::error::Error for CertificateProblem {}

/// Returns the error of rustls that an I/O error is made of, if it is made of one.
fn of_tls(error: &io::Error) -> Option<&Error> {
    error.get_ref()?.downcast_ref()
}

/// Returns whether the error lasts until a person mends its cause.
pub(in crate::connection) fn is_final(error: &io::Error) -> bool {
    use AlertDescription::{InternalError, UserCanceled};
    match of_tls(error) {
        Some(Error::AlertReceived(alert)) => !matches!(*alert, InternalError | UserCanceled),
        Some(
            Error::InvalidCertificate(_)
            | Error::PeerIncompatible(_)
            | Error::NoCertificatesPresented,
        ) => true,
        Some(Error::InvalidMessage(what)) => is_no_record(*what),
        _ => false,
    }
}

/// Returns whether the bytes do not even begin as those of TLS do.
fn is_no_record(what: InvalidMessage) -> bool {
    use InvalidMessage::{InvalidContentType, UnknownProtocolVersion};
    matches!(what, InvalidContentType | UnknownProtocolVersion)
}

/// Returns what went wrong, if TLS has failed.
pub(in crate::connection) fn explained(error: &io::Error, tls: &Tls) -> Option<String> {
    let sentence = match of_tls(error)? {
        Error::InvalidCertificate(what) => of_certificate(what, tls),
        Error::AlertReceived(alert) => of_alert(*alert, tls),
        Error::PeerIncompatible(PeerIncompatible::ServerTlsVersionIsDisabledByOurConfig) => {
            OTHER_VERSION.to_owned()
        }
        Error::InvalidMessage(what) if is_no_record(*what) => NOT_TLS.to_owned(),
        other => format!("TLS failed: {other}"),
    };
    Some(sentence)
}

/// What an error says about a port whose answer is not in TLS.
const NOT_TLS: &str = "its port does not speak TLS: use redis:// for this port, or the port of TLS \
                       (\"tls-port\" in redis.conf)";

fn of_certificate(what: &CertificateError, tls: &Tls) -> String {
    match what {
        CertificateError::ExpiredContext { .. } | CertificateError::NotValidYetContext { .. } => {
            of_dates(what, "its certificate")
        }
        CertificateError::UnknownIssuer => unknown_issuer(tls),
        CertificateError::NotValidForNameContext {
            expected,
            presented,
        } => not_for(&expected.to_str(), presented),
        CertificateError::InvalidPurposeContext { .. } | CertificateError::InvalidPurpose => {
            "its certificate is not for a server (extendedKeyUsage); make one with serverAuth"
                .to_owned()
        }
        CertificateError::UnsupportedSignatureAlgorithmContext { .. }
        | CertificateError::UnsupportedSignatureAlgorithmForPublicKeyContext { .. } => {
            "its certificate is signed with an algorithm that is not accepted; make one that a CA \
             with an RSA or P-256 key signs with SHA-256"
                .to_owned()
        }
        CertificateError::BadSignature => {
            "the signature of its certificate is wrong, or its RSA key is shorter than 2048 bits"
                .to_owned()
        }
        CertificateError::Other(other) => of_other(&*other.0, tls),
        other => printable(format!("its certificate is not accepted: {other:?}").as_bytes()),
    }
}

/// Returns the words for a reason that comes from the verifier, or from webpki as a text.
fn of_other(why: &(dyn std::error::Error + 'static), tls: &Tls) -> String {
    match why.downcast_ref() {
        Some(CertificateProblem::SelfSigned) => format!(
            "its certificate is self-signed and is not among those of {}; name it in \"cafile\"",
            trusted(tls)
        ),
        Some(CertificateProblem::Chain(dates)) => of_dates(dates, "a certificate of its chain"),
        // The words are webpki's, and rustls passes them on as a text. The server shows behind its certificate the
        // certificate that has signed it, which is no CA's.
        None if why.to_string() == "EndEntityUsedAsCa" => unknown_issuer(tls),
        None if why.to_string() == "UnsupportedCertVersion" => {
            "its certificate is of X.509 version 1; make one of version 3, with subjectAltName"
                .to_owned()
        }
        None => printable(format!("its certificate is not accepted: {why}").as_bytes()),
    }
}

fn unknown_issuer(tls: &Tls) -> String {
    format!(
        "no CA of {} has signed its certificate; name the certificate of the right CA in \"cafile\"",
        trusted(tls)
    )
}

/// Returns what is wrong with the dates of `whose`.
fn of_dates(what: &CertificateError, whose: &str) -> String {
    match what {
        CertificateError::ExpiredContext { time, not_after } => format!(
            "{whose} expired {} ago; it needs a new one, unless the clock of this machine is wrong",
            between(*not_after, *time)
        ),
        CertificateError::NotValidYetContext { time, not_before } => format!(
            "{whose} is valid only in {}; is the clock of this machine right?",
            between(*time, *not_before)
        ),
        _ => format!("{whose} has wrong dates"),
    }
}

/// Returns the sentence about a certificate with these names, which is not for the host.
fn not_for(host: &str, names: &[String]) -> String {
    const SHOWN: usize = 3;
    if names.is_empty() {
        return format!(
            "its certificate has no name (subjectAltName), so it is not for {host}; make one with \
             subjectAltName, or set \"verify_peer_name\" to false"
        );
    }
    let some: Vec<_> = names.iter().take(SHOWN).map(|name| shown(name)).collect();
    let more = match names.len() - some.len() {
        0 => String::new(),
        more => format!(" and {more} more names"),
    };
    format!(
        "its certificate is for {}{more}, and not for {host}; use that name as the host, or as \
         \"peer_name\"",
        some.join(", ")
    )
}

/// Returns whose certificates of CAs are believed.
fn trusted(tls: &Tls) -> String {
    let file = tls.ca_file.iter().chain(&tls.ca_folder);
    let named: Vec<_> = file.map(|path| path.display().to_string()).collect();
    if named.is_empty() {
        "this system".to_owned()
    } else {
        named.join(" and ")
    }
}

/// Returns a name in a certificate without its kind, from `DnsName("localhost")` or `IpAddress(127.0.0.1)`.
fn shown(name: &str) -> String {
    let inner = name.split_once('(').map_or(name, |(_, rest)| rest);
    printable(inner.trim_end_matches(')').trim_matches('"').as_bytes())
}

fn between(first: UnixTime, second: UnixTime) -> String {
    const HOUR: u64 = 3600;
    const DAY: u64 = 24 * HOUR;
    let span = second.as_secs().saturating_sub(first.as_secs());
    let (number, unit) = match span {
        0..HOUR => (span.div_ceil(60), "minute"),
        HOUR..DAY => (span / HOUR, "hour"),
        _ => (span / DAY, "day"),
    };
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

fn of_alert(alert: AlertDescription, tls: &Tls) -> String {
    use AlertDescription::{
        AccessDenied, BadCertificate, CertificateExpired, CertificateRequired, CertificateRevoked,
        CertificateUnknown, HandshakeFailure, InsufficientSecurity, NoCertificate, ProtocolVersion,
        UnknownCA, UnsupportedCertificate,
    };
    match (alert, &tls.client) {
        (CertificateRequired | NoCertificate, None) => {
            format!("it wants a client certificate: {NAME_A_CERTIFICATE}")
        }
        (
            CertificateRequired
            | NoCertificate
            | AccessDenied
            | BadCertificate
            | CertificateExpired
            | CertificateRevoked
            | CertificateUnknown
            | UnknownCA
            | UnsupportedCertificate,
            Some(client),
        ) => format!(
            "it refused the client certificate {} ({alert:?}): is it of a CA that the server \
             trusts (\"tls-ca-cert-file\" in redis.conf), and are its dates right?",
            client.certificate.display()
        ),
        (ProtocolVersion, _) => OTHER_VERSION.to_owned(),
        (HandshakeFailure | InsufficientSecurity, None) => format!(
            "it refused the TLS handshake ({alert:?}): it wants a client certificate \
             ({NAME_A_CERTIFICATE}), or it has no cipher in common with this client"
        ),
        _ => format!("it refused the TLS handshake ({alert:?})"),
    }
}

const NAME_A_CERTIFICATE: &str = "set \"local_cert\" and \"local_pk\"";

const OTHER_VERSION: &str = "it speaks neither TLS 1.2 nor TLS 1.3, and older versions are not \
                             safe: see \"tls-protocols\" in redis.conf";
