//! The class `RedisMutexLock`: each method reads its arguments, asks the
//! keeper and turns the answer into PHP's terms. No policy lives here.
//!
//! Methods get `&self` only: PHP may come back into the same object from a
//! callback or a signal handler, and a second `&mut` would be undefined
//! behaviour. Registered by `php`.

use std::rc::Rc;
use std::time::Duration;

use ext_php_rs::binary::Binary;
use ext_php_rs::builders::{ClassBuilder, FunctionBuilder};
use ext_php_rs::class::{
    ClassEntryInfo, ClassMetadata, ConstructorMeta, ConstructorResult, RegisteredClass,
};
use ext_php_rs::convert::{IntoZval, IntoZvalDyn};
use ext_php_rs::describe::DocComments;
use ext_php_rs::exception::PhpException;
use ext_php_rs::flags::{ClassFlags, ConstantFlags, MethodFlags};
use ext_php_rs::types::{ZendCallable, Zval};
use ext_php_rs::zend::{ExecuteData, ExecutorGlobals};

use super::arguments::Arguments;
use super::exceptions::Thrown;
use super::methods::{self, CONSTRUCTOR};
use super::signature::Signature;
use super::{GLOBALS, engine, interrupts, settings};
use crate::clock::{Clock, Moment};
use crate::config::Config;
use crate::error::{Error, escaped};
use crate::keeper::{Habits, Owner};
use crate::lock::Patience;
use crate::node::SingleServer;
use crate::quorum::Holder;
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
    fn construct(given: &mut Arguments) -> Result<Self> {
        let Some(source) = settings::source(given.any(0)) else {
            return Err(given.wrong_type(0));
        };
        let config = Config::read(source, &settings::ini())
            .map_err(|sentence| given.out_of_range(0, &sentence))?;
        let globals = GLOBALS.get();
        let node = SingleServer::new(&globals.pool, &config.server);
        let habits = Habits {
            lock_prefix: config.lock_prefix,
            fencing: config.fencing,
            auto_release: config.auto_release,
        };
        let owner = Owner::new(Box::new(node), &interrupts::CLOCK, habits);
        Ok(Self {
            owner: globals.keeper.keep(owner),
        })
    }

    pub(super) fn lock(&self, given: &mut Arguments) -> Result<bool> {
        let name = given.bytes(0)?;
        let timeout = given.timeout(1, Duration::ZERO)?;
        let expire = given.expire_or_null(2, EXPIRE)?;
        let look = given.sleep(3, SLEEP)?;
        let lease = expire.ok_or_else(not_built_yet)?;
        Ok(self.owner.lock(name, lease, patience(timeout, look))?)
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
        given.callback(1)?;
        let timeout = given.timeout(2, Duration::from_secs(10))?;
        let expire = given.expire_or_null(3, None)?;
        let look = given.sleep(4, SLEEP)?;
        let lease = expire.ok_or_else(not_built_yet)?;
        let shown = escaped(name);
        if self.owner.held_entry(name).is_some() {
            return Err(Thrown::timeout(format!(
                "RedisMutexLock::synchronized(): this object already holds {shown} and would wait for itself"
            )));
        }
        if !self.owner.lock(name, lease, patience(timeout, look))? {
            let waited = timeout.unwrap_or_default().as_secs_f64();
            return Err(Thrown::timeout(format!(
                "RedisMutexLock::synchronized(): {shown} is held by somebody else and was not free within {waited} seconds"
            )));
        }
        let token = self.owner.held_entry(name).map(|(token, _)| token);
        let result = call(given.callback(1)?);
        self.end_synchronized(name, token, result)
    }

    /// The lock is released whatever the callback did; its exception wins over a loss.
    fn end_synchronized(
        &self,
        name: &[u8],
        token: Option<Token>,
        result: Option<Zval>,
    ) -> Result<Zval> {
        let now = self.owner.held_entry(name).map(|(token, _)| token);
        let still_valid = now.is_some() && now == token;
        let released = token.map_or(Ok(false), |token| self.owner.unlock_this(name, &token));
        let Some(result) = result else {
            return Err(Thrown::Pending);
        };
        match released {
            Ok(true) => Ok(result),
            // It held while the callback ran; the token is released later.
            Err(Error::Unavailable(_)) if still_valid => Ok(result),
            Err(error @ Error::Interrupted) => Err(error.into()),
            _ => Err(Thrown::lost(
                format!(
                    "RedisMutexLock::synchronized(): the lock {} was lost while the callback ran",
                    escaped(name)
                ),
                result,
            )),
        }
    }

    pub(super) fn is_locked(&self, given: &mut Arguments) -> Result<bool> {
        Ok(self.owner.holder(given.bytes(0)?)? != Holder::Nobody)
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

    pub(super) fn detach(&self, given: &mut Arguments) -> Result<Option<String>> {
        let token = self.owner.detach(given.bytes(0)?);
        Ok(token.map(|token| token.to_text()))
    }

    pub(super) fn adopt(&self, given: &mut Arguments) -> Result<bool> {
        let name = given.bytes(0)?;
        let token = given.bytes(1)?;
        let expire = given.expire_or_null(2, EXPIRE)?;
        let lease = expire.ok_or_else(not_built_yet)?;
        Ok(self.owner.adopt(name, token, lease)?)
    }

    pub(super) fn force_unlock(&self, given: &mut Arguments) -> Result<bool> {
        Ok(self.owner.force_unlock(given.bytes(0)?)?)
    }

    pub(super) fn generate_token(_: &mut Arguments) -> Result<String> {
        Ok(Token::draw()?.to_text())
    }
}

