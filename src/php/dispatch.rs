//! The way of a call from the engine's frame to a method of the class, and back: the
//! arguments on the way in, a value or an exception on the way out.
//!
//! Losses are reported before a method begins, and never instead of its answer. Nothing
//! here knows what a method does. Used by `php::methods`.

use ext_php_rs::convert::IntoZval;
use ext_php_rs::exception::PhpException;
use ext_php_rs::types::Zval;
use ext_php_rs::zend::{ExecuteData, ExecutorGlobals};

use super::arguments::Arguments;
use super::class::RedisMutexLock;
use super::engine::Frame;
use super::exceptions::Thrown;
use super::signature::Signature;
use super::{GLOBALS, on_lost};

type Result<T> = std::result::Result<T, Thrown>;

/// A call of a method on an object.
pub(super) fn method<R: IntoZval>(
    frame: &mut ExecuteData,
    returned: &mut Zval,
    signature: &'static Signature,
    body: fn(&RedisMutexLock, &mut Arguments) -> Result<R>,
) {
    let frame = Frame::new(frame);
    let Some(object) = frame.half::<RedisMutexLock>() else {
        let error = Thrown::error("RedisMutexLock::__construct() has not been called");
        return give_back(returned, Err::<R, _>(error), None);
    };
    after_losses(returned, Some(object), || {
        Arguments::new(frame, signature).and_then(|mut given| body(object, &mut given))
    });
}

/// A call of a static method.
pub(super) fn static_method<R: IntoZval>(
    frame: &mut ExecuteData,
    returned: &mut Zval,
    signature: &'static Signature,
    body: fn(&mut Arguments) -> Result<R>,
) {
    let frame = Frame::new(frame);
    after_losses(returned, None, || {
        Arguments::new(frame, signature).and_then(|mut given| body(&mut given))
    });
}

/// Reports the losses so far, and does the work unless a callback has thrown. A loss that the work
/// finds is reported after the method has returned.
fn after_losses<R: IntoZval>(
    returned: &mut Zval,
    object: Option<&RedisMutexLock>,
    work: impl FnOnce() -> Result<R>,
) {
    on_lost::report();
    if !ExecutorGlobals::has_exception() {
        give_back(returned, work(), object);
        GLOBALS.get().on_lost.note_return();
    }
}

/// Turns a method's result into the engine's: a value, or an exception that is pending.
fn give_back<R: IntoZval>(returned: &mut Zval, result: Result<R>, object: Option<&RedisMutexLock>) {
    let set = result.map(|value| value.set_zval(returned, false));
    match set {
        Ok(Ok(())) => {}
        Err(Thrown::Pending) => {
            if !ExecutorGlobals::has_exception() {
                // The time limit has struck in a wait. The engine ends the request when this
                // call returns, but looks at the type of the returned value before.
                returned.set_bool(false);
            }
        }
        Ok(Err(error)) => PhpException::from(error).throw(),
        Err(Thrown::New(exception)) => exception.throw(),
        Err(Thrown::Unavailable(it)) => {
            let lock_prefix = object.map(RedisMutexLock::lock_prefix);
            Thrown::unavailable(&it, lock_prefix).throw();
        }
    }
}

/// A call of the constructor.
pub(super) fn constructor(frame: &mut ExecuteData, signature: &'static Signature) {
    if let Err(Thrown::New(exception)) = construct(Frame::new(frame), signature) {
        exception.throw();
    }
}

fn construct(frame: Frame, signature: &'static Signature) -> Result<()> {
    refuse_second(&frame)?;
    let mut given = Arguments::new(frame, signature)?;
    let config = RedisMutexLock::config(&mut given)?;
    // The conversion may have run PHP code that has called this constructor too.
    refuse_second(given.frame())?;
    let half = RedisMutexLock::new(config);
    let frame = given.frame();
    let handle = frame.object().map(|object| object.handle);
    let half = frame.set_half(half).map_err(|_| called_already())?;
    if let Some(handle) = handle {
        half.note_object(handle);
    }
    Ok(())
}

/// Refuses a second constructor: methods of the first may be running.
fn refuse_second(frame: &Frame) -> Result<()> {
    match frame.half::<RedisMutexLock>() {
        None => Ok(()),
        Some(_) => Err(called_already()),
    }
}

fn called_already() -> Thrown {
    Thrown::error("RedisMutexLock::__construct() has been called already")
}
