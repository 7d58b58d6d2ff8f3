//! `redis_mutex_lock`: the PHP class `RedisMutexLock`, a distributed lock on Redis.
//!
//! # A `lock()` call, from PHP to Redis and back
//!
//! ```text
//! $lock->lock('order:42', timeout: 3, expire: 20)
//!  php/methods     which method, with which parameters
//!  php/arguments   bytes, seconds, microseconds; TypeError and ValueError end here
//!  php/class       one line: ask the object's Owner
//!  keeper          held already? a leftover to free? a new token, an entry written down
//!  lock            ask; if held: join the queue, sleep until woken, ask again; is the
//!                  grant still valid by our clock?
//!  quorum          the question as a `Node` understands it, the answer as a `Vote`
//!  node            SET NX PX, or a script; one deadline for connecting and asking
//!  node/transport  send, receive; nothing that the server does delays it past the deadline
//!  … and back: Vote → Lease or nothing → entry → true, false or an exception
//! ```
//!
//! With `expire: null` the lease goes on from there, while PHP does whatever it does:
//!
//! ```text
//!  keeper/lifetime  a `Renewal` in the entry and in the renewer's table
//!  keeper/renewer   one thread a process: what is due, as one pipeline a server
//!  node             the renewing script, over a connection of the thread's own
//!  keeper/renewal   valid for longer; or lost, which rings the bell
//!  php/losses       at the engine's next interrupt: the callback of `onLost`
//! ```
//!
//! # Invariants
//!
//! - `false` means held. Whoever could not be asked has not said no: an
//!   [`error::Unavailable`] never becomes `false`.
//! - A token is written down before the first command that could make it own
//!   something, and kept for as long as it may: until the server has said that
//!   it does not, or it was given away.
//! - Every script has the same effect however often it is asked with the same
//!   token, so asking again is always safe.
//! - A loss is final. A lease under renewal is one number that both threads
//!   compare and swap, and nothing raises it once it says that the lease is over.
//! - A lease leaves the renewer's table before anything else is sent for its token.
//! - Nothing survives a fork: sockets are closed in the child before it runs,
//!   entries of another process are forgotten unreleased, its thread is leaked.
//! - No borrow of shared state is held while a command or a pause is out: PHP
//!   code may run in between, on the same object.
//!
//! # Who may know whom
//!
//! `php → keeper → lock → quorum ← node`, where each may also know what is
//! further right; `clock`, `sync`, `token` and `error` are everybody's; `config` and
//! `os` are `node`'s and `php`'s. Everybody may count in `stats`, which knows
//! nobody; only `php` reads it. Only `php` and this file name
//! ext-php-rs, only `node` the redis crate, and hand-written `unsafe` stands
//! in `os` and `php::engine` alone. `tests/tidy.rs` enforces it.

use ext_php_rs::builders::ModuleBuilder;
use ext_php_rs::php_module;

mod clock;
mod config;
mod error;
#[cfg(test)]
mod fake;
mod keeper;
mod lock;
mod node;
mod os;
mod php;
mod quorum;
mod scripts;
mod stats;
mod sync;
mod token;

/// The module as PHP loads it.
#[php_module]
pub fn get_module(module: ModuleBuilder) -> ModuleBuilder {
    php::describe(module)
}
