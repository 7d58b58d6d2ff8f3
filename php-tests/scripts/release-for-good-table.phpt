--TEST--
release for good without waiters does what any release does: reply and remaining keys for every state of the key, run twice
--FILE--
<?php
ScriptTable::print(static fn (RedisClient $redis, string $key) => Script::release($redis, $key, forGood: true));
?>
--EXPECT--
absent             1: 0        absent
absent             2: 0        absent
ours               1: 1        absent
ours               2: 0        absent
ours, shorter      1: 1        absent
ours, shorter      2: 0        absent
ours, no TTL       1: 1        absent
ours, no TTL       2: 0        absent
another's          1: 0        string 'other', 60 s
another's          2: 0        string 'other', 60 s
another's, no TTL  1: 0        string 'other', no TTL
another's, no TTL  2: 0        string 'other', no TTL
empty              1: 0        string '', no TTL
empty              2: 0        string '', no TTL
list               1: 0        list, no TTL
list               2: 0        list, no TTL
list with TTL      1: 0        list, 60 s
list with TTL      2: 0        list, 60 s
hash               1: 0        hash, no TTL
hash               2: 0        hash, no TTL
hash with TTL      1: 0        hash, 60 s
hash with TTL      2: 0        hash, 60 s
zset               1: 0        zset, no TTL
zset               2: 0        zset, no TTL
zset with TTL      1: 0        zset, 60 s
zset with TTL      2: 0        zset, 60 s
set                1: 0        set, no TTL
set                2: 0        set, no TTL
stream             1: 0        stream, no TTL
stream             2: 0        stream, no TTL
