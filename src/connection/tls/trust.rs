//! What a configuration says of TLS, read from its files: which certificates are believed, and
//! by which one we are known.
//!
//! PHP threads read the files whenever they connect and a file has changed; the certificates of
//! the system are read once a process. The renewing thread reads nothing. Used by `endpoint`.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rustls::client::Resumption;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime, pem};
use rustls::server::ParsedCertificate;
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, OtherError, RootCertStore,
    SignatureScheme,
};
use rustls_native_certs::{CertificateResult, ErrorKind, load_certs_from_paths, load_native_certs};

use super::trouble::SelfSigned;
use crate::config::{ClientCertificate, Tls, Verify};
use crate::os;

/// A finished configuration of rustls, and the files that it came from.
#[derive(Clone)]
pub(in crate::connection) struct Trust {
    pub(in crate::connection) config: Arc<ClientConfig>,
    files: Vec<(PathBuf, Stamp)>,
}

/// What changes when a file is written or replaced.
#[derive(Clone, PartialEq, Eq)]
struct Stamp {
    file: (u64, u64),
    length: u64,
    modified: (i64, i64),
}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        let about = fs::metadata(path).ok()?;
        Some(Self {
            file: (about.dev(), about.ino()),
            length: about.len(),
            modified: (about.mtime(), about.mtime_nsec()),
        })
    }
}

impl Trust {
    /// Reads the files.
    ///
    /// # Errors
    /// A sentence that names the file and what is wrong with it.
    pub(in crate::connection) fn read(tls: &Tls) -> Result<Self, String> {
        // The stamps come first: a file that is replaced meanwhile is read again.
        let files = paths(tls)
            .filter_map(|path| Some((path.to_owned(), Stamp::of(path)?)))
            .collect();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let verifier = Verifier::new(tls, &provider)?;
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier));
        let mut config = match &tls.client {
            None => config.with_no_client_auth(),
            Some(client) => {
                let (certificates, key) = identity(client)?;
                let result = config.with_client_auth_cert(certificates, key);
                result.map_err(|error| unfit(client, &error))?
            }
        };
        config.resumption = Resumption::disabled();
        Ok(Self {
            config: Arc::new(config),
            files,
        })
    }

    /// Whether every file is as it was read.
    pub(in crate::connection) fn is_current(&self) -> bool {
        let is_same = |(path, stamp): &(PathBuf, Stamp)| Stamp::of(path).as_ref() == Some(stamp);
        self.files.iter().all(is_same)
    }
}

fn paths(tls: &Tls) -> impl Iterator<Item = &Path> {
    let client = tls.client.iter();
    let client = client.flat_map(|it| [it.certificate.as_path(), it.key.as_path()]);
    let trusted = tls.ca_file.iter().chain(&tls.ca_folder);
    trusted.map(PathBuf::as_path).chain(client)
}

/// What is wrong with the private key, if its file is encrypted. It is known before anything is
/// sent; a file that cannot be read is a matter of connecting.
pub(crate) fn encrypted_key(tls: &Tls) -> Option<String> {
    let key = &tls.client.as_ref()?.key;
    is_encrypted(key).then(|| encrypted(key))
}

fn is_encrypted(key: &Path) -> bool {
    const SIGNS: [&str; 2] = ["BEGIN ENCRYPTED PRIVATE KEY", "Proc-Type: 4,ENCRYPTED"];
    let text = fs::read(key).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    SIGNS.iter().any(|sign| text.contains(sign))
}

fn identity(
    client: &ClientCertificate,
) -> Result<(Vec<CertificateDer<'static>>, PrivateKeyDer<'static>), String> {
    let ClientCertificate { certificate, key } = client;
    let certificates = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| unreadable("client certificate", certificate, &error))?;
    if certificates.is_empty() {
        return Err(unreadable(
            "client certificate",
            certificate,
            &pem::Error::NoItemsFound,
        ));
    }
    let found = PrivateKeyDer::from_pem_file(key).map_err(|error| {
        if is_encrypted(key) {
            encrypted(key)
        } else {
            unreadable("private key", key, &error)
        }
    })?;
    Ok((certificates, found))
}

/// For people whose private key is encrypted.
fn encrypted(key: &Path) -> String {
    let key = key.display();
    format!(
        "the private key {key} is encrypted; decrypt it once, and name the new file in \"local_pk\": \
         openssl pkey -in {key} -out NEW_FILE"
    )
}

fn unreadable(what: &str, path: &Path, error: &pem::Error) -> String {
    let path = path.display();
    match error {
        pem::Error::Io(error) => format!("the {what} {path} cannot be read: {error}"),
        pem::Error::NoItemsFound => format!("the file {path} has no {what} in PEM format"),
        error => format!("the {what} {path} is no PEM file: {error}"),
    }
}

fn unfit(client: &ClientCertificate, error: &Error) -> String {
    let (certificate, key) = (client.certificate.display(), client.key.display());
    match error {
        Error::InconsistentKeys(_) => {
            format!("the private key {key} does not belong to the client certificate {certificate}")
        }
        error => format!(
            "the client certificate {certificate} cannot be used with the private key {key}: {error}"
        ),
    }
}

/// The certificates of the system, once they were read. Touched only where no fork can fall in
/// between.
static OF_THE_SYSTEM: Mutex<Option<Arc<RootCertStore>>> = Mutex::new(None);

