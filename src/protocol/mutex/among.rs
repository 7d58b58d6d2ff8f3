//! What a quorum asks of one of its servers, and what the server may say.
//!
//! Nearly all questions are those of one server. A quorum alone has a release for good, which passes the owner's keys at
//! all servers on to the next waiter, the acquire that takes such keys over, and the settlement of a fencing token. This file counts no
//! answers. `route::quorum` asks, and the model of a quorum does so too.

use std::time::Duration;

use super::{acquire, adopt, expire, grant, release, renew, set, settle};
use crate::protocol::call::Call;
use crate::protocol::get;
use crate::protocol::pttl::{self, KeyLifetime};
use crate::protocol::question::{Question, Read};
use crate::protocol::reply::Reply;
use crate::store::{Fence, Holder, LeaseRequest, QueuePlace, Retry, Standing, Ticket, Vote};

/// One question to one server about the key of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ask {
    /// Get the key if it is free, under a token that was never sent.
    First,
    /// Get the key, and stand in no queue. `passed_by` is the owner that has passed its keys on to the token, if the
    /// token knows one, here and in a join.
    Acquire {
        ticket: Option<Ticket>,
        passed_by: Option<Vec<u8>>,
    },
    /// Get the key or a place in the queue.
    Join {
        standing: Standing,
        passed_by: Option<Vec<u8>>,
    },
    /// Say who has the key.
    Look,
    /// Say how long the key lives.
    Lifetime,
    /// Raise the fencing token to this one.
    Settle(i64),
    /// Give the key back, or the place in the queue.
    Release,
    /// The same, under a token that will never own a key again.
    ReleaseForGood,
    /// Leave the key to the waiter that takes it over, or to nobody after a short lease.
    PassOn,
    /// Take the key over from this token.
    Adopt(Vec<u8>),
    Expire,
    Renew,
}

/// What a server has said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Statement {
    /// Yes. `passed_by` is the owner that has passed its keys on, if the wake-up that says so lay unread.
    Yes {
        fence: Fence,
        passed_by: Option<Vec<u8>>,
    },
    /// Yes, and the wake-up of the waiter that has the key now names the token whose other keys it gets too.
    HandedOver,
    No,
    /// No, and the token stands in the queue behind this holder.
    Waits(QueuePlace, Holder),
    /// The answer to a look.
    Has(Holder),
    /// The answer to the question how long the key lives.
    Lives(KeyLifetime),
}

impl Statement {
    pub(crate) fn is_yes(&self) -> bool {
        matches!(self, Self::Yes { .. } | Self::HandedOver)
    }

    /// Returns whether the token does not have the key.
    pub(crate) fn is_no(&self) -> bool {
        matches!(self, Self::No | Self::Waits(..))
    }

    /// Returns who has the key, as far as the server has said it.
    pub(crate) fn holder(&self) -> Option<&Holder> {
        match self {
            Self::Waits(_, holder) | Self::Has(holder) => Some(holder),
            _ => None,
        }
    }
}

impl Statement {
    /// Returns what a server has said whose reply means this vote, if that is a yes or a no.
    fn of(vote: &Vote) -> Option<Self> {
        match vote {
            Vote::Granted(fence) => Some(Self::Yes {
                fence: *fence,
                passed_by: None,
            }),
            Vote::Refused => Some(Self::No),
            Vote::Waits(_) | Vote::Unacknowledged(_) | Vote::Unknown(_) => None,
        }
    }
}

/// The lease that a token keeps at the other servers when it has passed its keys on. The waiter takes the keys over
/// within a claim, or nobody does.
pub(crate) const PASSED_ON: Duration = Duration::from_secs(1);

/// Returns the question that asks a server for what `ask` says.
pub(crate) fn question<'a>(request: &LeaseRequest<'a>, ask: &'a Ask) -> Question<'a, Statement> {
    let granted: Read<Statement> = if request.fencing {
        granted::<true>
    } else {
        granted::<false>
    };
    let (call, read): (Call<'a>, Read<Statement>) = match ask {
        Ask::First if request.fencing => (acquire::question(request, Retry::First).call, granted),
        Ask::First => (set::question(request).call, set),
        Ask::Acquire { ticket, passed_by } => {
            let call = acquire::among(request, *ticket, b"0", passed_by.as_deref());
            (call, granted)
        }
        Ask::Join {
            standing,
            passed_by,
        } => {
            let joined: Read<Statement> = if request.fencing {
                joined::<true>
            } else {
                joined::<false>
            };
            let (ticket, manner) = acquire::manner(*standing);
            let call = acquire::among(request, ticket, manner, passed_by.as_deref());
            (call, joined)
        }
        Ask::Look => (get::question(request.key).call, holder),
        Ask::Lifetime => (pttl::question(request.key).call, lifetime),
        Ask::Settle(fence) => {
            let call = settle::question(request.key, request.token, *fence).call;
            (call, done)
        }
        Ask::Release => (release::question(request.key, request.token).call, done),
        Ask::ReleaseForGood => (release::for_good(request.key, request.token), done),
        Ask::PassOn => {
            let passed_on = LeaseRequest {
                lease: PASSED_ON,
                ..*request
            };
            (expire::question(&passed_on).call, done)
        }
        Ask::Expire => (expire::question(request).call, done),
        Ask::Adopt(from) => (adopt::question(request, from).call, granted),
        Ask::Renew => (renew::question(request).call, done),
    };
    Question::new(call, read)
}

