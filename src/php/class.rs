//! The class `RedisMutexLock`, and what each of its methods does, and the function that examines a configuration.
//!
//! A method reads its arguments, asks its object's [`LockSet`] and turns the answer into PHP's terms, while
//! `keeper` decides what a lock is and when it is lost. Methods get `&self` only, because PHP may come back
//! into the same object from a callback or a signal handler, where a second `&mut` would be undefined
//! behaviour. Used by `php::dispatch`, `php::methods` and `php::registration`.

use std::rc::Rc;
use std::time::Duration;

use ext_php_rs::binary::Binary;
use ext_php_rs::convert::IntoZval;
use ext_php_rs::types::Zval;
use ext_php_rs::zend::ExecutorGlobals;

use super::arguments::Arguments;
use super::engine::Callback;
use super::exceptions::{Result, Thrown};
use super::warnings::warn_of_ending;
use super::{GLOBALS, interrupts, on_lost, settings};
use crate::check::{self, Finding};
use crate::clock::{Clock, Moment};
use crate::config::Config;
use crate::connection::encrypted_key;
use crate::error::Refusal;
use crate::keeper::{Acquired, AcquiredAll, Lifetime, LockCall, LockSet, LossFlag, SeveralCall};
use crate::stats::{self, CountedBy, Counter, Reading};
use crate::store::Holder;
use crate::token::{Token, TokenKind};

/// The Rust value of one PHP object, which is dropped when the object dies.
pub(super) struct RedisMutexLock {
    locks: Rc<LockSet>,
}

