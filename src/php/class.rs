//! The class `RedisMutexLock`: each method reads its arguments, asks the
//! keeper and turns the answer into PHP's terms. What a lock is, and when it
//! is lost, is not decided here.
//!
//! Methods get `&self` only: PHP may come back into the same object from a
//! callback or a signal handler, and a second `&mut` would be undefined
//! behaviour. Registered by `php`.

use std::rc::Rc;
use std::sync::OnceLock;
use std::time::Duration;

use ext_php_rs::binary::Binary;
use ext_php_rs::builders::{ClassBuilder, FunctionBuilder};
use ext_php_rs::convert::IntoZval;
use ext_php_rs::exception::PhpException;
use ext_php_rs::ffi::zend_object_handlers;
use ext_php_rs::flags::{ClassFlags, PropertyFlags};
use ext_php_rs::types::Zval;
use ext_php_rs::zend::{ExecuteData, ExecutorGlobals};

use super::arguments::{Arguments, ArrayOrBytes};
use super::engine::{Frame, Half};
use super::exceptions::Thrown;
use super::methods::{self, Method};
use super::signature::Signature;
use super::{GLOBALS, engine, interrupts, losses, settings};
use crate::clock::{Clock, Moment};
use crate::config::{Config, Source};
use crate::error::{Error, escaped};
use crate::keeper::{Bell, Lifetime, Options, Owner};
use crate::lock::Patience;
use crate::node::SingleServer;
use crate::quorum::Holder;
use crate::stats::{self, Reading};
use crate::token::Token;

/// What stands behind one PHP object.
pub(super) struct RedisMutexLock {
    owner: Rc<Owner>,
}

/// Bytes on their way to PHP.
type Bytes = Binary<u8>;
type Result<T> = std::result::Result<T, Thrown>;

const EXPIRE: Option<Duration> = Some(Duration::from_secs(20));
const SLEEP: Duration = Duration::from_millis(100);

impl RedisMutexLock {
    /// What the constructor was given. Converting it may run PHP code.
    fn config(given: &mut Arguments) -> Result<Config> {
        let source = match given.array_or_bytes(0)? {
            ArrayOrBytes::None => Source::Ini,
            ArrayOrBytes::Array(array) => Source::Map(settings::map(array)),
            ArrayOrBytes::Bytes(url) if url.len() > settings::LONGEST_TEXT => {
                let (length, most) = (url.len(), settings::LONGEST_TEXT);
                let rule = format!("must be at most {most} bytes long, {length} given");
                return Err(given.out_of_range(0, &rule));
            }
            ArrayOrBytes::Bytes(url) => Source::Url(url.to_vec()),
        };
        Config::read(source, &settings::ini()).map_err(|sentence| given.out_of_range(0, &sentence))
    }

    fn new(config: Config) -> Self {
        let globals = GLOBALS.get();
        let node = SingleServer::new(&globals.pool, &config.server);
        let options = Options {
            lock_prefix: config.lock_prefix,
            lease: config.lease,
            max_hold: config.max_hold,
            fencing: config.fencing,
            auto_release: config.auto_release,
        };
        let bell = || Bell::new(globals.interrupt.asking());
        let bell = globals.keeper.bell(bell);
        let owner = Owner::new(Box::new(node), &interrupts::CLOCK, bell, options);
        Self {
            owner: globals.keeper.keep(owner),
        }
    }

    pub(super) fn lock(&self, given: &mut Arguments) -> Result<bool> {
        let name = given.bytes(0)?;
        let timeout = given.timeout(1, Duration::ZERO)?;
        let expire = given.expire_or_null(2, EXPIRE)?;
        let look = given.sleep(3, SLEEP)?;
        self.ends_some_day("lock", name, timeout)?;
        let patience = patience(timeout, look);
        Ok(self.owner.lock(name, lifetime(expire), patience)?)
    }

    /// Refuses a wait without limit for what this thread itself holds without limit.
    fn ends_some_day(&self, method: &str, name: &[u8], timeout: Option<Duration>) -> Result<()> {
        if timeout.is_none() && GLOBALS.get().keeper.renews_elsewhere(&self.owner, name) {
            return Err(Thrown::from(Error::Impossible(format!(
                "RedisMutexLock::{method}(): another object of this process holds {} and has it renewed, \
                 so a wait without limit ($timeout is null) would never end; give a timeout",
                escaped(name)
            ))));
        }
        Ok(())
    }

    pub(super) fn unlock(&self, given: &mut Arguments) -> Result<bool> {
        Ok(self.owner.unlock(given.bytes(0)?)?)
    }

    pub(super) fn unlock_all(&self, _: &mut Arguments) -> Result<bool> {
        Ok(self.owner.unlock_all()?)
    }

    pub(super) fn is_locking(&self, given: &mut Arguments) -> Result<bool> {
        Ok(self.owner.is_locking(given.bytes(0)?)?)
    }

    pub(super) fn expire(&self, given: &mut Arguments) -> Result<bool> {
        let name = given.bytes(0)?;
        let lease = given.expire(1)?;
        Ok(self.owner.expire(name, lease)?)
    }

