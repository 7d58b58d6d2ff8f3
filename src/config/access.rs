//! How to connect to a server and to log in, as the sources give it.
//!
//! `servers` and `quorum` call this file, which knows no address and no list of servers. Errors are sentences,
//! as in `sources`.

use std::time::Duration;

use super::setting;
use super::sources::{Origin, Sources};
use super::tls;
use super::value::RawValue;
use super::{Access, Secret, Tls};

const COMMAND_TIMEOUT: Duration = Duration::from_secs(1);

/// The keys that give a database, which must agree in one source.
pub(super) const DATABASE: [&str; 3] = ["database", "db", "select"];

/// The keys that give a user, and those that give a password.
pub(super) const USERNAMES: [&str; 1] = ["username"];
pub(super) const PASSWORDS: [&str; 2] = ["password", "auth"];

/// Returns how to connect to the servers that the sources name, where `database` reads what they give as the
/// number of the database.
pub(super) fn access(
    from: &Sources,
    tls: Option<Tls>,
    database: impl Fn(&RawValue) -> Result<Option<u32>, String>,
) -> Result<Access, String> {
    let (username, password) = own_login(from, &USERNAMES, &PASSWORDS)?;
    let database = from.get_any(&DATABASE, |_, value, _| database(value))?;
    let connect_timeout = from.get("timeout", setting::connect_timeout)?;
    let command_timeout = command_timeout(from, None)?;
    Ok(Access {
        username,
        password,
        database: database.unwrap_or(0),
        tls,
        min_replicas: from
            .get("min_replicas", setting::min_replicas)?
            .unwrap_or(0),
        name: from.get("name", setting::name)?,
        connect_timeout: connect_timeout.map_or(command_timeout, |it| it.min(command_timeout)),
        command_timeout,
    })
}

/// A user and a password, of which the user is never without the other.
pub(super) type Login = (Option<String>, Option<Secret>);

/// Returns the user and the password of a configuration, and refuses a URL that has a user alone if no
/// source gives a password.
pub(super) fn own_login(
    from: &Sources,
    usernames: &[&str],
    passwords: &[&str],
) -> Result<Login, String> {
    let login = login(from, usernames, passwords)?;
    if login.1.is_none() {
        from.refuse_lone_user()?;
    }
    Ok(login)
}

/// Returns the user and the password, which a list under the key of a password may hold together.
pub(super) fn login(
    from: &Sources,
    usernames: &[&str],
    passwords: &[&str],
) -> Result<Login, String> {
    let both = [usernames, passwords].concat();
    let username = from.get_any(&both, |key, value, _| {
        setting::username(passwords.contains(&key), value)
    })?;
    let password = from.get_any(passwords, |_, value, origin| {
        setting::password(value, origin.is_array())
    })?;
    // The user is dropped without a password, because frameworks send no AUTH then.
    let username = username.filter(|_| password.is_some());
    Ok((username, password.map(Secret)))
}

/// Returns `command_timeout`, or a framework's `read_timeout` if no source of its rank or of a stronger
/// rank gives a `command_timeout`. The rank is compared because php.ini always gives a `command_timeout`.
/// The one on which the servers of a quorum agree is a `read_timeout` too, and the stronger one.
pub(super) fn command_timeout(
    from: &Sources,
    of_servers: Option<(Origin, Duration)>,
) -> Result<Duration, String> {
    let command = from.find(&["command_timeout"], |_, value, _| {
        setting::command_timeout(value)
    })?;
    let read = from.find(&["read_timeout"], |_, value, _| {
        setting::read_timeout(value)
    })?;
    // `command_timeout` wins where both have one rank, because it comes first.
    let strongest = command
        .into_iter()
        .chain(of_servers)
        .chain(read)
        .min_by_key(|(origin, _)| origin.rank());
    Ok(strongest.map_or(COMMAND_TIMEOUT, |(_, timeout)| timeout))
}

/// Returns the settings of TLS, which are refused if TLS is off.
pub(super) fn tls_settings(from: &Sources, is_tls: bool) -> Result<Option<Tls>, String> {
    for key in setting::CONTEXTS {
        from.get(key, setting::context)?;
    }
    if is_tls {
        return tls::read(from).map(Some);
    }
    from.refuse_tls_settings(|_| true)?;
    Ok(None)
}
