//! The parts of the Zend engine that ext-php-rs does not wrap.
//!
//! Each concern of the engine has a file of its own, and the other files of `php` use them all. Only these
//! files and `os` have hand-written `unsafe`, and each block says why it is sound. Nothing here decides
//! anything or words a message, and all of it runs on a PHP thread.

mod arrays;
mod callbacks;
mod classes;
mod frames;
mod hooks;
mod ini;
mod objects;
mod signals;
mod streams;

pub(super) use arrays::{ArrayKey, pairs};
pub(super) use callbacks::Callback;
pub(super) use classes::{
    declare_property, internal_class, keep_tables, mark_sensitive, method, own_function, set_types,
};
pub(super) use frames::{Frame, printed, throw_argument_count, warn};
pub(super) use hooks::{
    allow_exception, are_fiber_switches_forbidden, forbid_fiber_switches, frame, has_exception,
    has_timed_out, hook_interrupts, interrupt_flag, is_exiting, previous_hook,
};
pub(super) use ini::{forget_ini, ini};
pub(super) use objects::{Native, first_property, living, make_native};
pub(super) use signals::QueuedSignals;
pub(super) use streams::WatchStream;
