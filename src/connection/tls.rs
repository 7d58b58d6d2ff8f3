//! TLS: whom to trust, the handshake, and the records in which commands and replies travel.
//!
//! rustls does the cryptography and the protocol. It never sees the socket's blocking mode, the process-wide
//! default provider or a cache of sessions, because a cache is a mutex, which a fork may leave locked. `endpoint`
//! keeps what was read from files, `opening` and `channel` use sessions, and `php::class` asks about an encrypted
//! key.

mod error;
mod files;
mod session;
mod trust;
mod verifier;

pub(super) use error::{explained, is_final};
pub(crate) use files::encrypted_key;
pub(crate) use session::Encryption;
pub(super) use session::Session;
pub(super) use trust::{TlsFileError, Trust};