/// A PHP string, which may hold any bytes.
type Bytes = Binary<u8>;
/// The keys of a PHP array with their values, in the array's order.
type Fields = Vec<(&'static str, Zval)>;

impl RedisMutexLock {
    /// Returns the Rust value of a new object with a lock set of its own, for which no server is asked yet.
    pub(super) fn new(given: &mut Arguments) -> Result<Self> {
        let globals = GLOBALS.get();
        let config = configuration(given)?;
        let store = globals.pool.store(&config.servers);
        let flag = || LossFlag::new(globals.interrupt.request());
        let (keeper, clock) = (&globals.keeper, &interrupts::CLOCK);
        Ok(Self {
            locks: keeper.open(store, config.locks, clock, flag),
        })
    }

    /// Returns the prefix that the keys of the object's locks begin with.
    pub(super) fn lock_prefix(&self) -> &[u8] {
        self.locks.lock_prefix()
    }

    /// Notes which PHP object has these locks, for the callback of `onLost`.
    pub(super) fn note_object(&self, handle: u32) {
        self.locks.object.set(Some(handle));
    }

    pub(super) fn lock(&self, given: &mut Arguments) -> Result<bool> {
        let name = given.name()?;
        let terms = Terms::read(given)?;
        let token = given.new_token_or_null()?;
        warn_of_ending(given, self.locks.releases_at_end())?;
        let acquired = self.acquire(name, &terms, TokenKind::Lock, token.as_ref(), false)?;
        Ok(acquired == Acquired::Yes)
    }

    pub(super) fn lock_shared(&self, given: &mut Arguments) -> Result<bool> {
        let name = given.name()?;
        let terms = Terms::read(given)?;
        let kind = TokenKind::Share(given.share_limit_or_null()?);
        warn_of_ending(given, self.locks.releases_at_end())?;
        let acquired = self.acquire(name, &terms, kind, None, false)?;
        Ok(acquired == Acquired::Yes)
    }

    pub(super) fn lock_all(&self, given: &mut Arguments) -> Result<bool> {
        let names = given.names()?;
        let terms = Terms::read(given)?;
        warn_of_ending(given, self.locks.releases_at_end())?;
        Ok(self.acquire_all(&names, &terms, false)? == AcquiredAll::Yes)
    }

    pub(super) fn synchronized(&self, given: &mut Arguments) -> Result<Zval> {
        let name = given.name()?;
        let callback = given.callback()?;
        let terms = Terms::read(given)?;
        self.section("synchronized", name, &callback, &terms, TokenKind::Lock)
    }

    pub(super) fn synchronized_shared(&self, given: &mut Arguments) -> Result<Zval> {
        let name = given.name()?;
        let callback = given.callback()?;
        let terms = Terms::read(given)?;
        let kind = TokenKind::Share(given.share_limit_or_null()?);
        self.section("synchronizedShared", name, &callback, &terms, kind)
    }

    pub(super) fn synchronized_all(&self, given: &mut Arguments) -> Result<Zval> {
        const METHOD: &str = "synchronizedAll";
        let names = given.names()?;
        let callback = given.callback()?;
        let terms = Terms::read(given)?;
        if let Some(own) = names.iter().find(|name| self.locks.refuse_own(name)) {
            return Err(Thrown::own(METHOD, own));
        }
        let acquired = self.acquire_all(&names, &terms, true)?;
        if let AcquiredAll::No { name, held_by } = acquired {
            let timeout = terms.timeout.unwrap_or_default();
            return Err(Thrown::not_free(METHOD, &name, timeout, held_by.as_ref()));
        }
        let tokens = self.locks.begin_sections(&names);
        let result = self.run_section(&callback, &names, &tokens)?;
        let lost = self.locks.end_sections(&names, &tokens);
        after_section(METHOD, result, lost)
    }

    /// Acquires a lock or a share of it.
    #[expect(
        clippy::inline_always,
        reason = "a call of lock() would take 40 instructions more"
    )]
    #[inline(always)]
    fn acquire(
        &self,
        name: &[u8],
        terms: &Terms,
        kind: TokenKind,
        token: Option<&Token>,
        asks_holder: bool,
    ) -> Result<Acquired> {
        self.refuse_endless(name, terms.timeout)?;
        let is_own = || self.is_renewed_elsewhere(name);
        let call = LockCall {
            name,
            lifetime: terms.lifetime,
            deadline: terms.deadline(),
            never_stops: terms.never_stops().then_some(&is_own),
            sleep: terms.sleep,
            token,
            kind,
            asks_holder,
            is_part: false,
        };
        Ok(self.locks.lock(&call)?)
    }

    fn acquire_all(
        &self,
        names: &[Vec<u8>],
        terms: &Terms,
        asks_holder: bool,
    ) -> Result<AcquiredAll> {
        for name in names {
            self.refuse_endless(name, terms.timeout)?;
        }
        let is_own = |name: &[u8]| self.is_renewed_elsewhere(name);
        let call = SeveralCall {
            names,
            lifetime: terms.lifetime,
            deadline: terms.deadline(),
            never_stops: terms.never_stops().then_some(&is_own),
            sleep: terms.sleep,
            asks_holder,
        };
        Ok(self.locks.lock_all(&call)?)
    }

    /// Runs a section of code under a lock or a share of it, for `method`.
    fn section(
        &self,
        method: &str,
        name: &[u8],
        callback: &Callback,
        terms: &Terms,
        kind: TokenKind,
    ) -> Result<Zval> {
        if self.locks.refuse_own(name) {
            return Err(Thrown::own(method, name));
        }
        if let Acquired::No(held_by) = self.acquire(name, terms, kind, None, true)? {
            let timeout = terms.timeout.unwrap_or_default();
            return Err(Thrown::not_free(method, name, timeout, held_by.as_ref()));
        }
        let token = [self.locks.begin_section(name)];
        let result = self.run_section(callback, &[name], &token)?;
        let [token] = token;
        let kept = self.locks.end_section(name, token.as_ref());
        after_section(method, result, (!kept).then_some(name))
    }

    /// Returns what the callback of a section returns, or `None` if it has thrown.
    ///
    /// # Errors
    /// It has thrown where fibers share the thread. The section is over then.
    fn run_section(
        &self,
        callback: &Callback,
        names: &[impl AsRef<[u8]>],
        tokens: &[Option<Token>],
    ) -> Result<Option<Zval>> {
        let globals = GLOBALS.get();
        let result = globals.on_wait.beside(|| callback.call());
        if result.is_none() && interrupts::CLOCK.has_fibers() {
            globals.keeper.leave_sections(&self.locks, names, tokens);
            return Err(Thrown::Pending);
        }
        Ok(result)
    }

    /// Refuses a wait without a timeout for a lock that this thread itself holds without limit, because such a wait would
    /// never end. Where it suspends one fiber, another fiber can release the lock.
    fn refuse_endless(&self, name: &[u8], timeout: Option<Duration>) -> Result<()> {
        if timeout.is_some() || interrupts::CLOCK.may_suspend() || !self.is_renewed_elsewhere(name)
        {
            return Ok(());
        }
        let name = name.to_vec();
        Err(Thrown::Refused(Refusal::Endless { name }))
    }

    /// Returns whether another object of this thread holds the lock and has it renewed.
    fn is_renewed_elsewhere(&self, name: &[u8]) -> bool {
        GLOBALS.get().keeper.renews_elsewhere(&self.locks, name)
    }

    pub(super) fn unlock(&self, given: &mut Arguments) -> Result<bool> {
        let name = given.name()?;
        Ok(match given.token_or_null()? {
            None => self.locks.unlock(name)?,
            Some(token) => self.locks.unlock_of(name, token)?,
        })
    }

    pub(super) fn unlock_all(&self, _: &mut Arguments) -> Result<bool> {
        Ok(self.locks.unlock_all()?)
    }

    pub(super) fn is_locking(&self, given: &mut Arguments) -> Result<bool> {
        Ok(self.locks.is_locking(given.name()?)?)
    }

    pub(super) fn expire(&self, given: &mut Arguments) -> Result<bool> {
        let name = given.name()?;
        let lease = given.expire()?;
        Ok(match given.token_or_null()? {
            None => self.locks.expire(name, lease)?,
            Some(token) => self.locks.expire_of(name, token, lease)?,
        })
    }

    pub(super) fn is_locked(&self, given: &mut Arguments) -> Result<bool> {
        Ok(self.locks.is_locked(given.name()?)?)
    }

    pub(super) fn owner(&self, given: &mut Arguments) -> Result<Option<Bytes>> {
        Ok(match self.locks.holder(given.name()?)? {
            Holder::Nobody => None,
            Holder::Token(token) => Some(token.into()),
            Holder::Foreign => Some(Vec::new().into()),
        })
    }

    pub(super) fn remaining(&self, given: &mut Arguments) -> Result<Option<f64>> {
        let remaining = self.locks.remaining(given.name()?);
        Ok(remaining.map(|span| span.as_secs_f64()))
    }

    pub(super) fn token(&self, given: &mut Arguments) -> Result<Option<String>> {
        let held = self.locks.valid_lease(given.name()?);
        Ok(held.map(|(token, _)| token.to_text()))
    }

    pub(super) fn fence(&self, given: &mut Arguments) -> Result<Option<i64>> {
        let held = self.locks.valid_lease(given.name()?);
        Ok(held.and_then(|(_, lease)| lease.fence))
    }

    #[allow(clippy::unnecessary_wraps, reason = "all methods return alike")]
    pub(super) fn held(&self, _: &mut Arguments) -> Result<Vec<Bytes>> {
        Ok(self.locks.held().into_iter().map(Bytes::from).collect())
    }

    pub(super) fn detach(&self, given: &mut Arguments) -> Result<Option<Zval>> {
        // PHP gets the token before the lock set forgets it. In the other order the memory limit could end
        // the request in between, and then no one would have the token.
        self.locks
            .detach(given.name()?, |token| token.to_text().into_zval(false))
            .transpose()
            .map_err(Thrown::from)
    }

    pub(super) fn adopt(&self, given: &mut Arguments) -> Result<bool> {
        let name = given.name()?;
        let token = given.token()?;
        let expire = given.expire_or_null()?;
        warn_of_ending(given, self.locks.releases_at_end())?;
        Ok(self.locks.adopt(name, token, expire)?)
    }

    pub(super) fn force_unlock(&self, given: &mut Arguments) -> Result<bool> {
        Ok(self.locks.force_unlock(given.name()?)?)
    }

    pub(super) fn on_lost(&self, given: &mut Arguments) -> Result<()> {
        let callback = given.callback_or_null()?;
        on_lost::set_callback(&self.locks, callback)
    }

    pub(super) fn on_wait(given: &mut Arguments) -> Result<()> {
        let callback = given.callback_or_null()?;
        if callback.is_some() {
            interrupts::suspend_questions(true);
        }
        GLOBALS.get().on_wait.set(callback);
        Ok(())
    }

    pub(super) fn list(&self, given: &mut Arguments) -> Result<Vec<Fields>> {
        let pattern = given.pattern()?;
        let limit = given.limit()?;
        let locks = self.locks.list(pattern, limit)?.into_iter();
        let rows = locks.map(|lock| {
            let made = Token::made_by(&lock.owner);
            let (host, pid) = made.map(|it| (it.host, it.pid)).unzip();
            Ok(vec![
                ("name", Bytes::from(lock.name).into_zval(false)?),
                (
                    "remaining",
                    lock.remaining.map(|it| it.as_secs_f64()).into_zval(false)?,
                ),
                ("waiters", lock.waiters.into_zval(false)?),
                (
                    "oldest",
                    lock.oldest.map(|it| it.as_secs_f64()).into_zval(false)?,
                ),
                ("shares", lock.shares.into_zval(false)?),
                ("owner", Bytes::from(lock.owner).into_zval(false)?),
                ("host", host.into_zval(false)?),
                ("pid", pid.into_zval(false)?),
                ("mine", lock.is_mine.into_zval(false)?),
            ])
        });
        rows.collect()
    }

    pub(super) fn generate_token(_: &mut Arguments) -> Result<String> {
        Ok(Token::draw(interrupts::CLOCK.maker())?.to_text())
    }

    pub(super) fn stats(_: &mut Arguments) -> Result<Fields> {
        counters(CountedBy::Process)
    }

    pub(super) fn pool_stats(_: &mut Arguments) -> Result<Fields> {
        counters(CountedBy::Workers)
    }
}

