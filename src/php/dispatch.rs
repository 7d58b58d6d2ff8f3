//! The way of a call from the engine's frame to a method of the class with its arguments, and back with a
//! value or an exception.
//!
//! Losses are reported before a method begins, and never instead of its answer. Nothing here knows what a
//! method does, because `php::methods`, which uses this file, passes the body of the method.

use ext_php_rs::convert::IntoZval;
use ext_php_rs::types::Zval;
use ext_php_rs::zend::ExecuteData;

use super::arguments::Arguments;
use super::class::RedisMutexLock;
use super::engine::Frame;
use super::exceptions::{Result, Thrown};
use super::signature::Signature;
use super::{GLOBALS, engine, on_lost};
use crate::os;

/// Runs a call of a method on an object, whose constructor must have run.
pub(super) fn method<R: IntoZval + Default>(
    frame: &mut ExecuteData,
    returned: &mut Zval,
    signature: &'static Signature,
    body: fn(&RedisMutexLock, &mut Arguments) -> Result<R>,
) {
    let frame = Frame::new(frame);
    let Some(object) = frame.native::<RedisMutexLock>() else {
        return Thrown::error("RedisMutexLock::__construct() has not been called")
            .throw(signature.method, None);
    };
    after_losses(returned, signature, Some(object), || {
        Arguments::new(frame, signature).and_then(|mut given| body(object, &mut given))
    });
}

/// Runs a call of a static method, which belongs to no object.
pub(super) fn static_method<R: IntoZval + Default>(
    frame: &mut ExecuteData,
    returned: &mut Zval,
    signature: &'static Signature,
    body: fn(&mut Arguments) -> Result<R>,
) {
    let frame = Frame::new(frame);
    after_losses(returned, signature, None, || {
        Arguments::new(frame, signature).and_then(|mut given| body(&mut given))
    });
}

/// Reports the losses so far, and does the work unless a callback has thrown, while a loss that the work
/// finds is reported after the method has returned.
fn after_losses<R: IntoZval + Default>(
    returned: &mut Zval,
    signature: &Signature,
    object: Option<&RedisMutexLock>,
    work: impl FnOnce() -> Result<R>,
) {
    on_lost::report();
    if !engine::has_exception() {
        match work().map(|value| value.set_zval(returned, false)) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => Thrown::from(error).throw(signature.method, None),
            Err(thrown) => {
                thrown.throw(signature.method, object.map(RedisMutexLock::lock_prefix));
                if !engine::has_exception() {
                    // No exception is pending, because the time limit has struck in a wait. The engine ends
                    // the request when this call returns, but a debug build looks at the type of the returned
                    // value before that.
                    let _ = R::default().set_zval(returned, false);
                }
            }
        }
        let globals = GLOBALS.get();
        if globals.on_wait.end_call() {
            globals.keeper.note_silence(os::now());
        }
        globals.on_lost.note_return();
    }
}

/// Runs a call of the constructor, and throws the error of a construction that fails.
pub(super) fn constructor(
    frame: &mut ExecuteData,
    _: &mut Zval,
    signature: &'static Signature,
    body: fn(&mut Arguments) -> Result<RedisMutexLock>,
) {
    if let Err(thrown) = construct(Frame::new(frame), signature, body) {
        thrown.throw(signature.method, None);
    }
}

/// Gives the object of the call its Rust value. A second value is refused, because methods of the first one
/// may be running.
fn construct(
    frame: Frame,
    signature: &'static Signature,
    body: fn(&mut Arguments) -> Result<RedisMutexLock>,
) -> Result<()> {
    let called_already = || Thrown::error("RedisMutexLock::__construct() has been called already");
    if frame.native::<RedisMutexLock>().is_some() {
        return Err(called_already());
    }
    let mut given = Arguments::new(frame, signature)?;
    let native = body(&mut given)?;
    let frame = given.frame();
    // The conversion may have run PHP code that has called this constructor too, so this may fail as well.
    let native = frame.set_native(native).map_err(|_| called_already())?;
    if let Some(object) = frame.object() {
        native.note_object(object.handle);
    }
    Ok(())
}
