//! The commands of each type do what Redis does, and print numbers as Redis prints them.

use super::{Test, WRONG_TYPE, bulk, bulks};
use crate::proof::fake::commands;
use crate::proof::fake::machine::error;
use crate::protocol::Reply;

#[test]
fn strings_are_set_and_deleted() {
    let test = Test::new();
    test.says("GET k", Reply::Nil);
    test.says("SET k v nx px 100", Reply::Okay);
    test.says("SET k w NX", Reply::Nil);
    test.says("SET k w", Reply::Okay);
    test.says("PTTL k", Reply::Int(-1));
    test.says("EXPIRE k 2", Reply::Int(1));
    test.says("PTTL k", Reply::Int(2_000));
    test.says("PEXPIRE k 2000 GT", Reply::Int(0));
    test.says("PEXPIRE k 2001 gt", Reply::Int(1));
    test.says("PTTL k", Reply::Int(2_001));
    test.fails("PEXPIRE k 9 LATER", "ERR syntax error");
    test.says("SET e v", Reply::Okay);
    test.says("PEXPIRE e 9 GT", Reply::Int(0));
    test.says("DEL e", Reply::Int(1));
    test.says("PEXPIRE no 2", Reply::Int(0));
    test.says("PEXPIREAT k 1700000004000", Reply::Int(1));
    test.says("PTTL k", Reply::Int(3_000));
    test.says("PEXPIREAT no 1700000004000", Reply::Int(0));
    test.says("PEXPIREAT k 1700000004000 GT", Reply::Int(0));
    test.says("PEXPIREAT k 1700000004001 GT", Reply::Int(1));
    test.says("PTTL k", Reply::Int(3_001));
    test.fails(
        "PEXPIREAT k 1.76e+12",
        "ERR value is not an integer or out of range",
    );
    test.says("SET e v", Reply::Okay);
    test.says("PEXPIREAT e 1700000001000", Reply::Int(1));
    test.says("EXISTS e", Reply::Int(0));
    test.says("PEXPIRE k 0", Reply::Int(1));
    test.says("EXISTS k k", Reply::Int(0));
    test.says("SET k ", Reply::Okay);
    test.says("GET k", bulk(""));
    test.says("EXISTS k k no", Reply::Int(2));
    test.says("DEL k k no", Reply::Int(1));
    test.fails("SET k v PX 0", "ERR invalid expire time in 'set' command");
    test.fails("SET k v PX", "ERR syntax error");
    test.fails("SET k v XX", "ERR syntax error");
    test.fails(
        "PEXPIRE k 1.5",
        "ERR value is not an integer or out of range",
    );
    test.fails(
        "EXPIRE k 9223372036854775",
        "ERR invalid expire time in 'expire' command",
    );
    test.fails("NONE k", "ERR unknown command 'NONE'");
    assert_eq!(test.server.call(&[]), error("ERR unknown command ''"));
    test.ask("SET k v");
    test.says("FLUSHALL", Reply::Okay);
    assert!(test.server.keys().is_empty());
}

#[test]
fn hashes_and_lists_keep_order_and_vanish_when_empty() {
    let test = Test::new();
    test.says("HSET h a 1 b 2", Reply::Int(2));
    test.says("HSET h b 3 c 4", Reply::Int(1));
    let expected = vec![bulk("3"), Reply::Nil, bulk("1")];
    test.says("HMGET h b no a", Reply::List(expected));
    test.says("HMGET no a", Reply::List(vec![Reply::Nil]));
    test.fails(
        "HSET h a 1 b",
        "ERR wrong number of arguments for 'hset' command",
    );
    test.says("RPUSH l b c", Reply::Int(2));
    test.says("LPUSH l a z", Reply::Int(4));
    test.says("LINDEX l -1", bulk("c"));
    test.says("LINDEX no -1", Reply::Nil);
    for value in ["z", "a", "b", "c"] {
        test.says("LPOP l", bulk(value));
    }
    test.says("LPOP l", Reply::Nil);
    test.ask("RPUSH l x");
    test.says("BLPOP l 1", bulks(&["l", "x"]));
    test.says("BLPOP l 1", Reply::Nil);
    assert_eq!(test.server.keys(), [b"h"]);
    for words in ["GET h", "LPOP h", "ZADD h 1 m", "ZRANGE h 0 -1"] {
        test.fails(words, WRONG_TYPE);
    }
    test.ask("SET s v");
    test.fails("HMGET s a", WRONG_TYPE);
    test.says("SET h v", Reply::Okay);
}

