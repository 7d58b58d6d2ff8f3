//! The edge to PHP: module, class, exceptions, arguments, settings.
//!
//! With `lib.rs` the only part that knows ext-php-rs. It converts and words;
//! what a lock is and does stands in `keeper` and below.

mod arguments;
mod class;
mod engine;
mod exceptions;
mod info;
mod interrupts;
mod losses;
mod methods;
mod settings;
mod signature;

use std::panic;

use ext_php_rs::builders::ModuleBuilder;
use ext_php_rs::error::php_error;
use ext_php_rs::flags::ErrorType;
use ext_php_rs::internal::startup_guard;
use ext_php_rs::zend::{ModuleGlobal, ModuleGlobals};

use crate::keeper::{Keeper, stop_renewing};
use crate::node::Pool;
use crate::os;
use interrupts::Interrupt;
use losses::Losses;

/// What one PHP thread keeps from call to call; the connections also from
/// request to request.
#[derive(Default)]
struct Globals {
    keeper: Keeper,
    losses: Losses,
    interrupt: Interrupt,
    pool: Pool,
}

impl ModuleGlobal for Globals {}

static GLOBALS: ModuleGlobals<Globals> = ModuleGlobals::new();

/// Describes the module: what PHP calls, and when.
pub(crate) fn describe(module: ModuleBuilder) -> ModuleBuilder {
    module
        .name("redis_mutex_lock")
        .globals(&GLOBALS)
        .startup_function(start)
        .post_deactivate_function(end_request)
        .shutdown_function(end)
        .info_function(info::print)
}

/// Once per process, in FPM before it forks: so nothing is connected or started.
extern "C" fn start(_: i32, module: i32) -> i32 {
    if let Err(error) = os::count_forks() {
        let words = format!("redis_mutex_lock: cannot watch for forks: {error}");
        php_error(&ErrorType::CoreWarning, &words);
        return -1;
    }
    silence_panics();
    startup_guard(|| {
        settings::register(module);
        exceptions::register()?;
        class::register()?;
        engine::hook_interrupts(losses::interrupt, true);
        Ok(())
    })
}

/// After the last destructor of user code, whatever ended the request. Not in
/// RSHUTDOWN: static variables and cycles die only behind that.
extern "C" fn end_request() -> i32 {
    let _ = panic::catch_unwind(|| {
        let globals = GLOBALS.get();
        globals.losses.end_request();
        globals.pool.end_request();
        globals.keeper.sweep();
    });
    0
}

/// The process ends, or the library is unloaded: nothing of it may run after that.
extern "C" fn end(_: i32, module: i32) -> i32 {
    let _ = panic::catch_unwind(|| {
        settings::unregister(module);
        engine::hook_interrupts(losses::interrupt, false);
        stop_renewing(&interrupts::CLOCK);
    });
    0
}

/// A panic becomes a PHP Error. What Rust's own hook prints, and the symbols that it reads
/// for that, belong into no PHP process.
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
