//! Unreported losses of renewed leases, and the flag that says that there may be one.
//!
//! A loss stands here from the moment in which the table of entries notes it until it is
//! reported, once: by the callback of `onLost`, or by the answer of the call that finds it. The
//! flag is for losses that the renewing thread finds, which touches nothing else here, and each of
//! them raises it once. A loss that its PHP thread finds is noted and raises no flag. This file
//! decides nothing and calls no PHP code. `keeper` makes one for each PHP thread, `entries` writes
//! it, and `renewal` raises the flag.

use std::cell::{RefCell, RefMut};
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::clock::{Clock, PerProcess};
use crate::sync::AtomicBool;
use crate::token::Token;

/// How the renewing thread says that a lease of a PHP thread was lost.
pub(crate) struct LossFlag {
    is_raised: AtomicBool,
    /// Asks the engine to call us at its next instruction. The renewing thread touches nothing else
    /// of PHP.
    interrupt: Box<dyn Fn() + Send + Sync>,
}

impl LossFlag {
    pub(crate) fn new(interrupt: impl Fn() + Send + Sync + 'static) -> Self {
        Self {
            is_raised: AtomicBool::new(false),
            interrupt: Box::new(interrupt),
        }
    }

    pub(super) fn raise(&self) {
        self.is_raised.store(true, Ordering::Release);
        self.ask_for_interrupt();
    }

    /// Asks the engine of the PHP thread to call us at its next instruction.
    pub(super) fn ask_for_interrupt(&self) {
        (self.interrupt)();
    }

    /// Takes the flag down. Returns whether it was raised.
    pub(crate) fn lower(&self) -> bool {
        self.is_raised.swap(false, Ordering::AcqRel)
    }

    pub(super) fn is_raised(&self) -> bool {
        self.is_raised.load(Ordering::Acquire)
    }
}

/// When a loss is reported that is noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Report {
    /// At once: the caller takes the losses next.
    Now,
    /// At the next interrupt, for which the engine is asked.
    AtInterrupt,
}

/// A renewed lease that was lost.
struct Loss {
    /// The number of the lock set that held it.
    set: u64,
    name: Vec<u8>,
    token: Token,
}

/// The losses of one PHP thread's leases that are still to be reported.
pub(crate) struct Losses {
    clock: &'static (dyn Clock + Sync),
    flag: Arc<LossFlag>,
    unreported: RefCell<PerProcess<VecDeque<Loss>>>,
}

impl Losses {
    pub(super) fn new(clock: &'static (dyn Clock + Sync), flag: LossFlag) -> Self {
        Self {
            clock,
            flag: Arc::new(flag),
            unreported: RefCell::default(),
        }
    }

    pub(super) fn clock(&self) -> &'static (dyn Clock + Sync) {
        self.clock
    }

    pub(super) fn flag(&self) -> &Arc<LossFlag> {
        &self.flag
    }

    /// Returns whether any lease may raise the flag, because each renewal keeps a share of the flag.
    pub(super) fn has_renewals(&self) -> bool {
        Arc::strong_count(&self.flag) > 1
    }

    /// Notes that the lock set with this number has lost `name`.
    pub(super) fn note(&self, set: u64, name: &[u8], token: &Token, report: Report) {
        let (name, token) = (name.to_vec(), token.clone());
        self.list().push_back(Loss { set, name, token });
        if report == Report::AtInterrupt {
            self.flag.ask_for_interrupt();
        }
    }

    /// Drops the loss of `token`, because the answer of a call reports it.
    pub(super) fn report_by_answer(&self, token: &Token) {
        self.list().retain(|loss| loss.token != *token);
    }

    /// Returns the tokens of all unreported losses.
    pub(super) fn unreported(&self) -> HashSet<Token> {
        let unreported = self.list();
        unreported.iter().map(|loss| loss.token.clone()).collect()
    }

    /// Takes the loss that was noted first. Returns the number of its lock set, and its name.
    pub(super) fn take_first(&self) -> Option<(u64, Vec<u8>)> {
        let loss = self.list().pop_front()?;
        Some((loss.set, loss.name))
    }

    /// Returns whether there is a loss to report, or may be one that no entry shows yet.
    pub(super) fn may_be_unreported(&self) -> bool {
        // Nearly always there is none, not even one that a forked child inherits.
        let has_any = !self.unreported.borrow().of_any().is_empty();
        self.flag.is_raised() || has_any && self.has_own()
    }

    #[cold]
    fn has_own(&self) -> bool {
        !self.list().is_empty()
    }

    /// Drops all losses, because at the end of a request nobody is left for a report.
    pub(super) fn forget_all(&self) {
        self.list().clear();
    }

    /// Returns the unreported losses of this process. Those that a forked child inherits are its
    /// parent's to report.
    fn list(&self) -> RefMut<'_, VecDeque<Loss>> {
        let generation = self.clock.generation();
        RefMut::map(self.unreported.borrow_mut(), |losses| losses.of(generation))
    }
}
