//! The fake server does what Redis does, as far as scripts can tell.

use std::time::Duration;

use super::FakeClock;
use super::machine::error;
use super::server::FakeServer;
use crate::protocol::Reply;
use crate::protocol::mutex::keys::fence_counter;
use crate::protocol::mutex::{acquire, adopt, expire, free, release, settle, take};
use crate::store::{LeaseRequest, Retry};

mod commands;

const WRONG_TYPE: &str = "WRONGTYPE Operation against a key holding the wrong kind of value";
const OUT_OF_MEMORY: &str = "OOM command not allowed when used memory > 'maxmemory'.";

/// The server's clock at the beginning, because virtual time begins at one second.
const START: i64 = 1_700_000_001_000_000;

struct Test {
    clock: &'static FakeClock,
    server: FakeServer,
}

impl Test {
    fn new() -> Self {
        let clock = FakeClock::new();
        let server = FakeServer::new(clock);
        Self { clock, server }
    }

    fn pass(&self, millis: u64) {
        self.clock.pass(Duration::from_millis(millis));
    }

    /// Sends a command whose words stand between blanks, and returns the reply.
    fn ask(&self, words: &str) -> Reply {
        let words: Vec<_> = words.split(' ').map(str::as_bytes).collect();
        self.server.call(&words)
    }

    #[track_caller]
    fn says(&self, words: &str, expected: Reply) {
        assert_eq!((words, self.ask(words)), (words, expected));
    }

    #[track_caller]
    fn fails(&self, words: &str, expected: &str) {
        self.says(words, error(expected));
    }

    fn run(&self, script: &str, keys: &[&str], args: &[&str]) -> Reply {
        let keys: Vec<_> = keys.iter().map(|key| key.as_bytes()).collect();
        let args: Vec<_> = args.iter().map(|arg| arg.as_bytes()).collect();
        self.server.script(script, &keys, &args)
    }

    /// Asks for the lock without joining the queue.
    fn acquire(&self, wanted: &LeaseRequest) -> Reply {
        self.server
            .ask(&acquire::question(wanted, Retry::Again(None)))
    }

    fn release(&self, key: &str, token: &str) -> Reply {
        self.server
            .ask(&release::question(key.as_bytes(), token.as_bytes()))
    }

    /// Runs a script without keys, and checks its reply.
    #[track_caller]
    fn gives(&self, script: &str, expected: Reply) {
        let reply = self.run(script, &[], &[]);
        assert_eq!((script, reply), (script, expected));
    }
}

fn bulk(text: &str) -> Reply {
    Reply::Bytes(text.into())
}

fn bulks(texts: &[&str]) -> Reply {
    Reply::List(texts.iter().map(|text| bulk(text)).collect())
}

fn granted(fence: impl Into<Option<i64>>) -> Reply {
    let fence = fence.into().map_or(Reply::Nil, Reply::Int);
    Reply::List(vec![Reply::Int(1), fence])
}

fn held() -> Reply {
    Reply::List(vec![Reply::Int(0)])
}

/// Returns the request for a lease of `millis` milliseconds for the token.
fn wanted<'a>(key: &'a str, token: &'a str, millis: u64, fencing: bool) -> LeaseRequest<'a> {
    LeaseRequest {
        key: key.as_bytes(),
        token: token.as_bytes(),
        lease: Duration::from_millis(millis),
        fencing,
    }
}