fn set(reply: &Reply) -> Option<Statement> {
    Statement::of(&set::read(reply)?)
}

fn holder(reply: &Reply) -> Option<Statement> {
    get::read(reply).map(Statement::Has)
}

fn lifetime(reply: &Reply) -> Option<Statement> {
    pttl::read(reply).map(Statement::Lives)
}

fn done(reply: &Reply) -> Option<Statement> {
    match reply {
        Reply::Int(2) => Some(Statement::HandedOver),
        _ => Statement::of(&reply.done()?),
    }
}

fn granted<const FENCING: bool>(reply: &Reply) -> Option<Statement> {
    let items = reply.items()?;
    let (own, passed_by) = match items {
        [own @ .., Reply::Nil] if own.len() == 2 => (own, None),
        [own @ .., Reply::Bytes(by)] if own.len() == 2 => (own, Some(by.clone())),
        own => (own, None),
    };
    match grant::vote_in::<FENCING>(own)? {
        Vote::Granted(fence) => Some(Statement::Yes { fence, passed_by }),
        vote => Statement::of(&vote),
    }
}

fn joined<const FENCING: bool>(reply: &Reply) -> Option<Statement> {
    let place = match reply.items()? {
        [own @ .., holder] if own.len() == 4 => {
            let holder = match holder {
                Reply::Bytes(token) => Holder::Token(token.clone()),
                Reply::Nil => Holder::Foreign,
                _ => return None,
            };
            acquire::place_in(own).map(|place| Statement::Waits(place, holder))
        }
        _ => None,
    };
    place.or_else(|| granted::<FENCING>(reply))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::call::Form;

    const REQUEST: LeaseRequest = LeaseRequest {
        key: b"k",
        token: b"t",
        lease: Duration::from_secs(20),
        fencing: false,
    };

    fn last_words(ask: &Ask) -> Vec<String> {
        let words = question(&REQUEST, ask).call.words(Form::ByHash);
        let words = words.into_iter().skip(3);
        words.map(|word| String::from_utf8(word).unwrap()).collect()
    }

    #[test]
    fn a_question_to_a_server_of_a_quorum_names_whose_keys_were_passed_on() {
        let (ticket, old) = (Some(Ticket(7)), Some(b"old".to_vec()));
        let words = ["k", "k:queue:{k}", "t", "20000", "0", "7"];
        let acquire = last_words(&Ask::Acquire {
            ticket,
            passed_by: old.clone(),
        });
        assert_eq!(acquire, [&words[..], &["0", "old"]].concat());
        let join = |standing, passed_by| {
            let words = last_words(&Ask::Join {
                standing,
                passed_by,
            });
            words[5..].to_vec()
        };
        assert_eq!(join(Standing::Newcomer, None), ["", "newcomer", ""]);
        assert_eq!(
            join(Standing::HandedOver(ticket), old),
            ["7", "woken", "old"]
        );
    }

    #[test]
    fn only_a_release_for_good_says_so() {
        assert_eq!(last_words(&Ask::Release), ["k", "k:queue:{k}", "t"]);
        assert_eq!(
            last_words(&Ask::ReleaseForGood),
            ["k", "k:queue:{k}", "t", "1"]
        );
        assert_eq!(last_words(&Ask::PassOn), ["k", "t", "1000"]);
    }

    #[test]
    fn a_grant_may_name_the_owner_that_passed_its_keys_on() {
        let read = |ask: &Ask, items| question(&REQUEST, ask).read(&Reply::List(items));
        let acquire = Ask::Acquire {
            ticket: None,
            passed_by: None,
        };
        let join = Ask::Join {
            standing: Standing::Newcomer,
            passed_by: None,
        };
        let yes = |by: Option<&[u8]>| {
            let passed_by = by.map(<[u8]>::to_vec);
            let fence = None;
            Some(Statement::Yes { fence, passed_by })
        };
        for ask in [&acquire, &join] {
            assert_eq!(read(ask, vec![Reply::Int(1), Reply::Nil]), yes(None));
            assert_eq!(
                read(ask, vec![Reply::Int(1), Reply::Nil, Reply::Nil]),
                yes(None)
            );
            let old = Reply::Bytes(b"old".to_vec());
            assert_eq!(
                read(ask, vec![Reply::Int(1), Reply::Nil, old]),
                yes(Some(b"old"))
            );
            assert_eq!(read(ask, vec![Reply::Int(0)]), Some(Statement::No));
            assert_eq!(read(ask, vec![Reply::Int(2)]), None);
        }
        let place = vec![
            Reply::Int(0),
            Reply::Int(-1),
            Reply::Int(5),
            Reply::Int(2),
            Reply::Bytes(b"other".to_vec()),
        ];
        let waits = read(&join, place.clone());
        assert!(
            matches!(&waits, Some(Statement::Waits(place, Holder::Token(other)))
            if place.rank == 2 && other == b"other")
        );
        assert_eq!(read(&acquire, place), None);
    }
}
