//! From addresses to a connected socket, without ever blocking.
//!
//! Each address of a host gets its share of the time, so a silent address does not use all of it. The first
//! address that accepts is taken, because a server that is silent afterwards would be no better at another
//! address. This file sends nothing and resolves no name. `opening` drives it.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use std::vec;

use socket2::{Domain, SockAddr, Socket, TcpKeepalive, Type};

use super::{Step, is_nothing};
use crate::clock::Moment;
use crate::os::{self, ForkSafe, Ready, Wanted};

/// The pause after which a Unix socket is tried again whose server is too busy to accept.
const PAUSE: Duration = Duration::from_millis(1);

/// A connection that is being made to one of several addresses.
pub(super) struct Connecting {
    rest: vec::IntoIter<ConnectTarget>,
    attempt: Option<Attempt>,
    /// The error of the address that failed last.
    failure: io::Error,
}

/// An address to which a connection is tried.
enum ConnectTarget {
    Tcp(SocketAddr),
    Unix(PathBuf),
}

struct Attempt {
    socket: ForkSafe<Socket>,
    address: SockAddr,
    /// The moment from which the next address is tried, or [`Moment::NEVER`] for the last address.
    ends: Moment,
}

impl Connecting {
    pub(super) fn to_addresses(addresses: Vec<SocketAddr>) -> Self {
        Self::to(addresses.into_iter().map(ConnectTarget::Tcp).collect())
    }

    pub(super) fn to_socket(path: PathBuf) -> Self {
        Self::to(vec![ConnectTarget::Unix(path)])
    }

    fn to(targets: Vec<ConnectTarget>) -> Self {
        Self {
            rest: targets.into_iter(),
            attempt: None,
            failure: io::Error::other("the host name has no address"),
        }
    }

    /// Goes on as far as is possible now. The addresses share the time until `limit`, which ends no attempt,
    /// because a later step may find the connection made.
    ///
    /// # Errors
    /// No address has accepted, and the error is that of the last one.
    pub(super) fn step(
        &mut self,
        now: Moment,
        limit: Moment,
    ) -> io::Result<Step<ForkSafe<Socket>>> {
        loop {
            let attempt = match self.attempt.take() {
                Some(attempt) => attempt,
                None if limit <= now => return Ok(Step::Waits(Wanted::time(limit))),
                None => self.next_attempt(now, limit)?,
            };
            // connect(2) on the same socket says each time how the attempt goes on.
            let Err(error) = attempt.socket.connect(&attempt.address) else {
                attempt.socket.set_nonblocking(false)?;
                return Ok(Step::Done(attempt.socket));
            };
            let until = attempt.ends.min(limit);
            let wanted = if os::is_connecting(&error) {
                Wanted::ready(&*attempt.socket, Ready::Write, until)
            } else if is_nothing(&error) {
                // A Unix socket whose server is too busy to accept says "try again" at once, where TCP would wait.
                Wanted::time(now.after(PAUSE).min(until))
            } else {
                self.failure = error;
                continue;
            };
            if now < attempt.ends {
                self.attempt = Some(attempt);
                return Ok(Step::Waits(wanted));
            }
            self.failure = io::ErrorKind::TimedOut.into();
        }
    }

    /// Returns the attempt at the next address for which the system makes a socket.
    fn next_attempt(&mut self, now: Moment, limit: Moment) -> io::Result<Attempt> {
        loop {
            let still = u32::try_from(self.rest.len()).unwrap_or(u32::MAX);
            let Some(target) = self.rest.next() else {
                let none = io::Error::other("there is no other address");
                return Err(std::mem::replace(&mut self.failure, none));
            };
            let ends = match still {
                1 => Moment::NEVER,
                _ => now.after(limit.until(now) / still),
            };
            match Attempt::at(target, ends) {
                Ok(attempt) => return Ok(attempt),
                // The system may have no sockets of this address's kind, and have those of another kind.
                Err(error) => self.failure = error,
            }
        }
    }
}