#[test]
fn a_lock_is_granted_kept_given_on_and_released() {
    let test = Test::new();
    let (a, b) = (
        wanted("lock", "a", 500, true),
        wanted("lock", "b", 500, true),
    );
    assert_eq!(test.acquire(&a), granted(START));
    // A second question gets the same fence although time has passed, and the whole lease.
    test.pass(400);
    assert_eq!(test.acquire(&a), granted(START));
    test.says("PTTL lock", Reply::Int(500));
    assert_eq!(test.acquire(&b), held());
    assert_eq!(test.server.ask(&adopt::question(&b, b"x")), held());
    let b = wanted("lock", "b", 300, true);
    let adopted = test.server.ask(&adopt::question(&b, b"a"));
    assert_eq!(adopted, granted(START + 400_000));
    let expire = |token| {
        test.server
            .ask(&expire::question(&wanted("lock", token, 900, true)))
    };
    assert_eq!(expire("a"), Reply::Int(0));
    assert_eq!(expire("b"), Reply::Int(1));
    test.says("PTTL lock", Reply::Int(900));
    assert_eq!(test.release("lock", "a"), Reply::Int(0));
    assert_eq!(test.release("lock", "b"), Reply::Int(1));
    assert_eq!(test.server.keys(), [fence_counter(b"lock")]);
}

#[test]
fn a_lease_runs_out_in_virtual_time() {
    let test = Test::new();
    assert_eq!(
        test.acquire(&wanted("lock", "a", 500, false)),
        granted(None)
    );
    test.pass(500);
    test.says("GET lock", bulk("a"));
    test.says("PTTL lock", Reply::Int(0));
    test.pass(1);
    assert!(test.server.keys().is_empty());
    test.says("PTTL lock", Reply::Int(-2));
    test.says("EXISTS lock", Reply::Int(0));
    assert_eq!(
        test.acquire(&wanted("lock", "b", 500, false)),
        granted(None)
    );
}

#[test]
fn a_key_of_another_type_is_held_by_somebody() {
    let test = Test::new();
    test.ask("RPUSH lock x");
    assert_eq!(test.acquire(&wanted("lock", "a", 500, true)), held());
    // A fence of another type is somebody else's, and stays as it is.
    test.ask("SET free:fence:{free} 7");
    assert_eq!(
        test.acquire(&wanted("free", "a", 500, true)),
        granted(START)
    );
    test.says("GET free:fence:{free}", bulk("7"));
}

#[test]
fn a_full_server_takes_nothing_unless_a_script_has_written() {
    let test = Test::new();
    test.ask("SET lock a");
    test.ask("RPUSH list a");
    test.server.full(true);
    for words in [
        "SET k v",
        "HSET k f v",
        "ZADD k 1 m",
        "RPUSH k v",
        "LPUSH k v",
    ] {
        test.fails(words, OUT_OF_MEMORY);
    }
    test.fails("SET", "ERR wrong number of arguments for 'set' command");
    let acquired = test.acquire(&wanted("free", "b", 500, false));
    assert_eq!(acquired, error(OUT_OF_MEMORY));
    for write in [
        "'DEL', 'no'",
        "'PEXPIRE', 'no', 1",
        "'EXPIRE', 'no', 1",
        "'ZREM', 'no', 'm'",
        "'LPOP', 'no'",
    ] {
        let script = format!("redis.call({write}) return redis.call('SET', 'k', 'v')");
        test.gives(&script, Reply::Okay);
    }
    // A command that reads, cannot be called or is refused itself does not count as a write.
    for other in ["'GET', 'k'", "'ZREM', 'k'", "'SET', 'k', 'v'"] {
        let script = format!("redis.pcall({other}) return redis.call('SET', 'k', 'v')");
        test.gives(&script, error(OUT_OF_MEMORY));
    }
    test.gives("return redis.pcall('ZREM', 'k', 'm')", error(WRONG_TYPE));
    test.says("LPOP list", bulk("a"));
    assert_eq!(test.release("lock", "a"), Reply::Int(1));
    test.server.full(false);
    test.says("SET k v", Reply::Okay);
}

#[test]
fn the_clock_can_be_off() {
    let test = Test::new();
    test.says("TIME", bulks(&["1700000001", "0"]));
    test.clock.pass(Duration::from_nanos(5_999));
    test.says("TIME", bulks(&["1700000001", "5"]));
    test.ask("SET k v PX 100");
    test.server.skew(-2_000_000);
    test.says("TIME", bulks(&["1699999999", "5"]));
    // A server keeps its keys for longer if its clock is set back, and for less if it is set
    // forward.
    test.says("PTTL k", Reply::Int(2_100));
    test.server.skew(200_000);
    test.says("TIME", bulks(&["1700000001", "200005"]));
    test.says("PTTL k", Reply::Int(-2));
}

