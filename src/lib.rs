//! `redis_mutex_lock`: the PHP class `RedisMutexLock`, a distributed lock on Redis.
//!
//! # A `lock()` call, from PHP to Redis and back
//!
//! ```text
//! $lock->lock('order:42', timeout: 3, expire: 20)
//!  php/methods           the method, with its parameters and their defaults
//!  php/dispatch          from the engine's frame to the method's body, and back
//!  php/arguments         bytes, seconds, microseconds; TypeError and ValueError end here
//!  php/class             one line: ask the object's LockSet
//!  keeper/acquire        held already? a leftover to release? a new token, written down in the entries
//!  lock                  acquire; if held: join the queue, sleep until woken, ask again; is the grant
//!                        still valid by our clock?
//!  lock/in_order         is a release owed that has to be executed before this question?
//!  store                 the change, as any deployment understands it
//!  route/redis_store     protocol/mutex: the question, which is the command and how its reply is read
//!  route/server          one connection, one deadline for connecting and asking; several calls, unknown
//!                        scripts and counted replicas take a round
//!  connection            send, receive, in TLS records or as it is; nothing that the server does delays
//!                        it past the deadline
//!  … and back: Reply → Vote → Lease or nothing → entry → true, false or an exception
//! ```
//!
//! Sentinel and Cluster differ only in the router and below it:
//!
//! ```text
//!  Sentinel              connection/sentinel finds the master for each connection that is opened, and
//!                        route/server asks that connection
//!  Cluster               route/cluster computes the slot of the key and asks the route/server of its node;
//!                        after MOVED, ASK or a lost node it asks another one, within the same deadline.
//!                        Keys of several nodes are one round: route/round
//! ```
//!
//! A quorum is a store of its own, because its answer is made of the answers of several servers:
//!
//! ```text
//!  route/quorum          drives a machine: attempt without a wait, lead for a wait, adoption
//!   attempt, lead, …     pure: what each server is asked next, and what the answers mean (tally)
//!   voters               one round over all servers: who is asked, how long it waits (round_wait), what a server
//!                        still owes (voter) and is owed (owed)
//!  route/round           one pipeline a server, one poll for all of them
//!  protocol/mutex/among  the questions to one server of a quorum, beside those of a lone one
//! ```
//!
//! With `expire: null` the lease lives on from there, while PHP does something else:
//!
//! ```text
//!  keeper/lifetime       a Renewal, in the entry and in the renewer's table
//!  keeper/renewer        one thread a process: what is due, as one round a deployment
//!  protocol/mutex/renew  the script, over a connection of the thread's own
//!  keeper/renewal        valid for longer; or lost, which raises the flag of keeper/losses
//!  php/on_lost           at the engine's next interrupt: asks the keeper for a loss
//!  keeper/entries        ends the lease, counts the loss and notes it in keeper/losses
//!  php/on_lost           the callback of `onLost`
//! ```
//!
//! With a callback of `onWait` a wait suspends one fiber, and stops the process only where that cannot be done:
//!
//! ```text
//!  lock/in_order         the wait of a slice goes through the lines of the thread
//!  lock/line             the first waiter of a lock sleeps in Redis; the others sleep at bells (os/bells)
//!  php/interrupts        a sleep: by the callback, or else by the process
//!  php/on_wait           the callback of the running call, and where it may be called
//!  php/engine/streams    the stream by which a loop watches a socket (os/sockets) or a bell
//!
//!  connection, route     a reply, a handshake, a rest: a wait in os/poll
//!  os/long_waits         after a millisecond it asks the suspender of the thread, which is php/interrupts
//!  connection/seats      sixteen such questions at one server, rounds included; further ones wait for a seat
//!  keeper/occupied       calls of one object that ask about one name, one after the other
//!  keeper/renewer/debts  what an object left that died without an answer
//! ```
//!
//! `redis_mutex_lock_check()` asks no lock at all:
//!
//! ```text
//!  php/class             the configuration, as for an object
//!  check                 each server in turn: facts from its replies, and verdicts on the facts
//!  connection            connections that end with the examination, with the usual deadlines
//! ```
//!
//! # Invariants
//!
//! - `false` means held. A server that could not be asked has not said no, so an
//!   [`error::Unavailable`] never becomes `false`.
//! - A token is written down before the first command that could make it own the key. It is kept
//!   until the server has said that it does not, until even the server's lease is over, or until
//!   it is given away.
//! - Every script has the same effect however often it is asked with the same token, so asking
//!   again is always safe.
//! - With a quorum, yes is what a majority of all servers has said, however many of them can be reached. A token that a
//!   server may have granted and that has no majority is released there, or owed to it.
//! - A token that is released for good never owns a key again, so the next waiter may take its keys over.
//! - With `min_replicas`, a yes counts only when it is acknowledged. A new grant that is not is
//!   given back by the same question.
//! - A loss is final, because a lease under renewal is one number that both threads compare and swap,
//!   and nothing raises that number once it says that the lease is over.
//! - Renewal of a token stops before anything else is sent for it.
//! - A release that nobody waits for is written down before it is sent. It is owed until the server has said yes or
//!   no, or until its lease is over, and no question about its key is asked before it.
//! - Leases begin and end in `keeper::entries` alone: its transitions count, and note a loss that
//!   is to be reported. Each loss is reported once.
//! - A connection reads every reply, in order, whether somebody waits for it or not. So no reply is
//!   ever taken for that of another command.
//! - Nothing survives a fork: sockets are closed in the child before it runs, entries of another
//!   process are forgotten unreleased, and its thread is leaked.
//! - A server is asked only after it has proved what it has to be: behind Sentinel a master, in a
//!   Cluster a node of one. Within one question a call goes on to another server only if the first one
//!   has certainly not executed it.
//! - No borrow of shared state is held while a command is in flight or a pause lasts, because PHP code may
//!   run in both, on the same object.
//! - Sleeps of several calls of one thread end in any order, because each may suspend a fiber. So no flag says that a
//!   call is running, and a connection stays with its table while its call sleeps, where the call finds it by a key.
//! - No `BailoutGuard` is held while fibers may switch, because such guards end in the order of a stack.
//!
//! # The shortest way
//!
//! Most locks are free, and most servers are asked over TCP, in the clear, by a process without fibers. `bench` counts
//! the instructions of a pair of `lock()` and `unlock()` there. Larger branches that this pair does not take are
//! functions of their own, marked `#[cold]` even where they are not rare. Inside the function, such a branch would often
//! make it save more registers in each call.
//!
//! # Rooms
//!
//! A question goes `php → keeper → lock → store`, and its answer comes from `route → connection →
//! protocol → store`. A room may know the rooms that are further along the arrows. `php` also knows
//! `route`, which makes the stores and owns the connections of its thread. `clock`, `sync`, `token`
//! and `error` are everybody's. `check` stands beside this way: it uses connections and replies, and reads slot maps as
//! `route` does. `config` and `os` belong to `php`, `check`, `route` and `connection`; the keeper reads the options of
//! its locks from `config`. Everybody may count in `stats`, which only `php` reads. `proof` exists for tests only: a
//! server in memory, the model of waiting, the schedules of the renewing thread. Only `php` and this file name ext-php-rs, only `connection` the redis crate and rustls (and a test of `protocol` that
//! compares slots). Hand-written `unsafe` stands in the rooms `os` and `php::engine` alone. No two files of a room
//! use each other, except that a room's own file, such as `lock.rs`, uses the files in its folder and is used by
//! them. No two types have the same name. `tests/tidy.rs` keeps all this.
//!
//! # Glossary
//!
//! What is locked, and for how long:
//!
//! - **name**: what PHP calls a lock.
//! - **key**: the string in Redis that is the lock: the configured prefix and the name.
//! - **companion**: a key that belongs to a lock: its queue, its wake lists, its fencing counter. A script needs
//!   the companions in the slot of the lock.
//! - **lease**: the right to a key for a limited time. A *fixed* lease ends by itself, while a *renewed* one is
//!   lengthened by the renewing thread.
//! - **validity**: the time until which our own clock proves a lease, which is the lease without the drift.
//! - **drift**: how far two clocks may run apart during a lease.
//! - **owner token**: 64 random bits, and the host and the process that drew them, for one `lock()` call. A key that
//!   holds the token is that call's. "Token" alone is always this one.
//! - **maker**: the process that drew a token, on its host. Another process may hold the lock, if it was given the token.
//! - **fencing token**: a number that grows with each grant of a name, so that storage can refuse a smaller one.
//! - **leftover**: a token that nobody relies upon, and that may still own its key.
//! - **loss**: the end of a lease that nobody asked for. It is *unreported* until a callback or an answer reports it.
//!
//! What is done with a lock:
//!
//! - **acquire**: get a key for a lease.
//! - **renew**: lengthen a lease.
//! - **release**: give a key back.
//! - **send ahead**: send a release and not wait for its answer, which is read in front of the next one.
//! - **owed**: said of a release that was sent ahead, or had no answer, and of which the server has not said yes or no.
//! - **expire**: give a key a new lifetime.
//! - **detach**: give the token of a lock away, so that this process forgets it.
//! - **adopt**: take the lock of a detached token over, under a new token.
//!
//! Waiting:
//!
//! - **queue**: the waiters of a lock, a sorted set in Redis in the order of their tickets.
//! - **ticket**: the point in the server's time at which a waiter joined the queue.
//! - **rank**: a waiter's place in the queue. The waiters of rank 1 and 2 watch the holder.
//! - **hand over**: a release gives the key to the first waiter instead of freeing it.
//! - **claim**: the short lease of a key that was handed over. The waiter turns it into its own lease when it asks,
//!   and a claim that nobody takes up passes on.
//! - **wake list**: the list in Redis at which a waiter sleeps.
//! - **wake-up**: the word that a waiter pops from its wake list.
//! - **slice**: how long a waiter sleeps before the server sees it again.
//! - **look**: a question whether the lock is free. `$sleep` in PHP is the pause between two looks.
//! - **budget**: what one call may still ask, and when.
//! - **line**: the waiters of one thread for one lock, of which only the first sleeps at its wake list. Fibers make lines.
//! - **bell**: where another waiter of a line sleeps, until it is the first.
//!
//! Asking:
//!
//! - **store**: what can be asked about the locks of one deployment, the same for each deployment.
//! - **change**: what is asked of a store for one key and its token, such as a release.
//! - **vote**: the answer to a change: a *grant*, a *refusal*, an *unacknowledged* grant, or *unknown*, which is none
//!   of these.
//! - **acknowledged**: known to be at as many replicas as `min_replicas` says. WAIT counts them.
//! - **question**: a command, and what each reply to it means.
//! - **call**: the command of a question.
//! - **reply**: what a server says to a call.
//! - **round**: the calls of one question, to one server or to several, each server with one pipeline.
//! - **router**: takes calls to the servers of a deployment.
//! - **in flight**: said of a call that was sent and has no reply yet. That reply is *wanted*, *noted* or *dropped*.
//! - **remedy**: what can be done about a question without an answer: ask again now, later, elsewhere, or never.
//! - **opening**: connecting, the handshake of TLS and the greeting.
//! - **greeting**: the first commands of a connection: AUTH, SELECT, who we are.
//! - **listing**: which locks there are, for operators, page by page of SCAN.
//!
//! Servers:
//!
//! - **deployment**: the servers of one configuration: one server, Sentinel, a Cluster or a quorum.
//! - **keyspace**: where the keys of a deployment are, by which two configurations are known as one deployment.
//! - **shard**: a server that has a part of the keys.
//! - **master**: a server that is written to.
//! - **replica**: a server that copies a master.
//! - **failover**: the promotion of a replica to master. A server that is a master no longer is *demoted*.
//! - **sentinel**: a server that knows which server is the master of a service.
//! - **node**: one server of a Cluster, at its *node address*.
//! - **slot**: one of the 16,384 parts into which Redis divides the keys of a Cluster. Each slot is at one node.
//! - **slot map**: which node has which slot.
//! - **seed**: a node in the configuration, from which the slot map is learned first.
//! - **redirect**: a node's reply that names another node: MOVED for good, ASK for one question while the slot moves.
//! - **split**: a lock and its companions are at two nodes, because their slot moves. Nodes reply TRYAGAIN to a
//!   script then.
//! - **short form**: a script about the lock alone, which one node can run while the slot moves.
//! - **half moved**: a slot that was left in the midst of its move, so no node creates a key in it.
//! - **circle**: the way of a call in a half-moved slot whose target has forgotten the move: the source says ASK, and
//!   the target says MOVED, back to the source.
//!
//! A quorum:
//!
//! - **quorum**: several independent servers, of which a *majority*, more than half of all, decides.
//! - **gate**: the first server, in the order that a key gives to the servers, which neither rests nor is slow. The
//!   waiters of the key stand in its queue, and it hands over for all servers.
//! - **split vote**: several tokens have some servers each, and none has a majority.
//! - **remnant**: a token that stays at a server and has no majority, because its process died or lost a split vote.
//! - **lead**: ask all servers for their keys as a waiter. Only one that has the gate leads, or the first of the gate's
//!   queue while the gate has a remnant.
//! - **pass on**: leave the keys of a token to the waiter whose wake-up names the token.
//! - **slow**: said of a server that was silent for a tenth of the command timeout longer than a majority.
//! - **rest**: not be asked for a while, said of a server that could not be reached.
//!
//! In this process:
//!
//! - **keeper**: all that one PHP thread holds.
//! - **lock set**: the locks of one PHP object.
//! - **entry**: what is known of one name of a lock set.

use ext_php_rs::builders::ModuleBuilder;
use ext_php_rs::php_module;

mod check;
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
