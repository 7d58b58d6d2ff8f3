//! What a configuration says of TLS, finished for rustls: whom to believe, and by which certificate we are known.
//!
//! The certificates of the system are read once a process. This file sends nothing. `endpoint` uses it.

use std::sync::Arc;

use rustls::client::Resumption;
use rustls::crypto::CryptoProvider;
use rustls::{ClientConfig, Error, RootCertStore};
use rustls_native_certs::load_native_certs;

use super::files::{self, Stamps};
use super::verifier::Verifier;
use crate::config::{ClientCertificate, Tls, Verify};
use crate::os::Undisturbed;

/// The error of a file that cannot be used.
#[derive(Debug)]
pub(in crate::connection) struct TlsFileError {
    /// The sentence that names the file and says what is wrong with it.
    pub(in crate::connection) sentence: String,
    /// Whether only the halves of a pair do not fit, because one of them may have been replaced before the other.
    pub(in crate::connection) is_half: bool,
}

impl From<String> for TlsFileError {
    fn from(sentence: String) -> Self {
        let is_half = false;
        Self { sentence, is_half }
    }
}

impl TlsFileError {
    fn of_pair(client: &ClientCertificate, error: &Error) -> Self {
        let (certificate, key) = (client.certificate.display(), client.key.display());
        let is_half = matches!(error, Error::InconsistentKeys(_));
        let sentence = if is_half {
            format!("the private key {key} does not belong to the client certificate {certificate}")
        } else {
            format!(
                "the client certificate {certificate} cannot be used with the private key {key}: \
                 {error}"
            )
        };
        Self { sentence, is_half }
    }
}

/// A finished configuration of rustls, and the files that it came from.
#[derive(Clone)]
pub(in crate::connection) struct Trust {
    pub(in crate::connection) config: Arc<ClientConfig>,
    files: Stamps,
}

impl Trust {
    /// Reads the files.
    ///
    /// # Errors
    /// A file cannot be used, and the error says what is wrong with it.
    pub(in crate::connection) fn read(tls: &Tls) -> Result<Self, TlsFileError> {
        // The stamps are taken first, so a file that is replaced meanwhile is read again.
        let files = Stamps::of(tls);
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let verifier = verifier(tls, &provider)?;
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| TlsFileError::from(error.to_string()))?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier));
        let mut config = match &tls.client {
            None => config.with_no_client_auth(),
            Some(client) => {
                let (certificates, key) = files::identity(client)?;
                let result = config.with_client_auth_cert(certificates, key);
                result.map_err(|error| TlsFileError::of_pair(client, &error))?
            }
        };
        config.resumption = Resumption::disabled();
        Ok(Self {
            config: Arc::new(config),
            files,
        })
    }

    /// Returns whether every file is still as it was when it was read.
    pub(in crate::connection) fn is_current(&self, tls: &Tls) -> bool {
        self.files == Stamps::of(tls)
    }
}

fn verifier(tls: &Tls, provider: &CryptoProvider) -> Result<Verifier, String> {
    if tls.verify == Verify::Nothing {
        let nobody = Arc::new(RootCertStore::empty());
        return Ok(Verifier::of_roots(nobody, tls.verify, provider));
    }
    if tls.ca_file.is_none() && tls.ca_folder.is_none() {
        return Ok(Verifier::of_roots(of_the_system()?, tls.verify, provider));
    }
    let mut named = Vec::new();
    if let Some(file) = &tls.ca_file {
        named.extend(files::certificates("CA certificate", file)?);
    }
    if let Some(folder) = &tls.ca_folder {
        named.extend(files::certificates_in(folder)?);
    }
    Ok(Verifier::of_named(named, tls.verify, provider))
}

/// The certificates of the system, once they have been read.
static OF_THE_SYSTEM: Undisturbed<Option<Arc<RootCertStore>>> = Undisturbed::new(None);

fn of_the_system() -> Result<Arc<RootCertStore>, String> {
    if let Some(roots) = OF_THE_SYSTEM.with(|roots| roots.clone()) {
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
    OF_THE_SYSTEM.with(|read| *read = Some(Arc::clone(&roots)));
    Ok(roots)
}
