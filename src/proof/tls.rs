//! A server's end of TLS for the tests of `connection`, with a certificate that is made on the spot.
//!
//! Nobody can verify the certificate, because it is signed by itself.

use std::sync::Arc;

use rustls::{ServerConfig, ServerConnection, SupportedProtocolVersion};

/// The length of a record of TLS 1.3 that has one ticket in it, in bytes before encryption.
pub(crate) const RECORD_OF_A_TICKET: usize = 86;

/// Returns a server that knows `versions` alone, and in TLS 1.3 sends `tickets` tickets behind the handshake.
/// No record of the server is longer than `record`, if that is given.
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
