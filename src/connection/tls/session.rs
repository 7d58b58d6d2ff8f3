//! One TLS connection over a socket of its owner.
//!
//! Plaintext never rests in here, because what has been decrypted goes to the inbox at once. Otherwise a waiter
//! would sleep at a silent socket while its reply rests in here (measured with a reply of 9,000 bytes). A session
//! waits for nothing but a receive that may sleep. `opening` makes sessions, and `channel` uses them.

use std::io::{self, IoSlice, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, ProtocolVersion};
use socket2::Socket;

use super::verifier;
use crate::connection::inbox::Inbox;
use crate::connection::{Moved, is_nothing, not_the_end};
use crate::os::{self, Ready, Receive};

/// What protects a connection.
pub(crate) struct Encryption {
    /// The version of TLS, as a person writes it.
    pub(crate) version: &'static str,
    /// The end of the server's certificate, since 1970, or `None` if the certificate does not say it in a form that
    /// webpki reads.
    pub(crate) certificate_ends: Option<Duration>,
}

pub(in crate::connection) struct Session {
    tls: ClientConnection,
    records: Records,
}

impl Session {
    /// Returns a session that has sent nothing yet.
    ///
    /// # Errors
    /// The error of rustls, if it makes no session.
    pub(in crate::connection) fn new(
        config: Arc<ClientConfig>,
        name: ServerName<'static>,
    ) -> Result<Self, rustls::Error> {
        Ok(Self {
            tls: ClientConnection::new(config, name)?,
            records: Records::default(),
        })
    }

    /// Returns what protects the connection, once the handshake is over.
    pub(in crate::connection) fn encryption(&self) -> Encryption {
        let shown = self.tls.peer_certificates().unwrap_or_default();
        Encryption {
            version: match self.tls.protocol_version() {
                Some(ProtocolVersion::TLSv1_3) => "TLS 1.3",
                Some(ProtocolVersion::TLSv1_2) => "TLS 1.2",
                _ => "TLS",
            },
            // The others may be of a chain that nobody needs.
            certificate_ends: shown.first().and_then(verifier::end),
        }
    }

    /// As [`Channel::shake_hands`](crate::connection::channel::Channel::shake_hands). Our last bytes may go with
    /// the first command.
    pub(in crate::connection) fn shake_hands(
        &mut self,
        socket: &Socket,
        inbox: &mut Inbox,
    ) -> io::Result<Moved> {
        let mut moved = match self.flush(socket) {
            Err(error) if is_nothing(&error) => return Ok(Moved::Nothing(Ready::Write)),
            sent => sent? > 0,
        };
        match self.receive(socket, inbox, Receive::Now) {
            Err(error) if is_nothing(&error) => {}
            received => moved = received.map(|()| true)?,
        }
        Ok(match (self.tls.is_handshaking(), moved) {
            (false, _) => Moved::All,
            (true, true) => Moved::Some,
            (true, false) => Moved::Nothing(Ready::Read),
        })
    }

    #[cold]
    pub(in crate::connection) fn send(
        &mut self,
        socket: &Socket,
        bytes: &[u8],
    ) -> io::Result<usize> {
        // rustls takes no more than its buffer has room for, so a long pipeline is sent in parts.
        let taken = self.tls.writer().write(bytes)?;
        match self.flush(socket) {
            Err(error) if is_nothing(&error) && taken > 0 => Ok(taken),
            sent => sent.map(|_| taken),
        }
    }

    pub(in crate::connection) fn has_sent_all(&self) -> bool {
        !self.tls.wants_write()
    }

    #[cold]
    pub(in crate::connection) fn receive(
        &mut self,
        socket: &Socket,
        inbox: &mut Inbox,
        how: Receive,
    ) -> io::Result<()> {
        let mut left = self.read_records(socket, how)?;
        while left > 0 {
            let more = not_the_end(self.tls.reader().read(inbox.room())?)?;
            inbox.add(more);
            left = left.saturating_sub(more);
        }
        Ok(())
    }

    /// As [`Channel::is_silent`](crate::connection::channel::Channel::is_silent). This reads rather than peeks,
    /// because a record without data would hide what comes behind it, and a record that has not ended may have
    /// data. A server that sends records without end has to be left, because this function has no deadline.
    #[cold]
    pub(in crate::connection) fn is_silent(&mut self, socket: &Socket, inbox: &mut Inbox) -> bool {
        /// The number of reads after which a server is left, which is far more than any server's tickets need.
        const READS: usize = 16;
        for _ in 0..READS {
            match self.receive(socket, inbox, Receive::Now) {
                Ok(()) if inbox.is_empty() => {}
                Err(error) if is_nothing(&error) => return self.records.are_whole(),
                _ => return false,
            }
        }
        false
    }

