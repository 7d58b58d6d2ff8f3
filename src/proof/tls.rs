//! A server's end of TLS, with a certificate of its own that is made on the spot.
//!
//! Nobody can verify it. Used by the tests of `connection`.

use std::sync::Arc;

use rustls::{ServerConfig, ServerConnection, SupportedProtocolVersion};

/// How long a record is in which there is one ticket of TLS 1.3, before it is encrypted.
pub(crate) const RECORD_OF_A_TICKET: usize = 86;

/// A server that knows these versions alone. In TLS 1.3 it sends so many tickets behind the
/// handshake. `record`: how long a record is at most.
pub(crate) fn server(
    versions: &[&'static SupportedProtocolVersion],
    tickets: usize,
    record: Option<usize>,
) -> ServerConnection {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = made.signing_key.serialize_der().try_into().unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_protocol_versions(versions)
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    config.send_tls13_tickets = tickets;
    config.max_fragment_size = record;
    ServerConnection::new(Arc::new(config)).unwrap()
}
