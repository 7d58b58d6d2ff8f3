//! What a server says of itself in its replies to HELLO and INFO: version, role, replicas, eviction, persistence.
//!
//! HELLO needs no right, while INFO does, so what both say is read from HELLO. This file asks nothing. `server` calls it.

use super::finding::Remark;
use super::plan::Deployment;
use crate::error::printable;
use crate::protocol::Reply;

/// What a server has said of itself.
pub(super) struct ServerInfo {
    hello: Vec<(String, String)>,
    /// The fields of INFO, or the words with which the server has refused it.
    info: Result<Vec<(String, String)>, String>,
}

impl ServerInfo {
    /// Reads both replies. `refused` is the error of INFO as a row may show it.
    pub(super) fn read(hello: &Reply, info: &Reply, refused: Option<String>) -> Self {
        let pairs = hello.items().unwrap_or_default().chunks_exact(2);
        let info = match info {
            Reply::Bytes(text) => Ok(fields(text)),
            _ => Err(refused.unwrap_or_else(|| "no text".to_owned())),
        };
        Self {
            hello: pairs.filter_map(text_pair).collect(),
            info,
        }
    }

    /// Returns the remarks of a server in this deployment, where `min_replicas` replicas have to have a lock.
    pub(super) fn remarks(&self, deployment: Deployment, min_replicas: u32) -> Vec<Remark> {
        let mut remarks = vec![self.version(), self.role(deployment)];
        remarks.extend(self.replicas(deployment, min_replicas));
        remarks.push(self.eviction());
        remarks.push(self.persistence());
        remarks
    }

    fn hello(&self, name: &str) -> Option<&str> {
        value(&self.hello, name)
    }

    fn info(&self, name: &str) -> Option<&str> {
        value(self.info.as_ref().ok()?, name)
    }

    /// Returns the remark about something that INFO does not show.
    fn unseen(&self, what: &'static str) -> Remark {
        let words = match &self.info {
            Ok(_) => "no such field",
            Err(words) => words,
        };
        Remark::unseen(what, "INFO", "+info", words)
    }

    fn version(&self) -> Remark {
        const WHAT: &str = "version";
        // Valkey says the version of Redis that it is compatible with in the field that Redis has.
        let of_valkey = self.info("valkey_version");
        let product = if of_valkey.is_some() || self.hello("server") == Some("valkey") {
            "Valkey"
        } else {
            "Redis"
        };
        let of_info = || of_valkey.or_else(|| self.info("redis_version"));
        let Some(version) = self.hello("version").or_else(of_info) else {
            return self.unseen(WHAT);
        };
        let found = format!("{product} {}", printable(version.as_bytes()));
        let mut numbers = version
            .split('.')
            .map_while(|part| part.parse::<u32>().ok());
        let is_known = (numbers.next(), numbers.next()) >= (Some(6), Some(2));
        if is_known {
            return Remark::good(WHAT, found);
        }
        let advice = "install Redis 6.2 or newer, or Valkey: docs/install.md";
        Remark::bad(WHAT, format!("{found} is older than 6.2"), advice)
    }

    fn role(&self, deployment: Deployment) -> Remark {
        const WHAT: &str = "role";
        let master = "name the master, from which replicas copy: docs/sentinel-and-cluster.md";
        let role = self.hello("role").or_else(|| self.info("role"));
        let mode = self.hello("mode").or_else(|| self.info("redis_mode"));
        match (mode, role) {
            (Some("cluster"), _) if deployment != Deployment::Cluster => {
                let advice = "name the nodes in \"cluster\": docs/sentinel-and-cluster.md, Configure Cluster";
                Remark::bad(WHAT, "it is a node of a Cluster", advice)
            }
            (Some("sentinel"), _) => {
                let advice =
                    "name it in \"sentinel\": docs/sentinel-and-cluster.md, Configure Sentinel";
                Remark::bad(WHAT, "it is a sentinel, which keeps no locks", advice)
            }
            (_, Some("master")) => Remark::good(WHAT, "master"),
            (_, Some("slave" | "replica")) => Remark::bad(WHAT, "it is a replica", master),
            (_, _) => self.unseen(WHAT),
        }
    }