/// Returns what a section of code returned, if no lock of it was `lost` meanwhile. The callback's exception, which is
/// pending, wins over a loss.
fn after_section(method: &str, result: Option<Zval>, lost: Option<&[u8]>) -> Result<Zval> {
    match (result, lost) {
        (None, _) => Err(Thrown::Pending),
        (Some(result), None) => Ok(result),
        (Some(result), Some(name)) => Err(Thrown::lost(method, name, result)),
    }
}

/// The arguments that each call has which acquires something.
struct Terms {
    timeout: Option<Duration>,
    lifetime: Lifetime,
    sleep: Duration,
}

impl Terms {
    /// Reads the next three arguments.
    #[expect(
        clippy::inline_always,
        reason = "a call of lock() would take 30 instructions more"
    )]
    #[inline(always)]
    fn read(given: &mut Arguments) -> Result<Self> {
        Ok(Self {
            timeout: given.timeout()?,
            lifetime: given.expire_or_null()?,
            sleep: given.sleep()?,
        })
    }

    /// Returns the deadline of a wait that begins now, which without a timeout never passes.
    fn deadline(&self) -> Moment {
        match self.timeout {
            // One attempt has no deadline of its own, so it needs no clock.
            Some(Duration::ZERO) => Moment::PAST,
            Some(span) => interrupts::CLOCK.now().after(span),
            None => Moment::NEVER,
        }
    }

    /// Returns whether the wait has no limit and suspends fibers, so that it has to end where it would stop the process.
    fn never_stops(&self) -> bool {
        self.timeout.is_none() && interrupts::CLOCK.may_suspend()
    }
}