    /// Reads bytes from the socket, decrypts the records that are whole, and returns how many bytes of data are
    /// there to be read.
    fn read_records(&mut self, socket: &Socket, how: Receive) -> io::Result<usize> {
        let mut source = Source {
            socket,
            how,
            records: &mut self.records,
        };
        not_the_end(self.tls.read_tls(&mut source)?)?;
        let was_open = !self.tls.is_handshaking();
        let state = self.tls.process_new_packets();
        if self.tls.wants_write() && (was_open || state.is_err()) {
            // This is an answer of TLS itself, to a change of keys or to an error. What does not go now goes with
            // the next command, if there is one.
            let _ = self.tls.write_tls(&mut Sink(socket));
        }
        let state = state.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        let data = state.plaintext_bytes_to_read();
        if state.peer_has_closed() && data == 0 {
            return not_the_end(0);
        }
        Ok(data)
    }

    /// Sends what rustls has ready, of which a part may stay, and returns how many bytes went.
    ///
    /// # Errors
    /// `WouldBlock` if no byte went, or the reason that the server has given for closing the connection, if it has
    /// given one.
    fn flush(&mut self, socket: &Socket) -> io::Result<usize> {
        let mut sent = 0;
        while self.tls.wants_write() {
            match self.tls.write_tls(&mut Sink(socket)) {
                Ok(more) => sent += more,
                Err(error) if is_nothing(&error) && sent > 0 => break,
                Err(error) if is_nothing(&error) => return Err(error),
                Err(error) => return Err(self.last_words(socket).unwrap_or(error)),
            }
        }
        Ok(sent)
    }

    /// Returns why the server closed the connection, if it has said so. The refusal of a client certificate, for
    /// example, may come after the end of the handshake.
    fn last_words(&mut self, socket: &Socket) -> Option<io::Error> {
        loop {
            match self.read_records(socket, Receive::Now) {
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::InvalidData => return Some(error),
                Err(_) => return None,
            }
        }
    }
}

/// The source from which rustls reads records.
struct Source<'a> {
    socket: &'a Socket,
    how: Receive,
    records: &'a mut Records,
}

impl Read for Source<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let more = os::receive(self.socket, room, self.how)?;
        self.records.follow(room.get(..more).unwrap_or_default());
        Ok(more)
    }
}

