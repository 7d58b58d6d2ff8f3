//! `ASKING`: lets the next command of a connection in at the node to which its slot moves.

use super::call::{Call, Key};

pub(crate) static CALL: Call<'static> = Call::of_command("ASKING", Key::Borrowed(b""), []);