    pub(super) fn synchronized(&self, given: &mut Arguments) -> Result<Zval> {
        let name = given.bytes(0)?;
        let callback = given.callback(1)?;
        let timeout = given.timeout(2, Duration::from_secs(10))?;
        let expire = given.expire_or_null(3, None)?;
        let look = given.sleep(4, SLEEP)?;
        if self.owner.refuses(name) {
            return Err(Thrown::timeout(format!(
                "RedisMutexLock::synchronized(): this object already holds {0}, or is waiting for it, \
                 and would wait for itself",
                escaped(name)
            )));
        }
        self.ends_some_day("synchronized", name, timeout)?;
        let patience = patience(timeout, look);
        if !self.owner.lock(name, lifetime(expire), patience)? {
            return Err(Thrown::timeout(format!(
                "RedisMutexLock::synchronized(): {} is held by somebody else and was not free within {} seconds",
                escaped(name),
                timeout.unwrap_or_default().as_secs_f64()
            )));
        }
        let token = self.owner.begin_section(name);
        let result = callback.call();
        let kept = self.owner.end_section(name, token.as_ref());
        match result {
            // The callback's exception wins over a loss.
            None => Err(Thrown::Pending),
            Some(result) if kept => Ok(result),
            Some(result) => Err(Thrown::lost(
                format!(
                    "RedisMutexLock::synchronized(): the lock {} was lost while the callback ran",
                    escaped(name)
                ),
                result,
            )),
        }
    }

    pub(super) fn is_locked(&self, given: &mut Arguments) -> Result<bool> {
        Ok(self.owner.is_locked(given.bytes(0)?)?)
    }

    pub(super) fn owner(&self, given: &mut Arguments) -> Result<Option<Bytes>> {
        Ok(match self.owner.holder(given.bytes(0)?)? {
            Holder::Nobody => None,
            Holder::Owner(token) => Some(token.into()),
            Holder::Foreign => Some(Vec::new().into()),
        })
    }

    pub(super) fn remaining(&self, given: &mut Arguments) -> Result<Option<f64>> {
        let remaining = self.owner.remaining(given.bytes(0)?);
        Ok(remaining.map(|span| span.as_secs_f64()))
    }

    pub(super) fn token(&self, given: &mut Arguments) -> Result<Option<String>> {
        let held = self.owner.held_entry(given.bytes(0)?);
        Ok(held.map(|(token, _)| token.to_text()))
    }

    pub(super) fn fence(&self, given: &mut Arguments) -> Result<Option<i64>> {
        let held = self.owner.held_entry(given.bytes(0)?);
        Ok(held.and_then(|(_, lease)| lease.fence))
    }

    #[allow(clippy::unnecessary_wraps, reason = "all methods are entered alike")]
    pub(super) fn held(&self, _: &mut Arguments) -> Result<Vec<Bytes>> {
        Ok(self.owner.held().into_iter().map(Bytes::from).collect())
    }

    pub(super) fn detach(&self, given: &mut Arguments) -> Result<Option<Zval>> {
        // In PHP's hands before it leaves ours: at the memory limit nobody would have it.
        self.owner
            .detach(given.bytes(0)?, |token| token.to_text().into_zval(false))
            .transpose()
            .map_err(Thrown::from)
    }

    pub(super) fn adopt(&self, given: &mut Arguments) -> Result<bool> {
        let name = given.bytes(0)?;
        let token = given.bytes(1)?;
        let expire = given.expire_or_null(2, EXPIRE)?;
        Ok(self.owner.adopt(name, token, lifetime(expire))?)
    }

    pub(super) fn force_unlock(&self, given: &mut Arguments) -> Result<bool> {
        Ok(self.owner.force_unlock(given.bytes(0)?)?)
    }

    pub(super) fn on_lost(&self, given: &mut Arguments) -> Result<()> {
        let callback = given.callback_or_null(0)?;
        GLOBALS.get().losses.set_callback(&self.owner, callback)
    }

    pub(super) fn generate_token(_: &mut Arguments) -> Result<String> {
        Ok(Token::draw()?.to_text())
    }

    #[allow(clippy::unnecessary_wraps, reason = "all methods are entered alike")]
    pub(super) fn stats(_: &mut Arguments) -> Result<Vec<(&'static str, Zval)>> {
        let value = |reading| {
            let mut value = Zval::null();
            match reading {
                Reading::Times(times) => value.set_long(i64::try_from(times).unwrap_or(i64::MAX)),
                Reading::Seconds(seconds) => value.set_double(seconds),
            }
            value
        };
        let all = stats::ALL.iter();
        Ok(all.map(|it| (it.name, value(it.read()))).collect())
    }
}

impl Drop for RedisMutexLock {
    /// At the end of a request objects die in no order that the user chose, so
    /// their locks wait there for the sweep, which comes when all are dead.
    fn drop(&mut self) {
        GLOBALS.get().losses.forget(&self.owner);
        if !is_taken_down() {
            GLOBALS.get().keeper.dismiss(&self.owner);
        }
    }
}