#[test]
fn the_short_forms_know_no_queue_and_never_shorten() {
    let test = Test::new();
    let take = |token, millis, fencing| {
        let call = wanted("lock", token, millis, fencing);
        let question = take::question(&call);
        let reply = test.server.ask(&question);
        (question.read(&reply).is_some(), reply)
    };
    let settle = |token, fence| {
        let question = settle::question(b"lock", token, fence);
        let reply = test.server.ask(&question);
        question.read(&reply).unwrap();
        reply
    };
    let free = |token| {
        let question = free::question(b"lock", token);
        let reply = test.server.ask(&question);
        question.read(&reply).unwrap();
        reply
    };
    assert_eq!(take("a", 500, false), (true, granted(None)));
    assert_eq!(take("a", 300, true), (true, granted(START)));
    test.says("PTTL lock", Reply::Int(500));
    assert_eq!(take("b", 500, true), (true, held()));
    assert_eq!(settle(b"b", START + 7), Reply::Int(0));
    assert_eq!(settle(b"a", START + 7), Reply::Int(1));
    assert_eq!(settle(b"a", START + 3), Reply::Int(1));
    assert_eq!(take("a", 900, true), (true, granted(START + 7)));
    test.says("PTTL lock", Reply::Int(900));
    assert_eq!(free(b"b"), Reply::Int(0));
    assert_eq!(free(b"a"), Reply::Int(1));
    assert_eq!(take("b", 500, true), (true, granted(START + 8)));
}

#[test]
fn a_slot_that_moves_is_served_as_a_cluster_does() {
    let test = Test::new();
    for words in ["SET a 1", "SET b 2", "RPUSH l x"] {
        test.ask(words);
    }
    test.server.begin_to_move();
    // The source has all keys, while a new key is made at the target.
    test.says("GET a", bulk("1"));
    test.says("SET new 1", Reply::Okay);
    let both = "return {redis.call('GET', KEYS[1]), redis.call('GET', KEYS[2])}";
    assert_eq!(test.run(both, &["a", "b"], &[]), bulks(&["1", "2"]));
    let try_again = error("TRYAGAIN Multiple keys request during rehashing of slot");
    assert_eq!(test.run(both, &["a", "new"], &[]), try_again);
    assert_eq!(test.run(both, &["no", "new"], &[]), try_again);
    // At the source, a script cannot use a key that is not there, which is a new one or one that it deleted.
    let not_local = error("ERR Script attempted to access a non local key in a cluster store");
    for script in [
        "return redis.call('GET', 'new')",
        "redis.call('DEL', KEYS[1]) return redis.call('GET', KEYS[1])",
    ] {
        assert_eq!(test.run(script, &["a"], &[]), not_local);
    }
    assert_eq!(
        test.run("return redis.call('GET', 'no')", &["new"], &[]),
        Reply::Nil
    );
    // At the target, it cannot use several keys of which one is not there.
    for script in ["EXISTS', 'no', KEYS[1])", "DEL', KEYS[1], 'no')"] {
        let script = format!("return redis.call('{script}");
        for key in ["a", "new"] {
            assert_eq!(test.run(&script, &[key], &[]), not_local, "{script}");
        }
    }
    // The target makes a key that the source has too.
    assert_eq!(test.server.at_both(), None);
    test.run("return redis.call('SET', 'b', 1)", &["new"], &[]);
    assert_eq!(test.server.at_both(), Some(b"b".to_vec()));
    test.run("return redis.call('DEL', 'b')", &["new"], &[]);
    assert!(test.server.move_one(0) && !test.server.is_elsewhere(b"l"));
    assert!(test.server.is_elsewhere(b"b"));
    test.says("GET b", bulk("2"));
    assert!(test.server.move_one(0) && !test.server.move_one(0));
    test.says("LINDEX l -1", bulk("x"));
    assert_eq!(
        test.run(both, &["no", "new"], &[]),
        Reply::List(vec![Reply::Nil, bulk("1")])
    );
}