    /// Returns the remark about replicas that nobody waits for. Those that `min_replicas` wants are counted by WAIT.
    fn replicas(&self, deployment: Deployment, min_replicas: u32) -> Option<Remark> {
        const WHAT: &str = "replicas";
        if min_replicas > 0 {
            return None;
        }
        let count: u32 = self.info("connected_slaves")?.parse().ok()?;
        let found = match count {
            1 => "1 is connected".to_owned(),
            _ => format!("{count} are connected"),
        };
        if deployment == Deployment::Quorum && count > 0 {
            let advice = "a server of a quorum has no replicas, because a promoted one may lack the newest votes: \
                          docs/quorum.md, Rules for the people who run the servers";
            return Some(Remark::warning(WHAT, found, advice));
        }
        let nobody = "and \"min_replicas\" is 0, so no lock waits for them";
        let found = if count > 0 {
            format!("{found}, {nobody}")
        } else {
            found
        };
        Some(Remark::good(WHAT, found))
    }

    fn eviction(&self) -> Remark {
        const WHAT: &str = "maxmemory-policy";
        let advice = "redis-cli CONFIG SET maxmemory-policy noeviction, and the same in redis.conf; a cache that needs \
                      eviction belongs on another Redis: docs/operations.md, The server";
        let Some(policy) = self.info("maxmemory_policy") else {
            return self.unseen(WHAT);
        };
        let policy = printable(policy.as_bytes());
        match self.info("maxmemory") {
            _ if policy == "noeviction" => Remark::good(WHAT, policy),
            Some("0") => {
                let found = format!("{policy}, which evicts nothing as long as \"maxmemory\" is 0");
                Remark::warning(WHAT, found, advice)
            }
            _ => {
                let found = format!(
                    "{policy}, which evicts locks when Redis is full, so two owners work at once"
                );
                Remark::bad(WHAT, found, advice)
            }
        }
    }

    fn persistence(&self) -> Remark {
        const WHAT: &str = "persistence";
        let restart = "docs/operations.md, After a restart without persistence";
        match (self.info("aof_enabled"), self.info("aof_last_write_status")) {
            (Some("1"), Some("ok") | None) => Remark::good(
                WHAT,
                "appendonly yes, so with appendfsync always or everysec a restart keeps all locks, or all but those of the last second",
            ),
            (Some("1"), Some(_)) => {
                let found = "appendonly yes, but Redis cannot write the file";
                Remark::bad(WHAT, found, "look at the disk of this Redis and at its log")
            }
            (Some(_), _) => {
                let found = "appendonly no, so a restart loses locks whose owners still work";
                let advice = format!(
                    "redis-cli CONFIG SET appendonly yes, and the same in redis.conf; or wait before each start until the \
                     longest lease is over: {restart}"
                );
                Remark::warning(WHAT, found, advice)
            }
            (None, _) => self.unseen(WHAT),
        }
    }
}

fn value<'a>(fields: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = fields.iter().find(|(field, _)| field == name);
    found.map(|(_, value)| value.as_str())
}

