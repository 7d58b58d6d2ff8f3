//! Streams by which a loop of PHP code watches one of our sockets.
//!
//! Such a stream has the number of the socket and nothing else: nobody can read, write or close the socket by it, and
//! it has no descriptor of its own. A stream over a copy of the socket would keep a closed connection alive, and a
//! loop that uses epoll would go on watching it. Used by `php::on_wait`.

use std::ffi::{c_char, c_int, c_void};
use std::os::fd::RawFd;
use std::ptr;

use ext_php_rs::ffi::{self, php_stream, php_stream_ops};
use ext_php_rs::types::Zval;

use crate::os::WatchedSocket;

unsafe extern "C" {
    fn _php_stream_alloc(
        operations: *const php_stream_ops,
        own: *mut c_void,
        persistent_id: *const c_char,
        mode: *const c_char,
        // The rest is there in debug builds of PHP alone, while the C calling convention ignores it elsewhere.
        depth: c_int,
        file: *const c_char,
        line: u32,
        outer_file: *const c_char,
        outer_line: u32,
    ) -> *mut php_stream;
}

/// What PHP calls for one of these streams.
struct Operations(php_stream_ops);

// SAFETY: nobody writes to the table, and its pointers lead to functions and to a constant text.
unsafe impl Sync for Operations {}

static OPERATIONS: Operations = Operations(php_stream_ops {
    write: Some(write),
    read: Some(read),
    close: Some(close),
    flush: None,
    label: c"redis_mutex_lock".as_ptr(),
    seek: None,
    cast: Some(cast),
    stat: None,
    set_option: None,
});

/// A PHP stream over one of our sockets.
pub(in crate::php) struct WatchStream {
    value: Zval,
}

impl WatchStream {
    /// Returns a new stream over a socket.
    pub(in crate::php) fn over(socket: WatchedSocket) -> Option<Self> {
        /// `PHP_STREAM_FLAG_NO_SEEK` and `PHP_STREAM_FLAG_NO_BUFFER` of `main/php_streams.h`.
        const FLAGS: u32 = 0x1 | 0x2;
        let own = Box::into_raw(Box::new(socket));
        let file = c"redis_mutex_lock".as_ptr();
        // SAFETY: the table lives as long as the library, which outlives every resource of a request. The stream owns
        // the box from here on, until `close` takes it, and the mode is copied. A stream has one reference, which
        // becomes that of the value, and the mark says that PHP code has it, so nobody reports it as forgotten.
        unsafe {
            let operations = &raw const OPERATIONS.0;
            let (own_data, mode) = (own.cast(), c"r+b".as_ptr());
            let no_id = ptr::null();
            let stream = _php_stream_alloc(operations, own_data, no_id, mode, 0, file, 0, file, 0);
            let Some(stream) = stream.as_mut() else {
                drop(Box::from_raw(own));
                return None;
            };
            stream.flags |= FLAGS;
            stream.set___exposed(1);
            let mut value = Zval::new();
            value.value.res = stream.res;
            value.u1.type_info = ffi::IS_RESOURCE_EX;
            Some(Self { value })
        }
    }

    /// Returns the stream as PHP code gets it, or `None` if its socket has ended or belongs to another process, or if PHP
    /// code has closed the stream.
    pub(in crate::php) fn value(&self) -> Option<Zval> {
        // SAFETY: the value is a resource, which lives as long as the value.
        let resource = unsafe { &*self.value.value.res };
        // A closed resource has no type, and no pointer to a stream.
        let stream: *const php_stream = resource.ptr.cast();
        if resource.type_ < 0 || stream.is_null() {
            return None;
        }
        // SAFETY: a resource with a type has its stream, whose data is the box until `close` takes it.
        let socket = unsafe { (*stream).abstract_.cast::<WatchedSocket>().as_ref() };
        let is_open = socket.is_some_and(WatchedSocket::is_open);
        is_open.then(|| self.value.shallow_clone())
    }
}

/// Nobody writes to the socket by the stream.
unsafe extern "C" fn write(_: *mut php_stream, _: *const c_char, _: usize) -> isize {
    -1
}

/// Nobody reads from the socket by the stream.
unsafe extern "C" fn read(_: *mut php_stream, _: *mut c_char, _: usize) -> isize {
    -1
}

/// Ends the stream, and leaves the socket open.
unsafe extern "C" fn close(stream: *mut php_stream, _: c_int) -> c_int {
    // SAFETY: the engine closes a stream once, and its data is the box that `over` has made.
    unsafe {
        let own = ptr::replace(&raw mut (*stream).abstract_, ptr::null_mut());
        if !own.is_null() {
            drop(Box::from_raw(own.cast::<WatchedSocket>()));
        }
    }
    0
}

/// Gives the descriptor to a caller that waits for it. A stream whose socket has ended has none.
unsafe extern "C" fn cast(
    stream: *mut php_stream,
    cast_as: c_int,
    given: *mut *mut c_void,
) -> c_int {
    /// `PHP_STREAM_AS_FD`, `PHP_STREAM_AS_SOCKETD` and `PHP_STREAM_AS_FD_FOR_SELECT` of `main/php_streams.h`.
    const DESCRIPTORS: std::ops::RangeInclusive<c_int> = 1..=3;
    const SUCCESS: c_int = 0;
    const FAILURE: c_int = -1;
    // SAFETY: the data is the box until `close` takes it. The caller asks for a descriptor, so the place is that of an
    // int, or null if it only asks whether there is one.
    unsafe {
        let socket = (*stream).abstract_.cast::<WatchedSocket>().as_ref();
        let found = socket.and_then(WatchedSocket::descriptor);
        match found.filter(|_| DESCRIPTORS.contains(&cast_as)) {
            Some(fd) => {
                if !given.is_null() {
                    given.cast::<RawFd>().write(fd);
                }
                SUCCESS
            }
            None => FAILURE,
        }
    }
}