#[test]
fn sorted_sets_are_sorted() {
    let test = Test::new();
    test.says("ZADD z 2 b 1 c 2 a", Reply::Int(3));
    test.says("ZADD z 1763730000000000 b -0.5 d", Reply::Int(1));
    let all = ["d", "-0.5", "c", "1", "a", "2", "b", "1763730000000000"];
    test.says("ZRANGE z 0 -1 WITHSCORES", bulks(&all));
    test.says("ZRANGEBYSCORE z -inf +inf WITHSCORES", bulks(&all));
    test.says("ZREVRANGE z 0 0 WITHSCORES", bulks(&all[6..]));
    test.says("ZREVRANGE z -2 -1", bulks(&["c", "d"]));
    test.says("ZRANGE z -9 0", bulks(&["d"]));
    test.says("ZRANGE z 2 9", bulks(&["a", "b"]));
    test.says("ZRANGE z 3 1", bulks(&[]));
    test.says("ZRANGE z 9 9", bulks(&[]));
    test.says("ZRANGE z 0 -9", bulks(&[]));
    test.says("ZRANGEBYSCORE z 1 2", bulks(&["c", "a"]));
    test.says(
        "ZRANGEBYSCORE z 1 +inf LIMIT 1 1 WITHSCORES",
        bulks(&["a", "2"]),
    );
    test.says("ZRANGEBYSCORE z 1 +inf LIMIT 1 -1", bulks(&["a", "b"]));
    test.says("ZRANGEBYSCORE z 1 +inf LIMIT -1 1", bulks(&[]));
    test.says("ZSCORE z b", bulk("1763730000000000"));
    test.says("ZSCORE z no", Reply::Nil);
    test.says("ZREM z b no b", Reply::Int(1));
    test.says("ZCARD z", Reply::Int(3));
    test.fails("ZADD z 1 e nan f", "ERR value is not a valid float");
    test.fails("ZADD z 1 e 2", "ERR syntax error");
    test.fails(
        "ZRANGEBYSCORE z a 1 LIMIT b 1",
        "ERR value is not an integer or out of range",
    );
    test.fails("ZRANGEBYSCORE z a 1", "ERR min or max is not a float");
    test.fails("ZRANGEBYSCORE z 0 1 LIMIT 1", "ERR syntax error");
    test.fails("ZRANGE z 0 1 LIMIT", "ERR syntax error");
    test.says("ZADD z GT 1 a 2 c", Reply::Int(0));
    test.says("ZSCORE z a", bulk("2"));
    test.says("ZADD z GT CH 1 a 3 c", Reply::Int(1));
    test.says("ZSCORE z c", bulk("3"));
    test.fails("ZADD z GT CH", "ERR syntax error");
    test.says("ZADD z -0 a", Reply::Int(0));
    test.says("ZSCORE z a", bulk("0"));
    test.says("ZREM z a c d", Reply::Int(3));
    test.says("EXISTS z", Reply::Int(0));
}

#[test]
fn numbers_print_as_in_c() {
    for (number, expected) in [
        (0.0, "0"),
        (-7.0, "-7"),
        (0.1, "0.10000000000000001"),
        (2.5, "2.5"),
        (9_007_199_254_740_991.0, "9007199254740991"),
        (1e16, "10000000000000000"),
        (1e17, "1e+17"),
        (0.0001, "0.0001"),
        (0.000_025, "2.5000000000000001e-05"),
        (f64::INFINITY, "inf"),
        (f64::NEG_INFINITY, "-inf"),
    ] {
        assert_eq!(commands::printed(number), expected);
    }
}