#[test]
fn values_take_redis_way_into_scripts_and_out() {
    let test = Test::new();
    let echo =
        |value: &str| format!("redis.call('SET', 'k', {value}) return redis.call('GET', 'k')");
    test.gives(&echo("2 ^ 53"), bulk("9007199254740992"));
    test.gives(&echo("0.1"), bulk("0.10000000000000001"));
    test.gives(&echo(r"'\0\255'"), Reply::Bytes(vec![0, 255]));
    test.gives("return redis.call('GET', 'no') == false", Reply::Int(1));
    test.gives("return redis.call('SET', 'k', 1).ok", bulk("OK"));
    test.gives("return type(redis.call('EXISTS', 'k'))", bulk("number"));
    test.gives("return redis.call('SET', 'k', 1)", Reply::Okay);
    test.gives("return -2.9", Reply::Int(-2));
    test.gives("return 2 ^ 53", Reply::Int(1 << 53));
    test.gives("return false", Reply::Nil);
    test.gives("return", Reply::Nil);
    let expected = vec![Reply::Int(1), Reply::Nil, Reply::List(vec![bulk("x")])];
    test.gives("return {1, false, {'x'}, nil, 5}", Reply::List(expected));
    test.gives("return {err = 'ERR mine'}", error("ERR mine"));
    let script = "return {#KEYS, #ARGV, KEYS[1], ARGV[2]}";
    let expected = vec![Reply::Int(1), Reply::Int(2), bulk("k"), bulk("b")];
    assert_eq!(test.run(script, &["k"], &["a", "b"]), Reply::List(expected));
}

#[test]
fn errors_are_raised_or_returned() {
    let test = Test::new();
    test.ask("RPUSH l x");
    test.gives("redis.call('GET', 'l') return 1", error(WRONG_TYPE));
    test.gives("return redis.pcall('GET', 'l').err", bulk(WRONG_TYPE));
    test.gives(
        "local _, e = pcall(redis.call, 'GET', 'l') return e.err",
        bulk(WRONG_TYPE),
    );
    test.gives("error('mine')", error("ERR user_script:1: mine"));
    test.gives("error({err = 'MINE x'})", error("MINE x"));
    test.gives("redis.call('NONE')", error("ERR unknown command 'NONE'"));
    let arguments = "ERR Lua redis lib command arguments must be strings or integers";
    test.gives("redis.call('GET', {})", error(arguments));
    let nothing = "ERR Please specify at least one argument for this redis.call() call";
    test.gives("redis.call()", error(nothing));
    let Some(message) = test.run("return +", &[], &[]).error_words() else {
        panic!("it was compiled");
    };
    assert!(
        message.starts_with("ERR Error compiling script: "),
        "{message}"
    );
}

#[test]
fn there_is_no_end_of_scripts() {
    let test = Test::new();
    for number in 0..10_000 {
        test.gives(&format!("return {number}"), Reply::Int(number));
    }
}

#[test]
fn nothing_leaks_from_run_to_run() {
    let test = Test::new();
    let readonly = error("ERR user_script:1: Attempt to modify a readonly table");
    for script in ["x = 1", "tonumber = 1", "string.find = 1", "redis.call = 1"] {
        test.gives(script, readonly.clone());
    }
    let unknown = "ERR user_script:1: Script attempted to access nonexistent global variable x";
    test.gives("return x", error(unknown));
    assert_eq!(test.run("return KEYS[1]", &["k"], &[]), bulk("k"));
    test.gives("return #KEYS + #ARGV", Reply::Int(0));
    // Two servers share nothing but the interpreter of their thread.
    let other = Test::new();
    let set = "return redis.call('SET', 'k', 'v', 'NX')";
    test.gives(set, Reply::Okay);
    other.gives(set, Reply::Okay);
    test.gives(set, Reply::Nil);
}