impl Attempt {
    fn at(target: ConnectTarget, ends: Moment) -> io::Result<Self> {
        let attempt = match target {
            ConnectTarget::Tcp(address) => Self {
                socket: tcp_socket(address)?,
                address: address.into(),
                ends,
            },
            ConnectTarget::Unix(path) => Self {
                socket: ForkSafe::make(|| Socket::new(Domain::UNIX, Type::STREAM, None))?,
                address: SockAddr::unix(path)?,
                ends,
            },
        };
        attempt.socket.set_nonblocking(true)?;
        Ok(attempt)
    }
}

fn tcp_socket(address: SocketAddr) -> io::Result<ForkSafe<Socket>> {
    let domain = Domain::for_address(address);
    let socket = ForkSafe::make(|| Socket::new(domain, Type::STREAM, None))?;
    socket.set_tcp_nodelay(true)?;
    // Keepalive notices after a while that a peer vanished while the connection was idle.
    let keepalive = TcpKeepalive::new().with_time(Duration::from_secs(60));
    socket.set_tcp_keepalive(&keepalive)?;
    Ok(socket)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an address whose queue of connections is full, so that a further connection waits in vain.
    fn silent() -> (Socket, Vec<Socket>, SocketAddr) {
        let listener = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        let any: SocketAddr = "127.0.0.1:0".parse().unwrap();
        listener.bind(&any.into()).unwrap();
        listener.listen(0).unwrap();
        let address = listener.local_addr().unwrap();
        let fill = |_| {
            let filler = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
            filler.set_nonblocking(true).unwrap();
            let _ = filler.connect(&address);
            filler
        };
        let fillers = (0..4).map(fill).collect();
        (listener, fillers, address.as_socket().unwrap())
    }

    /// Returns the socket if it is connected by `limit`.
    fn run(connecting: &mut Connecting, limit: Moment) -> io::Result<Option<ForkSafe<Socket>>> {
        loop {
            let now = os::now();
            match connecting.step(now, limit)? {
                Step::Done(socket) => return Ok(Some(socket)),
                Step::Waits(_) if limit <= now => return Ok(None),
                Step::Waits(wanted) => drop(os::wait_for_any(&[wanted])?),
            }
        }
    }

    #[test]
    fn a_silent_address_costs_its_share_and_no_more() {
        let (_listener, _fillers, silent) = silent();
        let good = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let addresses = vec![silent, good.local_addr().unwrap()];
        let begun = os::now();
        let limit = begun.after(Duration::from_millis(200));
        let socket = run(&mut Connecting::to_addresses(addresses), limit);
        let socket = socket.unwrap().unwrap();
        let peer = socket.peer_addr().unwrap().as_socket();
        assert_eq!(peer, good.local_addr().ok());
        assert!(os::now() >= begun.after(Duration::from_millis(100)));
    }

    #[test]
    fn the_last_of_silent_addresses_may_still_accept_after_the_limit() {
        let (listener, fillers, silent) = silent();
        let mut connecting = Connecting::to_addresses(vec![silent, silent]);
        let limit = os::now().after(Duration::from_millis(50));
        assert!(run(&mut connecting, limit).unwrap().is_none());
        assert!(os::now() >= limit);
        // The queue has room again, and the kernel repeats its packet after a second.
        for filler in &fillers {
            let accepted = listener.accept();
            drop((accepted, filler.shutdown(std::net::Shutdown::Both)));
        }
        let later = os::now().after(Duration::from_secs(20));
        assert!(run(&mut connecting, later).unwrap().is_some());
    }

    #[test]
    fn a_refusal_is_the_failure_of_the_last_address() {
        let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = closed.local_addr().unwrap();
        drop(closed);
        let deadline = os::now().after(Duration::from_secs(10));
        let run = |addresses| run(&mut Connecting::to_addresses(addresses), deadline);
        let failure = run(vec![address, address]).err();
        assert_eq!(failure.unwrap().kind(), io::ErrorKind::ConnectionRefused);
        assert!(run(Vec::new()).is_err());
    }
}