/// The sink to which rustls writes records.
struct Sink<'a>(&'a Socket);

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send_with_flags(bytes, os::SEND_NOW)
    }

    fn write_vectored(&mut self, pieces: &[IoSlice<'_>]) -> io::Result<usize> {
        self.0.send_vectored_with_flags(pieces, os::SEND_NOW)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The place of the last byte in the stream of records, whose form is that of
/// <https://www.rfc-editor.org/rfc/rfc8446#section-5.1>.
#[derive(Default)]
struct Records {
    /// The bytes of the next record's header that have come: type, version and length.
    header: Vec<u8>,
    /// The number of bytes of the record that are still to come.
    left: usize,
}

impl Records {
    const HEADER: usize = 5;

    fn follow(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.left > 0 {
                let more = self.left.min(bytes.len());
                self.left -= more;
                bytes = bytes.get(more..).unwrap_or_default();
                continue;
            }
            let missing = Self::HEADER - self.header.len();
            let more = missing.min(bytes.len());
            self.header.extend(bytes.get(..more).unwrap_or_default());
            bytes = bytes.get(more..).unwrap_or_default();
            if let [.., high, low] = *self.header
                && self.header.len() == Self::HEADER
            {
                self.left = usize::from(u16::from_be_bytes([high, low]));
                self.header.clear();
            }
        }
    }

    fn are_whole(&self) -> bool {
        self.left == 0 && self.header.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rustls::version::{TLS12, TLS13};
    use rustls::{ProtocolVersion, ServerConnection, SupportedProtocolVersion};

    use crate::config::{Tls, Verify};
    use crate::connection::tls::Trust;
    use crate::proof;
    use crate::proof::random::Random;

    /// A server's end, whose bytes travel in pieces.
    struct TlsServer {
        tls: ServerConnection,
        socket: Socket,
        /// The bytes that the server has sent and that the network has not delivered yet.
        on_the_way: Vec<u8>,
        heard: Vec<u8>,
    }

    /// Both ends of a connection, and the dice of the network.
    struct Line {
        server: TlsServer,
        socket: Socket,
        session: Session,
        inbox: Inbox,
        random: Random,
        /// The number of times that the server has changed its keys since it sent data, of which rustls permits
        /// 32.
        new_keys: usize,
    }

    fn line(seed: u64) -> Line {
        line_with(seed, &TLS13, 2, None)
    }

    /// Returns a line to a server of this version that sends so many tickets, and records of this length at most.
    fn line_with(
        seed: u64,
        version: &'static SupportedProtocolVersion,
        tickets: usize,
        record: Option<usize>,
    ) -> Line {
        let trust = Trust::read(&Tls {
            verify: Verify::Nothing,
            ..Tls::default()
        });
        let name = ServerName::try_from("localhost").unwrap();
        let session = Session::new(trust.unwrap().config, name).unwrap();
        let (ours, theirs) = std::os::unix::net::UnixStream::pair().unwrap();
        Line {
            server: TlsServer {
                tls: proof::tls::server(&[version], tickets, record),
                socket: theirs.into(),
                on_the_way: Vec::new(),
                heard: Vec::new(),
            },
            socket: ours.into(),
            session,
            inbox: Inbox::new(),
            random: Random::new(seed),
            new_keys: 0,
        }
    }

    impl TlsServer {
        /// Reads what has come, and answers what TLS itself has to answer.
        fn serve(&mut self, random: &mut Random) {
            let mut bytes = vec![0; 1 + random.below(3000)];
            if let Ok(more) = os::receive(&self.socket, &mut bytes, Receive::Now) {
                let mut come = &bytes[..more];
                while !come.is_empty() {
                    self.tls.read_tls(&mut come).unwrap();
                    self.tls.process_new_packets().unwrap();
                    let mut heard = Vec::new();
                    let _ = self.tls.reader().read_to_end(&mut heard);
                    self.heard.extend(heard);
                }
            }
            while self.tls.wants_write() {
                self.tls.write_tls(&mut self.on_the_way).unwrap();
            }
        }

        /// Delivers a piece of the bytes that the network has not delivered yet.
        fn deliver(&mut self, random: &mut Random) {
            let most = self.on_the_way.len();
            let longest = random.pick(&[5, 5000]);
            let piece = 1 + random.below(longest);
            let piece = piece.min(most);
            if piece > 0
                && let Ok(sent) = self
                    .socket
                    .send_with_flags(&self.on_the_way[..piece], os::SEND_NOW)
            {
                self.on_the_way.drain(..sent);
            }
        }
    }

    impl Line {
        /// Lets time pass, in which bytes travel in either direction or in none. The server may change its keys,
        /// and asks us to change ours.
        fn pass(&mut self) {
            let tls = &mut self.server.tls;
            if tls.protocol_version() == Some(ProtocolVersion::TLSv1_3)
                && !tls.is_handshaking()
                && self.new_keys < 20
                && self.random.below(10) == 0
            {
                tls.refresh_traffic_keys().unwrap();
                self.new_keys += 1;
            }
            self.server.serve(&mut self.random);
            if self.random.below(3) > 0 {
                self.server.deliver(&mut self.random);
            }
        }

        fn shake_hands(&mut self) {
            while !matches!(
                self.session
                    .shake_hands(&self.socket, &mut self.inbox)
                    .unwrap(),
                Moved::All
            ) {
                self.pass();
            }
        }

        fn send(&mut self, bytes: &[u8]) {
            let mut sent = 0;
            while sent < bytes.len() || !self.session.has_sent_all() {
                match self.session.send(&self.socket, &bytes[sent..]) {
                    Ok(more) => sent += more,
                    Err(error) => assert!(is_nothing(&error), "{error}"),
                }
                self.pass();
            }
        }

        /// Receives until the socket is empty.
        fn receive(&mut self) {
            loop {
                match self
                    .session
                    .receive(&self.socket, &mut self.inbox, Receive::Now)
                {
                    Ok(()) => {}
                    Err(error) => {
                        assert!(is_nothing(&error), "{error}");
                        return;
                    }
                }
            }
        }

        /// Sends a reply of the server in records of any length, and returns when all of it has arrived.
        fn reply(&mut self, text: &[u8]) {
            let mut rest = text;
            while !rest.is_empty() || !self.server.on_the_way.is_empty() {
                if !rest.is_empty() && self.random.below(2) == 0 {
                    let record = 1 + self.random.below(rest.len().min(20_000));
                    let taken = self.server.tls.writer().write(&rest[..record]).unwrap();
                    rest = &rest[taken..];
                    self.new_keys = 0;
                }
                self.pass();
                if self.random.below(2) == 0 {
                    self.receive();
                }
            }
            // All bytes are at the socket, so none of them may stay behind.
            self.receive();
        }

        /// Sends a last reply of the server, and its word that it sends no more. Returns how the connection ends.
        fn end(&mut self, text: &[u8]) -> io::Error {
            self.server.tls.writer().write_all(text).unwrap();
            self.server.tls.send_close_notify();
            // A server says nothing behind its last word.
            self.new_keys = usize::MAX;
            loop {
                self.pass();
                match self
                    .session
                    .receive(&self.socket, &mut self.inbox, Receive::Now)
                {
                    Err(error) if !is_nothing(&error) => return error,
                    _ => {}
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None,
            cases: 100,
            ..ProptestConfig::default()
        })]

        #[test]
        fn however_the_network_cuts_it_nothing_is_lost_and_nothing_stays_behind(seed in any::<u64>()) {
            let mut dice = Random::new(!seed);
            let version = dice.pick(&[&TLS12, &TLS13]);
            let tickets = dice.pick(&[0, 2, 50]);
            let record = dice.pick(&[None, Some(1000)]);
            let mut line = line_with(seed, version, tickets, record);
            line.shake_hands();
            prop_assert_eq!(line.server.tls.protocol_version(), Some(version.version));
            for _ in 0..5 {
                let length = line.random.below(40_000) + 1;
                let request = vec![b'x'; length];
                line.send(&request);
                while line.server.heard.len() < length {
                    line.pass();
                }
                prop_assert_eq!(&line.server.heard, &request);
                line.server.heard.clear();
                let length = line.random.below(60_000) + 1;
                let body = vec![b'y'; length];
                let reply = [format!("${length}\r\n").as_bytes(), &body, b"\r\n"].concat();
                line.reply(&reply);
                let read = line.inbox.next_reply().unwrap();
                prop_assert_eq!(read, Some(crate::protocol::Reply::Bytes(body)));
                prop_assert!(line.inbox.is_empty() && line.session.records.are_whole());
                prop_assert!(line.session.is_silent(&line.socket, &mut line.inbox));
            }
            let end = line.end(b"+OK\r\n");
            prop_assert_eq!(end.kind(), io::ErrorKind::UnexpectedEof);
            let read = line.inbox.next_reply().unwrap();
            prop_assert_eq!(read, Some(crate::protocol::Reply::Okay));
            prop_assert!(!line.session.is_silent(&line.socket, &mut line.inbox));
        }
    }

    #[test]
    fn a_server_that_floods_us_with_tickets_is_not_silent_and_is_not_read_to_its_end() {
        let mut line = line_with(3, &TLS13, 5_000, Some(proof::tls::RECORD_OF_A_TICKET));
        line.new_keys = usize::MAX;
        line.shake_hands();
        line.send(b"x");
        // More than that does not fit into the socket.
        while line.server.on_the_way.is_empty() {
            line.pass();
        }
        let server = &mut line.server;
        while let Ok(sent) = server
            .socket
            .send_with_flags(&server.on_the_way, os::SEND_NOW)
        {
            server.on_the_way.drain(..sent);
        }
        assert!(!server.on_the_way.is_empty());
        assert!(!line.session.is_silent(&line.socket, &mut line.inbox));
        // Neither an error nor the end of the bytes has ended the reads.
        let more = line
            .session
            .receive(&line.socket, &mut line.inbox, Receive::Now);
        assert!(more.is_ok());
    }

    #[test]
    fn tickets_are_no_data_and_half_a_record_is_no_silence() {
        let mut line = line(1);
        line.shake_hands();
        // The tickets of the server come right behind our last bytes of the handshake, which go with the first
        // command.
        line.send(b"x");
        for _ in 0..1000 {
            line.pass();
        }
        assert!(line.session.is_silent(&line.socket, &mut line.inbox));
        line.server.tls.writer().write_all(b"+OK\r\n").unwrap();
        line.server.serve(&mut line.random);
        let record = std::mem::take(&mut line.server.on_the_way);
        line.server.socket.send(&record[..7]).unwrap();
        assert!(!line.session.is_silent(&line.socket, &mut line.inbox));
        line.server.socket.send(&record[7..]).unwrap();
        assert!(!line.session.is_silent(&line.socket, &mut line.inbox));
        assert!(!line.inbox.is_empty());
    }

    #[test]
    fn the_end_of_a_connection_is_an_end_in_the_midst_of_a_record_too() {
        let mut line = line(2);
        line.shake_hands();
        line.send(b"x");
        line.receive();
        line.server.tls.writer().write_all(b"+OK\r\n").unwrap();
        line.server.serve(&mut line.random);
        line.server.deliver(&mut line.random);
        let Line {
            server,
            session,
            socket,
            inbox,
            ..
        } = &mut line;
        server.socket.shutdown(std::net::Shutdown::Both).unwrap();
        let end = loop {
            if let Err(error) = session.receive(socket, inbox, Receive::Now) {
                break error;
            }
        };
        assert_eq!(end.kind(), io::ErrorKind::UnexpectedEof);
    }
}
