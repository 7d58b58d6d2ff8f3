//! Whether a server is believed, by its certificate's chain, dates and name.
//!
//! The rules are webpki's, as rustls exports them, with one addition: a server may show one of the certificates
//! that the configuration names, as PHP accepts it. Such a certificate counts as itself alone, and it vouches for
//! another certificate only if it is a CA's. The verifier reads no file. `trust` makes it, and rustls calls it. `session` asks for the end of a
//! certificate.

use std::sync::Arc;
use std::time::Duration;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use rustls::crypto::{
    CryptoProvider, WebPkiSupportedAlgorithms, ring, verify_tls12_signature, verify_tls13_signature,
};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{
    CertificateError, DigitallySignedStruct, Error, OtherError, RootCertStore, SignatureScheme,
};

use super::error::CertificateProblem;
use crate::config::Verify;

#[derive(Debug)]
pub(super) struct Verifier {
    roots: Arc<RootCertStore>,
    /// The certificates that the configuration names.
    named: Vec<CertificateDer<'static>>,
    verify: Verify,
    algorithms: WebPkiSupportedAlgorithms,
}

impl Verifier {
    /// Returns a verifier that believes the CAs of `roots`.
    pub(super) fn of_roots(
        roots: Arc<RootCertStore>,
        verify: Verify,
        provider: &CryptoProvider,
    ) -> Self {
        Self {
            roots,
            named: Vec::new(),
            verify,
            algorithms: provider.signature_verification_algorithms,
        }
    }

    /// Returns a verifier that believes the certificates that the configuration names, and those that the CAs
    /// among them have signed.
    pub(super) fn of_named(
        named: Vec<CertificateDer<'static>>,
        verify: Verify,
        provider: &CryptoProvider,
    ) -> Self {
        let mut roots = RootCertStore::empty();
        let algorithms = provider.signature_verification_algorithms;
        let is_ca = |it: &&CertificateDer<'static>| is_ca(it, &algorithms);
        roots.add_parsable_certificates(named.iter().filter(is_ca).cloned());
        Self {
            roots: Arc::new(roots),
            named,
            verify,
            algorithms,
        }
    }

    /// Judges a certificate whose chain was refused with `error`. A certificate that the configuration names is
    /// believed all the same, unless its own dates are wrong.
    ///
    /// # Errors
    /// The certificate is not believed, and the error says why.
    fn judge(&self, error: Error, shown: &CertificateDer, now: UnixTime) -> Result<(), Error> {
        let alone = verify_alone(shown, now, &self.algorithms);
        // The certificate's own dates are judged before anything else of it.
        if let Err(own) = &alone
            && dates(own).is_some()
        {
            return alone;
        }
        if self.named.iter().any(|it| it == shown) {
            return Ok(());
        }
        let is_self_signed = alone.map_or_else(|error| is_misused_ca(&error), |()| true);
        let problem = match dates(&error) {
            Some(dates) => CertificateProblem::Chain(dates.clone()),
            None if is_self_signed => CertificateProblem::SelfSigned,
            None => return Err(error),
        };
        Err(CertificateError::Other(OtherError(Arc::new(problem))).into())
    }

    fn verify_signature(
        &self,
        verify: impl FnOnce(&WebPkiSupportedAlgorithms) -> Result<HandshakeSignatureValid, Error>,
    ) -> Result<HandshakeSignatureValid, Error> {
        if self.verify == Verify::Nothing {
            return Ok(HandshakeSignatureValid::assertion());
        }
        verify(&self.algorithms)
    }
}

fn verify_chain(
    shown: &CertificateDer,
    intermediates: &[CertificateDer],
    now: UnixTime,
    roots: &RootCertStore,
    algorithms: &WebPkiSupportedAlgorithms,
) -> Result<(), Error> {
    let shown = ParsedCertificate::try_from(shown)?;
    verify_server_cert_signed_by_trust_anchor(&shown, roots, intermediates, now, algorithms.all)
}

/// Verifies a certificate for which nobody but itself vouches.
fn verify_alone(
    certificate: &CertificateDer,
    now: UnixTime,
    algorithms: &WebPkiSupportedAlgorithms,
) -> Result<(), Error> {
    let mut itself = RootCertStore::empty();
    itself.add(certificate.clone().into_owned())?;
    verify_chain(certificate, &[], now, &itself, algorithms)
}

/// Returns the end of a certificate since 1970, or `None` if it cannot be read. Nothing of a certificate is judged before its
/// dates, so at a time that is later than any end the error is about the end.
pub(super) fn end(certificate: &CertificateDer) -> Option<Duration> {
    const LATER: Duration = Duration::from_secs(1 << 50);
    let algorithms = ring::default_provider().signature_verification_algorithms;
    let judged = verify_alone(certificate, UnixTime::since_unix_epoch(LATER), &algorithms);
    match judged {
        Err(Error::InvalidCertificate(CertificateError::ExpiredContext { not_after, .. })) => {
            Some(Duration::from_secs(not_after.as_secs()))
        }
        _ => None,
    }
}

/// Returns whether the certificate may vouch for others. webpki does not check this of a trust anchor, so the key
/// of one server's certificate could otherwise speak for every host.
fn is_ca(certificate: &CertificateDer, algorithms: &WebPkiSupportedAlgorithms) -> bool {
    use CertificateError::{ExpiredContext, NotValidYetContext};
    let mut result = verify_alone(certificate, UnixTime::now(), algorithms);
    // An anchor's dates do not count, and an error about them hides the one that is asked for.
    if let Err(Error::InvalidCertificate(
        ExpiredContext { not_after: at, .. } | NotValidYetContext { not_before: at, .. },
    )) = &result
    {
        result = verify_alone(certificate, *at, algorithms);
    }
    result.is_err_and(|error| is_misused_ca(&error))
}

/// Returns whether a certificate was refused because it is a CA's and not a server's. rustls has no name for that
/// error, so its text is compared. If the text changed, no CA that a configuration names would be believed.
fn is_misused_ca(error: &Error) -> bool {
    match error {
        Error::InvalidCertificate(CertificateError::Other(other)) => {
            other.to_string() == "CaUsedAsEndEntity"
        }
        _ => false,
    }
}

/// Returns what is wrong with the dates of a certificate, if they are wrong.
fn dates(error: &Error) -> Option<&CertificateError> {
    use CertificateError::{Expired, ExpiredContext, NotValidYet, NotValidYetContext};
    match error {
        Error::InvalidCertificate(what) => matches!(
            what,
            Expired | ExpiredContext { .. } | NotValidYet | NotValidYetContext { .. }
        )
        .then_some(what),
        _ => None,
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        shown: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        _ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if self.verify != Verify::Nothing {
            verify_chain(shown, intermediates, now, &self.roots, &self.algorithms)
                .or_else(|error| self.judge(error, shown, now))?;
        }
        if self.verify == Verify::ChainAndName {
            verify_server_name(&ParsedCertificate::try_from(shown)?, name)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.verify_signature(|by| verify_tls12_signature(message, shown, signed, by))
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.verify_signature(|by| verify_tls13_signature(message, shown, signed, by))
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}
