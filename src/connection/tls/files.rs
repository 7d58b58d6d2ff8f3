//! The files that a configuration of TLS names, which are read here and watched for changes.
//!
//! This file judges no certificate of a server. Its errors are sentences that name a file and say what is wrong
//! with it. `trust` uses it, and `php::class` asks about an encrypted key.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem};
use rustls_native_certs::{ErrorKind, load_certs_from_paths};

use crate::config::{ClientCertificate, Tls};

/// The longest file in bytes that [`read`] accepts. Every bundle of CAs is shorter, so a longer file is no such
/// bundle.
const LARGEST: u64 = 8 * 1024 * 1024;

/// The files of a configuration, as they were when the configuration was read.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Stamps(Vec<(PathBuf, Option<Stamp>)>);

/// The attributes of a file of which at least one changes when the file is written or replaced.
#[derive(Clone, PartialEq, Eq)]
struct Stamp {
    file: (u64, u64),
    length: u64,
    modified: (i64, i64),
}

impl Stamps {
    pub(super) fn of(tls: &Tls) -> Self {
        let in_folder = tls.ca_folder.iter().flat_map(|folder| entries(folder));
        let of_ca = tls.ca_file.iter().chain(&tls.ca_folder).cloned();
        let client = tls.client.iter();
        let of_client = client.flat_map(|it| [it.certificate.clone(), it.key.clone()]);
        let stamped = |path: PathBuf| {
            let stamp = Stamp::of(&path);
            (path, stamp)
        };
        let paths = of_ca.chain(in_folder).chain(of_client);
        Self(paths.map(stamped).collect())
    }
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

/// Returns the paths in a folder, in an order that stays the same.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// Returns the text of a file, which must be a regular one, because a device or a pipe has no end or never
/// answers.
fn read(what: &str, path: &Path) -> Result<Vec<u8>, String> {
    let shown = path.display();
    let failed = |error| format!("the {what} {shown} cannot be read: {error}");
    let about = fs::metadata(path).map_err(failed)?;
    if !about.is_file() {
        return Err(format!("the {what} {shown} is no regular file"));
    }
    if about.len() > LARGEST {
        return Err(format!("the {what} {shown} is longer than 8 MiB"));
    }
    fs::read(path).map_err(failed)
}

/// Returns the certificates of a PEM file, of which there is at least one.
pub(super) fn certificates(
    what: &str,
    path: &Path,
) -> Result<Vec<CertificateDer<'static>>, String> {
    let text = read(what, path)?;
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&text).collect();
    match found {
        Ok(certificates) if !certificates.is_empty() => Ok(certificates),
        Ok(_) => Err(unusable(what, path, &pem::Error::NoItemsFound)),
        Err(error) => Err(unusable(what, path, &error)),
    }
}

/// Returns the certificates of all PEM files in a folder, of which there is at least one.
pub(super) fn certificates_in(folder: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let found = load_certs_from_paths(None, Some(folder));
    if !found.certs.is_empty() {
        return Ok(found.certs);
    }
    let folder = folder.display();
    Err(match found.errors.first().map(|error| &error.kind) {
        Some(ErrorKind::Io { inner, .. }) => {
            format!("the folder {folder} of CA certificates cannot be read: {inner}")
        }
        _ => format!("the folder {folder} has no CA certificate in PEM format"),
    })
}

/// Returns the certificates by which we are known, and their private key.
pub(super) fn identity(
    client: &ClientCertificate,
) -> Result<(Vec<CertificateDer<'static>>, PrivateKeyDer<'static>), String> {
    const KEY: &str = "private key";
    let ClientCertificate { certificate, key } = client;
    let certificates = certificates("client certificate", certificate)?;
    let text = read(KEY, key)?;
    if is_encrypted(&text) {
        return Err(encrypted(key));
    }
    let key = PrivateKeyDer::from_pem_slice(&text).map_err(|error| unusable(KEY, key, &error))?;
    Ok((certificates, key))
}

/// Returns what is wrong with the private key, if its file is encrypted. This is known before anything is sent,
/// while a file that cannot be read is reported when a connection is opened.
pub(crate) fn encrypted_key(tls: &Tls) -> Option<String> {
    let key = &tls.client.as_ref()?.key;
    let text = read("private key", key).ok()?;
    is_encrypted(&text).then(|| encrypted(key))
}

fn is_encrypted(key: &[u8]) -> bool {
    const SIGNS: [&str; 2] = ["BEGIN ENCRYPTED PRIVATE KEY", "Proc-Type: 4,ENCRYPTED"];
    let key = String::from_utf8_lossy(key);
    SIGNS.iter().any(|sign| key.contains(sign))
}

fn encrypted(key: &Path) -> String {
    format!(
        "the private key {} is encrypted; decrypt it once with openssl pkey -in OLD_FILE -out \
         NEW_FILE, and name the new file in \"local_pk\"",
        key.display()
    )
}

fn unusable(what: &str, path: &Path, error: &pem::Error) -> String {
    let path = path.display();
    match error {
        pem::Error::NoItemsFound => format!("the file {path} has no {what} in PEM format"),
        error => format!("the {what} {path} is no PEM file: {error}"),
    }
}
