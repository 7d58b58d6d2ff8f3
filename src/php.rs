//! The edge to PHP, with the module, the class, the exceptions, the arguments and the settings.
//!
//! Only this room and `lib.rs`, which calls `describe`, know ext-php-rs. The room converts values and words
//! messages, while `keeper` and the rooms below decide what a lock is and does.

mod arguments;
mod built_for;
mod class;
mod dispatch;
mod engine;
mod exceptions;
mod info;
mod interrupts;
mod methods;
mod on_lost;
mod on_wait;
mod registration;
mod settings;
mod signature;
mod warnings;

use std::cell::Cell;
use std::panic;

use ext_php_rs::builders::ModuleBuilder;
use ext_php_rs::error::php_error;
use ext_php_rs::flags::ErrorType;
use ext_php_rs::internal::startup_guard;
use ext_php_rs::zend::{ModuleGlobal, ModuleGlobals, php_sapi_name};

use crate::keeper::{Keeper, stop_renewing};
use crate::os::{self, HeldSignals};
use crate::route::Pool;
use crate::stats;
use engine::QueuedSignals;
use interrupts::Interrupt;
use on_lost::OnLost;
use on_wait::OnWait;
use settings::LastConfig;

/// The state of one PHP thread between two calls, which keeps the connections in the pool from request to
/// request.
#[derive(Default)]
struct Globals {
    keeper: Keeper,
    on_lost: OnLost,
    on_wait: OnWait,
    interrupt: Interrupt,
    pool: Pool,
    last_config: LastConfig,
    /// The guard that holds signals back from the first step of the end of a request to its last one, if
    /// locks are left.
    held_signals: Cell<Option<EarlyHold>>,
}

impl ModuleGlobal for Globals {}

static GLOBALS: ModuleGlobals<Globals> = ModuleGlobals::new();

/// Returns `module` with its name, its globals and the functions that PHP calls when the module starts or
/// ends, when a request ends, and for `phpinfo()`.
pub(crate) fn describe(module: ModuleBuilder) -> ModuleBuilder {
    registration::with_function(module)
        .name("redis_mutex_lock")
        .version(built_for::VERSION)
        .globals(&GLOBALS)
        .startup_function(start)
        .request_shutdown_function(begin_end_of_request)
        .post_deactivate_function(end_request)
        .shutdown_function(end)
        .info_function(info::print)
}

/// Runs once per process, and connects to nothing and starts no thread, because FPM forks its workers later.
extern "C" fn start(_: i32, module: i32) -> i32 {
    if let Err(error) = os::count_forks() {
        let words = format!("redis_mutex_lock: cannot watch for forks: {error}");
        php_error(&ErrorType::CoreWarning, &words);
        return -1;
    }
    silence_panics();
    begin_counting();
    startup_guard(|| {
        settings::register(module);
        exceptions::register()?;
        registration::register()?;
        engine::hook_interrupts(on_lost::interrupt, true);
        Ok(())
    })
}

/// Begins the counters. Under php-fpm this process is the master, so what its workers count is summed in memory that
/// they inherit.
fn begin_counting() {
    let now = os::since_1970().as_secs_f64();
    stats::begin(now);
    if php_sapi_name().as_deref() != Some("fpm-fcgi") {
        return;
    }
    match os::shared_atomics() {
        Ok(cells) => stats::begin_workers(cells, now),
        Err(error) => {
            let words = format!("redis_mutex_lock: poolStats() cannot sum the counters: {error}");
            php_error(&ErrorType::CoreWarning, &words);
        }
    }
}

/// Runs after the shutdown functions, and holds signals back if locks are left. Next pcntl gives its signals
/// back to the system, so a second SIGTERM or ^C would kill the process before its locks are released. The
/// signals therefore wait until the locks are released, which comes after other modules, such as sessions,
/// have ended their requests.
///
/// No fiber is left that could be suspended, and the callback of `onWait` and the streams have to go while PHP's values
/// can still be freed.
extern "C" fn begin_end_of_request(_: i32, _: i32) -> i32 {
    let _ = panic::catch_unwind(|| {
        let globals = GLOBALS.get();
        globals.on_wait.end_request();
        interrupts::suspend_questions(false);
        if globals.keeper.may_hold_locks() {
            globals.held_signals.set(Some(EarlyHold::begin()));
        }
    });
    0
}

/// A guard that holds signals back while other modules end their requests.
struct EarlyHold {
    _queued: Option<QueuedSignals>,
    _masked: Option<HeldSignals>,
}

impl EarlyHold {
    /// Holds signals back by the engine's queue of signals, or by a signal mask in a PHP without such a
    /// queue. The queue is preferred, because a program that a module starts now would inherit a mask.
    fn begin() -> Self {
        let queued = QueuedSignals::begin();
        Self {
            _masked: queued.is_none().then(HeldSignals::fatal),
            _queued: queued,
        }
    }
}

/// Runs after the last destructor of PHP code, no matter what has ended the request. RSHUTDOWN would be too
/// early, because static variables and cycles are destroyed after it.
extern "C" fn end_request() -> i32 {
    let _ = panic::catch_unwind(|| {
        let globals = GLOBALS.get();
        let _early = globals.held_signals.take();
        let _held = globals.keeper.may_hold_locks().then(HeldSignals::fatal);
        globals.on_lost.end_request();
        globals.pool.end_request();
        globals.keeper.sweep();
    });
    0
}

/// Runs when the process ends or the library is unloaded, after which none of the library's code may run.
extern "C" fn end(_: i32, module: i32) -> i32 {
    let _ = panic::catch_unwind(|| {
        settings::unregister(module);
        engine::hook_interrupts(on_lost::interrupt, false);
        stop_renewing(&interrupts::CLOCK);
    });
    0
}

/// Replaces Rust's own panic hook, because a panic becomes a PHP Error anyway. Rust's hook would also print
/// the panic and read all debug symbols for that, and neither belongs in a PHP process.
fn silence_panics() {
    panic::set_hook(Box::new(|_| {}));
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::process::Command;

    use super::*;

    #[test]
    fn a_panic_prints_nothing() {
        const CHILD: &str = "REDIS_MUTEX_LOCK_TEST_PANIC";
        if env::var_os(CHILD).is_some() {
            silence_panics();
            assert!(panic::catch_unwind(|| panic!("not to be seen")).is_err());
            return;
        }
        let name = "php::tests::a_panic_prints_nothing";
        let run = Command::new(env::current_exe().unwrap())
            .args(["--exact", name, "--nocapture"])
            .env(CHILD, "1")
            .env("RUST_BACKTRACE", "1")
            .output()
            .unwrap();
        assert!(run.status.success());
        assert_eq!(String::from_utf8_lossy(&run.stderr), "");
        assert!(String::from_utf8_lossy(&run.stdout).contains("1 passed"));
    }
}
