//! The text of `phpinfo()` and `php --ri redis_mutex_lock`.
//!
//! The text never shows a password, so the ini settings have rows of their own here, because the engine's own
//! table would show the whole url. `php` gives `print` to the engine, which calls it.

use std::ffi::CStr;

use ext_php_rs::zend::ModuleEntry;
use ext_php_rs::{info_table_end, info_table_header, info_table_row, info_table_start};

use super::{built_for, engine, settings};
use crate::config::redacted;
use crate::error::printable;
use crate::stats::{self, CountedBy};

pub(super) extern "C" fn print(_: *mut ModuleEntry) {
    let _ = std::panic::catch_unwind(|| {
        info_table_start!();
        info_table_row!("redis_mutex_lock support", "enabled");
        info_table_row!("Version", built_for::VERSION);
        info_table_row!("Built for", built_for::PHP);
        info_table_row!(
            "Topologies",
            "single server, Sentinel, Cluster, quorum, over TCP, TLS or a Unix socket"
        );
        info_table_row!("TLS", "1.2 and 1.3");
        info_table_end!();
        info_table_start!();
        info_table_header!("Directive", "Local Value", "Master Value");
        row(settings::URL, |url| redacted(&String::from_utf8_lossy(url)));
        for name in [
            settings::LOCK_PREFIX,
            settings::LEASE,
            settings::COMMAND_TIMEOUT,
            settings::RETRY_FOR,
            settings::AWAIT_RELEASE,
            settings::WARNINGS,
        ] {
            row(name, printable);
        }
        info_table_end!();
        info_table_start!();
        info_table_header!("Counter", "Since this process started");
        counters(CountedBy::Process);
        info_table_end!();
        if stats::has_workers() {
            info_table_start!();
            info_table_header!(
                "Counter",
                "Since this php-fpm started, all workers together"
            );
            counters(CountedBy::Workers);
            info_table_end!();
        }
    });
}

fn counters(by: CountedBy) {
    for counter in stats::ALL {
        info_table_row!(counter.name, counter.read(by).to_string());
    }
    for bucket in &stats::WAIT_BUCKETS {
        let name = format!("wait_buckets {}", bucket.waits.name);
        info_table_row!(name, bucket.waits.read(by).to_string());
    }
}

fn row(name: &CStr, show: impl Fn(&[u8]) -> String) {
    let text = |original| show(&engine::ini(name, original));
    info_table_row!(name.to_bytes(), text(false), text(true));
}