/// Whether the engine is taking the request down, and not PHP code that drops an
/// object, which a shutdown function or a destructor may do as well.
fn is_taken_down() -> bool {
    const IN_SHUTDOWN: u8 = 1;
    let globals = ExecutorGlobals::get();
    globals.flags & IN_SHUTDOWN != 0 && globals.current_execute_data.is_null()
}

fn patience(timeout: Option<Duration>, look: Duration) -> Patience {
    let deadline = timeout.map_or(Moment::NEVER, |span| interrupts::CLOCK.now().after(span));
    Patience { deadline, look }
}

fn lifetime(expire: Option<Duration>) -> Lifetime {
    expire.map_or(Lifetime::Renewed, Lifetime::Fixed)
}

/// The road of an instance method's call, from the engine's frame and back.
pub(super) fn enter<R: IntoZval>(
    frame: &mut ExecuteData,
    returned: &mut Zval,
    signature: &'static Signature,
    body: fn(&RedisMutexLock, &mut Arguments) -> Result<R>,
) {
    let frame = Frame::new(frame);
    let Some(object) = frame.half::<RedisMutexLock>() else {
        let unborn = Thrown::error("RedisMutexLock::__construct() has not been called");
        return answer(returned, Err::<R, _>(unborn));
    };
    after_losses(returned, || {
        Arguments::new(frame, signature).and_then(|mut given| body(object, &mut given))
    });
}

/// The same for a static method.
pub(super) fn enter_static<R: IntoZval>(
    frame: &mut ExecuteData,
    returned: &mut Zval,
    signature: &'static Signature,
    body: fn(&mut Arguments) -> Result<R>,
) {
    let frame = Frame::new(frame);
    after_losses(returned, || {
        Arguments::new(frame, signature).and_then(|mut given| body(&mut given))
    });
}

/// Before a method does its work the losses so far are told; later ones afterwards.
fn after_losses<R: IntoZval>(returned: &mut Zval, work: impl FnOnce() -> Result<R>) {
    losses::tell();
    if !ExecutorGlobals::has_exception() {
        answer(returned, work());
        GLOBALS.get().losses.answered();
    }
}

fn answer<R: IntoZval>(returned: &mut Zval, result: Result<R>) {
    let set = result.map(|value| value.set_zval(returned, false));
    match set {
        Ok(Ok(())) => {}
        Err(Thrown::Pending) => {
            if !ExecutorGlobals::has_exception() {
                // The time limit has struck in a wait. The engine ends the request as soon
                // as we are back, and looks at the type of the answer before.
                returned.set_bool(false);
            }
        }
        Ok(Err(error)) => PhpException::from(error).throw(),
        Err(Thrown::New(exception)) => exception.throw(),
    }
}

/// The road of the constructor.
pub(super) fn enter_constructor(frame: &mut ExecuteData, signature: &'static Signature) {
    let frame = Frame::new(frame);
    let constructed = begin(&frame)
        .and_then(|()| Arguments::new(frame, signature))
        .and_then(|mut given| {
            let config = RedisMutexLock::config(&mut given)?;
            // PHP code may have run, and constructed it meanwhile.
            begin(given.frame())?;
            let half = RedisMutexLock::new(config);
            let owner = Rc::clone(&half.owner);
            let frame = given.frame();
            let handle = frame.object().map(|object| object.handle);
            frame.set_half(half).map_err(|_| has_begun())?;
            GLOBALS.get().losses.know(&owner, handle);
            Ok(())
        });
    if let Err(Thrown::New(exception)) = constructed {
        exception.throw();
    }
}

/// Refuses a second constructor: methods of the first may be running.
fn begin(frame: &Frame) -> Result<()> {
    match frame.half::<RedisMutexLock>() {
        None => Ok(()),
        Some(_) => Err(has_begun()),
    }
}

fn has_begun() -> Thrown {
    Thrown::error("RedisMutexLock::__construct() has been called already")
}

impl Half for RedisMutexLock {
    fn handlers() -> &'static OnceLock<zend_object_handlers> {
        static HANDLERS: OnceLock<zend_object_handlers> = OnceLock::new();
        &HANDLERS
    }
}

/// Registers the class.
///
/// # Errors
/// When the engine refuses, such as for a name that is taken.
pub(super) fn register() -> ext_php_rs::error::Result<()> {
    let mut class = ClassBuilder::new("RedisMutexLock")
        .flags(ClassFlags::NoDynamicProperties | ClassFlags::NotSerializable);
    for method in methods::all() {
        let Method {
            signature, handler, ..
        } = method;
        let builder = FunctionBuilder::new(signature.method, handler);
        class = class.method(signature.describe(builder), method.flags());
    }
    class
        .registration(|class, tables| {
            for method in methods::all() {
                let signature = method.signature;
                engine::set_types(class, signature.method, signature.types());
            }
            engine::give_halves::<RedisMutexLock>(class);
            engine::declare_property(class, losses::PROPERTY, PropertyFlags::Private, false);
            engine::mark_first_parameter_sensitive(class, methods::CONSTRUCTOR.method);
            engine::keep_tables(tables);
        })
        .register()
}
