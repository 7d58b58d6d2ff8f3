//! `WAIT`: how many replicas have what a connection has written.
//!
//! WAIT vouches for the writes of its own connection only. As the first command of a new connection it replies the
//! number of all replicas (measured with both of two replicas stopped). So WAIT goes in the pipeline of the call
//! that may grant, and each script that says yes has written something, because since Redis 7.2 a script that has
//! only read does not count as a write. WAIT is no [`Call`](super::Call), because it cannot be sent alone. A round
//! of `route` sends it, and the store of `route` reads its reply.

use std::time::Duration;

use super::reply::Reply;

/// The server may wait for its replicas for the time left divided by this. The rest is for giving back what the
/// replicas do not have.
const PART: u32 = 4;

/// Returns the arguments of `WAIT`, its name first, for a question that has so much time left.
pub(crate) fn args(min_replicas: u32, left: Duration) -> [Vec<u8>; 3] {
    let millis = (left / PART).as_millis();
    // To WAIT a zero means without end.
    let millis = u64::try_from(millis).unwrap_or(u64::MAX).max(1);
    [
        b"WAIT".to_vec(),
        min_replicas.to_string().into_bytes(),
        millis.to_string().into_bytes(),
    ]
}

/// Returns how many replicas have the writes. A master that is demoted meanwhile replies with an error.
pub(crate) fn read(reply: &Reply) -> Option<u32> {
    match reply {
        Reply::Int(count) => u32::try_from(*count).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_waits_for_a_quarter_of_the_time_and_never_without_end() {
        let millis = |left| String::from_utf8(args(2, left)[2].clone()).unwrap();
        assert_eq!(args(2, Duration::from_secs(1))[..2], [&b"WAIT"[..], b"2"]);
        assert_eq!(millis(Duration::from_secs(1)), "250");
        assert_eq!(millis(Duration::from_millis(3)), "1");
        assert_eq!(millis(Duration::ZERO), "1");
    }

    #[test]
    fn only_a_number_counts() {
        assert_eq!(read(&Reply::Int(2)), Some(2));
        for other in [
            Reply::Int(-1),
            Reply::Okay,
            Reply::Nil,
            Reply::Bytes(b"2".to_vec()),
        ] {
            assert_eq!(read(&other), None);
        }
    }
}