/// Returns a field of HELLO, if its value is a text.
fn text_pair(pair: &[Reply]) -> Option<(String, String)> {
    let [Reply::Bytes(name), Reply::Bytes(value)] = pair else {
        return None;
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some((text(name), text(value)))
}

fn fields(text: &[u8]) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(text);
    let pairs = text.lines().filter_map(|line| line.split_once(':'));
    let owned = pairs.map(|(name, value)| (name.to_owned(), value.trim_end().to_owned()));
    owned.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::finding::Health;

    fn server(hello: &[(&str, &str)], info: &str) -> ServerInfo {
        let bytes = |text: &str| Reply::Bytes(text.into());
        let hello = hello.iter().flat_map(|(a, b)| [bytes(a), bytes(b)]);
        ServerInfo::read(&Reply::List(hello.collect()), &bytes(info), None)
    }

    fn without_info() -> ServerInfo {
        let words = "NOPERM this user has no permissions to run the 'info' command";
        ServerInfo::read(&Reply::Nil, &Reply::Nil, Some(words.to_owned()))
    }

    #[test]
    fn a_version_before_6_2_is_bad() {
        for (version, health) in [
            ("6.2.0", Health::Good),
            ("7.0.15", Health::Good),
            ("8.0-rc1", Health::Good),
            ("10.0.0", Health::Good),
            ("6.0.16", Health::Bad),
            ("5.0.14", Health::Bad),
            ("x", Health::Bad),
        ] {
            let by_hello = server(&[("server", "redis"), ("version", version)], "").version();
            let by_info = server(&[], &format!("redis_version:{version}\r\n")).version();
            assert_eq!(by_hello, by_info);
            assert_eq!(by_hello.health, health, "{version}");
        }
        let valkey = server(&[], "redis_version:7.2.4\r\nvalkey_version:8.1.0\r\n");
        assert_eq!(valkey.version().found, "Valkey 8.1.0");
        let valkey = server(&[("server", "valkey"), ("version", "8.0.1")], "");
        assert_eq!(valkey.version().found, "Valkey 8.0.1");
        assert_eq!(without_info().version().health, Health::Warning);
    }

    #[test]
    fn only_a_master_of_the_right_kind_keeps_locks() {
        use Deployment::{Cluster, OneServer, Quorum, Sentinel};
        for (mode, role, deployment, health) in [
            ("standalone", "master", OneServer, Health::Good),
            ("standalone", "master", Sentinel, Health::Good),
            ("standalone", "replica", OneServer, Health::Bad),
            ("standalone", "slave", Quorum, Health::Bad),
            ("cluster", "master", Cluster, Health::Good),
            ("cluster", "replica", Cluster, Health::Bad),
            ("cluster", "master", OneServer, Health::Bad),
            ("sentinel", "master", OneServer, Health::Bad),
        ] {
            let by_hello = server(&[("mode", mode), ("role", role)], "");
            let by_info = server(&[], &format!("redis_mode:{mode}\r\nrole:{role}\r\n"));
            assert_eq!(by_hello.role(deployment), by_info.role(deployment));
            assert_eq!(by_hello.role(deployment).health, health, "{mode}, {role}");
        }
        assert_eq!(without_info().role(OneServer).health, Health::Warning);
    }

    #[test]
    fn a_policy_that_evicts_is_bad_once_there_is_a_limit() {
        for (policy, limit, health) in [
            ("noeviction", "0", Health::Good),
            ("noeviction", "1000", Health::Good),
            ("allkeys-lru", "0", Health::Warning),
            ("volatile-lru", "1000", Health::Bad),
            ("volatile-ttl", "1000", Health::Bad),
        ] {
            let info = format!("maxmemory:{limit}\r\nmaxmemory_policy:{policy}\r\n");
            let remark = server(&[], &info).eviction();
            assert_eq!(remark.health, health, "{policy}");
            assert!(remark.found.starts_with(policy));
        }
        let unseen = without_info().eviction();
        assert_eq!(unseen.health, Health::Warning);
        assert!(unseen.found.contains("+info"));
        assert_eq!(server(&[], "").eviction().health, Health::Warning);
    }

    #[test]
    fn persistence_is_the_append_only_file() {
        for (info, health) in [
            (
                "aof_enabled:1\r\naof_last_write_status:ok\r\n",
                Health::Good,
            ),
            ("aof_enabled:1\r\n", Health::Good),
            (
                "aof_enabled:1\r\naof_last_write_status:err\r\n",
                Health::Bad,
            ),
            (
                "aof_enabled:0\r\naof_last_write_status:ok\r\n",
                Health::Warning,
            ),
            ("", Health::Warning),
        ] {
            assert_eq!(server(&[], info).persistence().health, health, "{info}");
        }
    }

    #[test]
    fn replicas_of_a_server_of_a_quorum_are_a_warning() {
        let of = |count: &str, deployment| {
            let info = format!("connected_slaves:{count}\r\n");
            let remark = server(&[], &info).replicas(deployment, 0).unwrap();
            (remark.health, remark.found)
        };
        assert_eq!(of("0", Deployment::Quorum).0, Health::Good);
        assert_eq!(of("1", Deployment::Quorum).0, Health::Warning);
        let (health, found) = of("2", Deployment::Sentinel);
        assert_eq!(health, Health::Good);
        assert!(found.starts_with("2 are connected, and \"min_replicas\" is 0"));
        let server = server(&[], "connected_slaves:1\r\n");
        assert_eq!(server.replicas(Deployment::OneServer, 1), None);
    }
}