fn of_the_system() -> Result<Arc<RootCertStore>, String> {
    let kept = || OF_THE_SYSTEM.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(roots) = os::undisturbed(|| kept().clone()) {
        return Ok(roots);
    }
    let found = load_native_certs();
    let mut roots = RootCertStore::empty();
    let (usable, _) = roots.add_parsable_certificates(found.certs);
    if usable == 0 {
        return Err(
            "this system has no certificates of CAs: install its package ca-certificates, or name \
             the CA's certificate in \"cafile\""
                .to_owned(),
        );
    }
    let roots = Arc::new(roots);
    os::undisturbed(|| *kept() = Some(Arc::clone(&roots)));
    Ok(roots)
}

/// The certificates in a file or folder, of which at least one has to be usable.
fn certificates(
    path: &Path,
    found: CertificateResult,
    roots: &mut RootCertStore,
) -> Result<Vec<CertificateDer<'static>>, String> {
    let (usable, _) = roots.add_parsable_certificates(found.certs.iter().cloned());
    if usable > 0 {
        return Ok(found.certs);
    }
    let path = path.display();
    Err(match found.errors.first().map(|error| &error.kind) {
        Some(ErrorKind::Io { inner, .. }) => {
            format!("the certificates of CAs in {path} cannot be read: {inner}")
        }
        Some(ErrorKind::Pem(error)) => format!("{path} is no PEM file: {error}"),
        _ => format!("there is no certificate of a CA in PEM format in {path}"),
    })
}

/// Decides whether a server is believed.
#[derive(Debug)]
struct Verifier {
    roots: Arc<RootCertStore>,
    /// Those that the configuration names. A server may show one of them itself, although it is
    /// a CA's: such a certificate makes `openssl req -x509`.
    named: Vec<CertificateDer<'static>>,
    verify: Verify,
    provider: Arc<CryptoProvider>,
}

impl Verifier {
    fn new(tls: &Tls, provider: &Arc<CryptoProvider>) -> Result<Self, String> {
        let mut named = Vec::new();
        let roots = if tls.verify == Verify::Nothing {
            Arc::new(RootCertStore::empty())
        } else if tls.ca_file.is_none() && tls.ca_folder.is_none() {
            of_the_system()?
        } else {
            let mut roots = RootCertStore::empty();
            if let Some(file) = &tls.ca_file {
                let found = load_certs_from_paths(Some(file), None);
                named.extend(certificates(file, found, &mut roots)?);
            }
            if let Some(folder) = &tls.ca_folder {
                let found = load_certs_from_paths(None, Some(folder));
                named.extend(certificates(folder, found, &mut roots)?);
            }
            Arc::new(roots)
        };
        Ok(Self {
            roots,
            named,
            verify: tls.verify,
            provider: Arc::clone(provider),
        })
    }

    /// Whether a CA that `roots` names has signed the certificate, and its dates are right.
    fn verify_chain(
        &self,
        certificate: &CertificateDer,
        intermediates: &[CertificateDer],
        now: UnixTime,
        roots: &RootCertStore,
    ) -> Result<(), Error> {
        let certificate = ParsedCertificate::try_from(certificate)?;
        let algorithms = self.provider.signature_verification_algorithms.all;
        verify_server_cert_signed_by_trust_anchor(
            &certificate,
            roots,
            intermediates,
            now,
            algorithms,
        )
    }

    /// What is wrong with a certificate whose chain was refused with `error`.
    fn judge(
        &self,
        error: Error,
        certificate: &CertificateDer,
        now: UnixTime,
    ) -> Result<(), Error> {
        use CertificateError::{Expired, ExpiredContext, NotValidYet, NotValidYetContext};
        let Error::InvalidCertificate(what) = &error else {
            return Err(error);
        };
        // The dates of a certificate are judged before anything else of it.
        if matches!(
            what,
            Expired | ExpiredContext { .. } | NotValidYet | NotValidYetContext { .. }
        ) {
            return Err(error);
        }
        // One that cannot be read, such as one of X.509 version 1, shows nobody's signature.
        if ParsedCertificate::try_from(certificate).is_err() {
            return Err(error);
        }
        if self.named.iter().any(|it| it == certificate) {
            return Ok(());
        }
        let mut itself = RootCertStore::empty();
        let is_own_issuer = itself.add(certificate.clone().into_owned()).is_ok()
            && match self.verify_chain(certificate, &[], now, &itself) {
                Ok(()) | Err(Error::InvalidCertificate(CertificateError::Other(_))) => true,
                Err(_) => false,
            };
        if is_own_issuer {
            let error = CertificateError::Other(OtherError(Arc::new(SelfSigned)));
            return Err(Error::InvalidCertificate(error));
        }
        Err(error)
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        _ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if self.verify != Verify::Nothing {
            self.verify_chain(certificate, intermediates, now, &self.roots)
                .or_else(|error| self.judge(error, certificate, now))?;
        }
        if self.verify == Verify::ChainAndName {
            verify_server_name(&ParsedCertificate::try_from(certificate)?, name)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        if self.verify == Verify::Nothing {
            return Ok(HandshakeSignatureValid::assertion());
        }
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        if self.verify == Verify::Nothing {
            return Ok(HandshakeSignatureValid::assertion());
        }
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        let algorithms = &self.provider.signature_verification_algorithms;
        algorithms.supported_schemes()
    }
}
