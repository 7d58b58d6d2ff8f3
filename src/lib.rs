//! `redis_mutex_lock`: the PHP class `RedisMutexLock`, a distributed lock on Redis.
//!
//! # A `lock()` call, from PHP to Redis and back
//!
//! ```text
//! $lock->lock('order:42', timeout: 3, expire: 20)
//!  php/methods      the method, with its parameters and their defaults
//!  php/dispatch     from the engine's frame to the method's body, and back
//!  php/arguments    bytes, seconds, microseconds; TypeError and ValueError end here
//!  php/class        one line: ask the object's LockSet
//!  keeper/acquire   held already? a leftover to release? a new token, written down in the entries
//!  lock             acquire; if held: join the queue, sleep until woken, ask again; is the grant
//!                   still valid by our clock?
//!  node             the question, as any deployment understands it
//!  route/redis_store   protocol/acquire: the words of SET or of a script, and what the reply means
//!  route/server      one connection, one deadline for connecting and asking
//!  connection       send, receive, in TLS records or as it is; nothing that the server does delays
//!                   it past the deadline
//!  … and back: Reply → Vote → Lease or nothing → entry → true, false or an exception
//! ```
//!
//! Two deployments differ only in the route and below it:
//!
//! ```text
//!  Sentinel         connection/sentinel finds the master for each connection that is opened, and
//!                   route/server asks that connection
//!  Cluster          route/cluster computes the slot of the key and asks the route/server of its node;
//!                   after MOVED, ASK or a lost node it asks another one, within the same deadline.
//!                   Keys of several nodes are one round: route/round
//! ```
//!
//! With `expire: null` the lease lives on from there, while PHP does something else:
//!
//! ```text
//!  keeper/lifetime  a Renewal, in the entry and in the renewer's table
//!  keeper/renewer   one thread a process: what is due, as one round a deployment
//!  protocol/renew   the script, over a connection of the thread's own
//!  keeper/renewal   valid for longer; or lost, which raises the flag of keeper/losses
//!  php/on_lost      at the engine's next interrupt: asks the keeper for a loss
//!  keeper/entries   ends the lease, counts the loss and notes it in keeper/losses
//!  php/on_lost      the callback of `onLost`
//! ```
//!
//! # Invariants
//!
//! - `false` means held. A server that could not be asked has not said no: an
//!   [`error::Unavailable`] never becomes `false`.
//! - A token is written down before the first command that could make it own the key. It is kept
//!   until the server has said that it does not, until even the server's lease is over, or until
//!   it is given away.
//! - Every script has the same effect however often it is asked with the same token, so asking
//!   again is always safe.
//! - With `min_replicas`, a yes counts only when it is acknowledged. A new grant that is not is
//!   given back by the same question.
//! - A loss is final. A lease under renewal is one number that both threads compare and swap, and
//!   nothing raises it once it says that the lease is over.
//! - Renewal of a token stops before anything else is sent for it.
//! - Leases begin and end in `keeper::entries` alone: its transitions count, and note a loss that
//!   is to be reported. Each loss is reported once.
//! - Nothing survives a fork: sockets are closed in the child before it runs, entries of another
//!   process are forgotten unreleased, its thread is leaked.
//! - A server is asked only after it has proved what it has to be: behind Sentinel a master, in a
//!   Cluster a node of one. Within one question a call goes on to another server only if the first one
//!   has certainly not executed it.
//! - No borrow of shared state is held while a command is in flight or a pause lasts: PHP code may
//!   run in between, on the same object.
//!
//! # Rooms
//!
//! A question goes `php → keeper → lock → node`. Its answer comes from `route → connection →
//! protocol → node`. A room may know the rooms that are further along the arrows. `php` also knows
//! `route`, which makes the nodes, and owns the connections of its thread. `clock`, `sync`, `token`
//! and `error` are everybody's. `config` and `os` belong to `php`, `route` and `connection`; of
//! `config`, `keeper` gets the options of a lock set.
//! Everybody may count in `stats`; only `php` reads it. `proof` exists for tests only: a server in
//! memory, the model of waiting, the schedules of the renewing thread. Only `php` and this file
//! name ext-php-rs, only `connection` the redis crate and rustls (and a test of `protocol` that compares
//! slots). Hand-written `unsafe` stands in the rooms `os` and `php/engine` alone. No two files of a room use
//! each other, except that a room's own file, such as `lock.rs`, uses the files in its folder and is
//! used by them. `tests/tidy.rs` keeps
//! all this.
//!
//! # Glossary
//!
//! - **name, key**: PHP gives a name; the key in Redis is the prefix and the name.
//! - **keeper, lock set, entry**: all that one PHP thread holds; the locks of one PHP object; what
//!   is known of one of its names.
//! - **owner token**: 128 random bits that one `lock()` call draws, or that its caller has drawn for it. A
//!   key that holds the token is that call's. "Token" alone is always this one.
//! - **fencing token**: a number that grows with each grant of a name. Storage refuses a smaller
//!   one.
//! - **lease**: the right to a key for a limited time. A *fixed* lease ends by itself; a *renewed*
//!   one is lengthened by the renewing thread.
//! - **validity, drift**: until when our own clock proves a lease. It is shorter than the lease by
//!   the drift that two clocks may have.
//! - **acquire, renew, release**: get a key, lengthen its lease, give it back. **Expire**: give it
//!   a new lifetime. **Detach, adopt**: give the token away, take its lock over under a new token.
//! - **queue, ticket, rank**: waiters stand in a sorted set in Redis, in the order of their
//!   tickets. The waiters of rank 1 and 2 watch.
//! - **hand over, claim**: a release gives the key to the first waiter as a claim, a short lease.
//!   The waiter turns it into its own lease when it asks; a claim that nobody takes up passes on.
//! - **wake list, wake-up**: the list at which a waiter sleeps, and the word that it pops there.
//! - **slice, look**: how long a waiter sleeps before the server sees it again; a question whether
//!   the lock is free. `$sleep` in PHP is the pause between two looks.
//! - **vote**: a node's answer to a question that changes something: a *grant*, a *refusal*, or
//!   *unknown*, which is neither.
//! - **acknowledged**: a grant that as many replicas are known to have as `min_replicas` says. WAIT
//!   counts them.
//! - **leftover**: a token that is not relied upon any more and may still own its key.
//! - **loss**: the end of a lease that nobody asked for. *Unreported* until a callback or an answer
//!   reports it.
//! - **opening**: connecting, the handshake of TLS and the greeting (AUTH, SELECT, who we are).
//! - **budget**: what one call may still ask, and when.
//! - **in flight**: sent, and not answered yet.
//! - **deployment, node, route**: the servers of one configuration: one server, Sentinel or Cluster;
//!   what one thread asks there, the same for each deployment; how calls get to its servers. A **node of a
//!   Cluster** is one of its servers.
//! - **call, reply, question**: one command; what a server says to it; what `store` can be asked.
//! - **round**: several calls at once, each server with one pipeline.
//! - **master, replica, failover**: the server that is written to; a server that copies it; a replica
//!   becomes the master. *Demoted* is a server that is a master no longer.
//! - **sentinel, service**: a server that knows who is the master; what the sentinels call it.
//! - **slot, companion**: Redis divides the keys of a Cluster into 16,384 slots, each of which is at
//!   one node. The companions of a lock are its queue, wake lists and fencing counter. A script needs
//!   them in the slot of the lock.
//! - **listing, page, share**: which locks there are, for operators; what one SCAN of it has found; the keys of
//!   one server, which is asked for them by itself.
//! - **map, seed**: which node has which slot; a node in the configuration, from which the map is
//!   learned first.
//! - **redirect**: a node's reply that names another node: MOVED for good, ASK for one question while
//!   the slot moves.
//! - **half moved, circle**: a slot that was left in the midst of its move; the way of a call in it if the target
//!   has forgotten the move: the source says ASK, and the target says MOVED, back to the source.
//! - **split, short form**: while a slot moves, a lock and its companions may be at two nodes, which
//!   reply TRYAGAIN to a script; a script about the lock alone, which one node can run.

use ext_php_rs::builders::ModuleBuilder;
use ext_php_rs::php_module;

mod clock;
mod config;
mod connection;
mod error;
mod keeper;
mod lock;
mod os;
mod php;
#[cfg(test)]
mod proof;
mod protocol;
mod route;
mod stats;
mod store;
mod sync;
mod token;

/// The module as PHP loads it.
#[php_module]
pub fn get_module(module: ModuleBuilder) -> ModuleBuilder {
    php::describe(module)
}