impl Drop for RedisMutexLock {
    /// At the end of a request objects die in no order that the user chose, so
    /// their locks wait there for the sweep, which comes when all are dead.
    fn drop(&mut self) {
        if !engine::is_shutting_down() {
            GLOBALS.get().keeper.dismiss(&self.owner);
        }
    }
}

fn patience(timeout: Option<Duration>, look: Duration) -> Patience {
    let deadline = timeout.map_or(Moment::NEVER, |span| interrupts::CLOCK.now().after(span));
    Patience { deadline, look }
}

fn not_built_yet() -> Thrown {
    Thrown::impossible(
        "expire: null asks for a lease that is renewed in the background, and renewal is not \
         built yet; pass a number of seconds"
            .into(),
    )
}

/// Calls a PHP callback; `None`: it threw.
fn call(callback: &Zval) -> Option<Zval> {
    let callable = ZendCallable::new(callback).ok()?;
    let result = callable.try_call(vec![]).ok();
    result.filter(|_| !ExecutorGlobals::has_exception())
}

/// The road of an instance method's call, from the engine's frame and back.
pub(super) fn enter<R: IntoZval>(
    frame: &mut ExecuteData,
    returned: &mut Zval,
    signature: &'static Signature,
    body: fn(&RedisMutexLock, &mut Arguments) -> Result<R>,
) {
    let Some(object) = engine::this::<RedisMutexLock>(frame) else {
        let unborn = Thrown::error("RedisMutexLock::__construct() has not been called");
        return answer(returned, Err::<R, _>(unborn));
    };
    let result = Arguments::new(frame, signature).and_then(|mut given| body(object, &mut given));
    answer(returned, result);
}

/// The same for a static method.
pub(super) fn enter_static<R: IntoZval>(
    frame: &mut ExecuteData,
    returned: &mut Zval,
    signature: &'static Signature,
    body: fn(&mut Arguments) -> Result<R>,
) {
    let result = Arguments::new(frame, signature).and_then(|mut given| body(&mut given));
    answer(returned, result);
}

fn answer<R: IntoZval>(returned: &mut Zval, result: Result<R>) {
    let set = result.map(|value| value.set_zval(returned, false));
    match set {
        Ok(Ok(())) | Err(Thrown::Pending) => {}
        Ok(Err(error)) => PhpException::from(error).throw(),
        Err(Thrown::New(exception)) => exception.throw(),
    }
}

fn construct(frame: &mut ExecuteData) -> ConstructorResult<RedisMutexLock> {
    let constructed = if engine::this::<RedisMutexLock>(frame).is_some() {
        Err(Thrown::error(
            "RedisMutexLock::__construct() has been called already",
        ))
    } else {
        Arguments::new(frame, &CONSTRUCTOR)
            .and_then(|mut given| RedisMutexLock::construct(&mut given))
    };
    match constructed {
        Ok(object) => ConstructorResult::Ok(object),
        Err(Thrown::New(exception)) => ConstructorResult::Exception(exception),
        Err(Thrown::Pending) => ConstructorResult::ArgError,
    }
}

fn describe_constructor(builder: FunctionBuilder) -> FunctionBuilder {
    CONSTRUCTOR.describe(builder)
}

static METADATA: ClassMetadata<RedisMutexLock> = ClassMetadata::new(&[]);

impl RegisteredClass for RedisMutexLock {
    const CLASS_NAME: &'static str = "RedisMutexLock";
    const BUILDER_MODIFIER: Option<fn(ClassBuilder) -> ClassBuilder> = None;
    const EXTENDS: Option<ClassEntryInfo> = None;
    const IMPLEMENTS: &'static [ClassEntryInfo] = &[];
    const FLAGS: ClassFlags = ClassFlags::NoDynamicProperties;

    fn get_metadata() -> &'static ClassMetadata<Self> {
        &METADATA
    }

    fn method_builders() -> Vec<(FunctionBuilder<'static>, MethodFlags)> {
        let built = methods::all().into_iter().map(|method| {
            let builder = FunctionBuilder::new(method.signature.method, method.handler);
            (method.signature.describe(builder), method.flags())
        });
        built.collect()
    }

    fn constructor() -> Option<ConstructorMeta<Self>> {
        Some(ConstructorMeta {
            constructor: construct,
            build_fn: describe_constructor,
            flags: None,
        })
    }

    fn constants() -> &'static [(
        &'static str,
        &'static dyn IntoZvalDyn,
        DocComments,
        ConstantFlags,
    )] {
        &[]
    }
}

/// Registers the class.
///
/// # Errors
/// When the engine refuses, such as for a name that is taken.
pub(super) fn register() -> ext_php_rs::error::Result<()> {
    let mut class = ClassBuilder::new(RedisMutexLock::CLASS_NAME)
        .flags(RedisMutexLock::FLAGS)
        .object_override::<RedisMutexLock>();
    for (method, flags) in RedisMutexLock::method_builders() {
        class = class.method(method, flags);
    }
    class
        .registration(|class, tables| {
            let methods = methods::all();
            let signatures = methods.iter().map(|method| method.signature);
            for signature in signatures.chain([&CONSTRUCTOR]) {
                engine::set_types(class, signature.method, signature.types());
            }
            engine::mark_first_parameter_sensitive(class, CONSTRUCTOR.method);
            METADATA.set_ce(class);
            METADATA.set_arg_info(tables);
        })
        .register()
}