/// Returns all counters as PHP gets them.
fn counters(by: CountedBy) -> Result<Fields> {
    let field = |counter: &Counter| {
        let mut value = Zval::null();
        match counter.read(by) {
            Reading::Times(times) => value.set_long(i64::try_from(times).unwrap_or(i64::MAX)),
            Reading::Seconds(seconds) => value.set_double(seconds),
        }
        (counter.name, value)
    };
    let mut fields: Fields = stats::ALL.into_iter().map(field).collect();
    let waits = stats::WAIT_BUCKETS.iter().map(|it| field(&it.waits));
    fields.push(("wait_buckets", waits.collect::<Fields>().into_zval(false)?));
    fields.push(("since", stats::since(by).into_zval(false)?));
    Ok(fields)
}

/// Returns the configuration that the next argument and the ini settings give.
fn configuration(given: &mut Arguments) -> Result<Config> {
    let source = given.config()?;
    let refused = |sentence: String| given.out_of_range(&sentence);
    let config = GLOBALS.get().last_config.read(source, settings::ini());
    let config = config.map_err(refused)?;
    if let Some(sentence) = config
        .servers
        .accesses()
        .filter_map(|it| it.tls.as_ref())
        .find_map(encrypted_key)
    {
        return Err(refused(format!("cannot be used: {sentence}")));
    }
    Ok(config)
}

/// Examines a configuration, and returns a row for each finding. It belongs to no object.
pub(super) fn check(given: &mut Arguments) -> Result<Vec<Fields>> {
    let config = configuration(given)?;
    let token = Token::draw(interrupts::CLOCK.maker())?;
    let name = format!("redis-lock-check:{}", token.to_text());
    let rows = check::examine(&config, &name).into_iter().map(|finding| {
        let Finding { server, remark } = finding;
        Ok(vec![
            ("server", server.into_zval(false)?),
            ("what", remark.what.into_zval(false)?),
            ("state", remark.health.word().into_zval(false)?),
            ("found", remark.found.into_zval(false)?),
            ("advice", remark.advice.into_zval(false)?),
        ])
    });
    rows.collect()
}

impl Drop for RedisMutexLock {
    /// Releases the object's locks, unless the request is ending. Objects die then in an order that the user
    /// did not choose, so their locks wait for the sweep, which comes when all objects are dead.
    fn drop(&mut self) {
        self.locks.object.set(None);
        if !engine_ends_request() {
            let _forbidden = GLOBALS.get().on_wait.forbid();
            GLOBALS.get().keeper.dismiss(&self.locks);
        }
    }
}

/// Returns whether the engine is destroying the objects of the request, and `false` if PHP code has dropped
/// an object, which shutdown functions and destructors may do as well.
fn engine_ends_request() -> bool {
    const IN_SHUTDOWN: u8 = 1;
    let globals = ExecutorGlobals::get();
    globals.flags & IN_SHUTDOWN != 0 && globals.current_execute_data.is_null()
}
