//! Arrays with keys of any bytes, which `php::settings` reads pair by pair.

use std::ptr;

use ext_php_rs::ffi;
use ext_php_rs::types::{ZendHashTable, Zval};

/// A key of a PHP array, which is a number or text of any bytes.
pub(in crate::php) enum ArrayKey {
    Number(i64),
    Text(Vec<u8>),
}

/// Returns the pairs of an array in their order, with keys cut after `longest` bytes. PHP code must not run
/// while the pairs are read, because it might change the array.
pub(in crate::php) fn pairs(
    array: &ZendHashTable,
    longest: usize,
) -> impl Iterator<Item = (ArrayKey, &Zval)> {
    let table = ptr::from_ref(array).cast_mut();
    let mut position = 0;
    std::iter::from_fn(move || {
        let mut key = Zval::new();
        // SAFETY: the table is borrowed for as long as the iterator lives, and these functions only read it.
        // They write the position, which is ours, and the key, which becomes a reference of its own.
        let value = unsafe {
            let value = ffi::zend_hash_get_current_data_ex(table, &raw mut position).as_ref()?;
            ffi::zend_hash_get_current_key_zval_ex(table, &raw mut key, &raw const position);
            ffi::zend_hash_move_forward_ex(table, &raw mut position);
            value
        };
        let key = match (key.long(), key.zend_str()) {
            (Some(number), _) => ArrayKey::Number(number),
            (_, text) => {
                let bytes = text.map_or(&b""[..], |text| text.as_bytes());
                ArrayKey::Text(bytes.iter().copied().take(longest).collect())
            }
        };
        Some((key, value))
    })
}
