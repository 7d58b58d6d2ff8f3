--TEST--
acquire of a key that was passed on, by its short and by its long form: such a key counts as free, for every state of the key and of the queue, run twice
--FILE--
<?php
// The reply and the key where nobody waits. The token "old" has passed its keys on to "ours".
ScriptTable::print(static fn (RedisClient $redis, string $key) => Script::acquire($redis, $key, passedBy: 'old'), [
    'passed on' => [['SET', 'KEY', 'old', 'PX', 60_000]],
    'passed on, short' => [['SET', 'KEY', 'old', 'PX', 1000]],
    'passed on, no TTL' => [['SET', 'KEY', 'old']],
]);

// Each key and each queue. A word of the wake list is of the token that is named.
$table = new AcquireTable();
$unread = [['RPUSH', 'KEY:wake:{KEY}:ours', 'first', 'yours old 1900000000000'], ['PEXPIRE', 'KEY:wake:{KEY}:ours', 3000]];
$keys = [
    'passed on' => [['SET', 'KEY', 'old', 'PX', 60_000]],
    'a claim passed on' => [['SET', 'KEY', 'old', 'PX', 1000], ['RPUSH', 'KEY:wake:{KEY}:old', 'yours 1900000000000']],
    'endless, passed on' => [['SET', 'KEY', 'old']],
    'passed on, woken' => [['SET', 'KEY', 'old', 'PX', 60_000], ...$unread],
    "another's" => [['SET', 'KEY', 'other', 'PX', 60_000]],
];
// The counter names the token: it has got the key before, and gets another number now.
$counter = ['HSET', 'KEY:f', 'fence', '1600000000000000', 'token', 'ours'];
foreach ($keys as $state => $commands) {
    foreach (AcquireTable::QUEUES as $queue => $waiters) {
        $lines = $table->lines($commands, $waiters, ['joins' => true, 'passedBy' => 'old']);
        foreach ($lines as $time => $line) {
            printf("%-18s %-15s %d: %s\n", $state, $queue, $time + 1, $line);
        }
        foreach ([false, true, 'new', 'woken'] as $joins) {
            $what = "$state, $queue, " . json_encode($joins);
            $asked = ['joins' => $joins, 'passedBy' => 'old'];
            $plain = $table->lines($commands, $waiters, $asked);
            $fenced = $table->lines([...$commands, $counter], $waiters, ['fencing' => true] + $asked);
            Check::same($plain, str_replace(' with a fence', '', $fenced), "$what: with a fencing token");
            if ($state !== "another's") {
                // A token that is new asks once.
                Check::same($joins === 'new' ? [$lines[0]] : $lines, array_slice($plain, 0, $joins === 'new' ? 1 : 2), $what);
                Check::true(str_contains($fenced[0], ' with a fence'), "$what: a fencing token");
            }
        }
    }
}

// Nobody has passed a key on: the key of an empty token is as foreign as any other, and so is a key that is no token.
foreach ([false, true] as $joins) {
    foreach ([[['SET', 'KEY', '']], [['RPUSH', 'KEY', '']]] as $commands) {
        foreach (['', 'old'] as $passedBy) {
            $line = $table->lines($commands, [], ['joins' => $joins, 'passedBy' => $passedBy])[0];
            Check::true(!str_contains($line, 'granted'), "$line: not granted");
        }
    }
}
echo 'done';
?>
--EXPECT--
absent             1: [1,null] string 'ours', 30 s
absent             2: [1,null,null] string 'ours', 30 s
ours               1: [1,null,null] string 'ours', 60 s
ours               2: [1,null,null] string 'ours', 60 s
ours, shorter      1: [1,null,null] string 'ours', 30 s
ours, shorter      2: [1,null,null] string 'ours', 30 s
ours, no TTL       1: [1,null,null] string 'ours', no TTL
ours, no TTL       2: [1,null,null] string 'ours', no TTL
another's          1: [0]      string 'other', 60 s
another's          2: [0]      string 'other', 60 s
another's, no TTL  1: [0]      string 'other', no TTL
another's, no TTL  2: [0]      string 'other', no TTL
empty              1: [0]      string '', no TTL
empty              2: [0]      string '', no TTL
list               1: [0]      list, no TTL
list               2: [0]      list, no TTL
list with TTL      1: [0]      list, 60 s
list with TTL      2: [0]      list, 60 s
hash               1: [0]      hash, no TTL
hash               2: [0]      hash, no TTL
hash with TTL      1: [0]      hash, 60 s
hash with TTL      2: [0]      hash, 60 s
zset               1: [0]      zset, no TTL
zset               2: [0]      zset, no TTL
zset with TTL      1: [0]      zset, 60 s
zset with TTL      2: [0]      zset, 60 s
set                1: [0]      set, no TTL
set                2: [0]      set, no TTL
stream             1: [0]      stream, no TTL
stream             2: [0]      stream, no TTL
passed on          1: [1,null,"old"] string 'ours', 30 s
passed on          2: [1,null,null] string 'ours', 30 s
passed on, short   1: [1,null,"old"] string 'ours', 30 s
passed on, short   2: [1,null,null] string 'ours', 30 s
passed on, no TTL  1: [1,null,"old"] string 'ours', 30 s
passed on, no TTL  2: [1,null,null] string 'ours', 30 s
passed on          nobody          1: granted, by old | ours 30 s |
passed on          nobody          2: granted | ours 30 s |
passed on          me              1: granted, by old | ours 30 s |
passed on          me              2: granted | ours 30 s |
passed on          me, then one    1: granted, by old | ours 30 s | b | woken b: first
passed on          me, then one    2: granted | ours 30 s | b | woken b: first
passed on          one before me   1: granted, by old | ours 30 s | a
passed on          one before me   2: granted | ours 30 s | a
passed on          two before me   1: granted, by old | ours 30 s | a b
passed on          two before me   2: granted | ours 30 s | a b
passed on          two, not me     1: granted, by old | ours 30 s | a b
passed on          two, not me     2: granted | ours 30 s | a b
passed on          unseen ones     1: granted, by old | ours 30 s | c
passed on          unseen ones     2: granted | ours 30 s | c
passed on          of another type 1: granted, by old | ours 30 s | untouched foreign
passed on          of another type 2: granted | ours 30 s | untouched foreign
a claim passed on  nobody          1: granted, by old | ours 30 s |
a claim passed on  nobody          2: granted | ours 30 s |
a claim passed on  me              1: granted, by old | ours 30 s |
a claim passed on  me              2: granted | ours 30 s |
a claim passed on  me, then one    1: granted, by old | ours 30 s | b | woken b: first
a claim passed on  me, then one    2: granted | ours 30 s | b | woken b: first
a claim passed on  one before me   1: granted, by old | ours 30 s | a
a claim passed on  one before me   2: granted | ours 30 s | a
a claim passed on  two before me   1: granted, by old | ours 30 s | a b
a claim passed on  two before me   2: granted | ours 30 s | a b
a claim passed on  two, not me     1: granted, by old | ours 30 s | a b
a claim passed on  two, not me     2: granted | ours 30 s | a b
a claim passed on  unseen ones     1: granted, by old | ours 30 s | c
a claim passed on  unseen ones     2: granted | ours 30 s | c
a claim passed on  of another type 1: granted, by old | ours 30 s | untouched foreign
a claim passed on  of another type 2: granted | ours 30 s | untouched foreign
endless, passed on nobody          1: granted, by old | ours 30 s |
endless, passed on nobody          2: granted | ours 30 s |
endless, passed on me              1: granted, by old | ours 30 s |
endless, passed on me              2: granted | ours 30 s |
endless, passed on me, then one    1: granted, by old | ours 30 s | b | woken b: first
endless, passed on me, then one    2: granted | ours 30 s | b | woken b: first
endless, passed on one before me   1: granted, by old | ours 30 s | a
endless, passed on one before me   2: granted | ours 30 s | a
endless, passed on two before me   1: granted, by old | ours 30 s | a b
endless, passed on two before me   2: granted | ours 30 s | a b
endless, passed on two, not me     1: granted, by old | ours 30 s | a b
endless, passed on two, not me     2: granted | ours 30 s | a b
endless, passed on unseen ones     1: granted, by old | ours 30 s | c
endless, passed on unseen ones     2: granted | ours 30 s | c
endless, passed on of another type 1: granted, by old | ours 30 s | untouched foreign
endless, passed on of another type 2: granted | ours 30 s | untouched foreign
passed on, woken   nobody          1: granted, by old | ours 30 s |
passed on, woken   nobody          2: granted | ours 30 s |
passed on, woken   me              1: granted, by old | ours 30 s |
passed on, woken   me              2: granted | ours 30 s |
passed on, woken   me, then one    1: granted, by old | ours 30 s | b | woken b: first
passed on, woken   me, then one    2: granted | ours 30 s | b | woken b: first
passed on, woken   one before me   1: granted, by old | ours 30 s | a
passed on, woken   one before me   2: granted | ours 30 s | a
passed on, woken   two before me   1: granted, by old | ours 30 s | a b
passed on, woken   two before me   2: granted | ours 30 s | a b
passed on, woken   two, not me     1: granted, by old | ours 30 s | a b
passed on, woken   two, not me     2: granted | ours 30 s | a b
passed on, woken   unseen ones     1: granted, by old | ours 30 s | c
passed on, woken   unseen ones     2: granted | ours 30 s | c
passed on, woken   of another type 1: granted, by old | ours 30 s | untouched foreign
passed on, woken   of another type 2: granted | ours 30 s | untouched foreign
another's          nobody          1: 60 s now first, holder other | other 60 s | ours
another's          nobody          2: 60 s now first, holder other | other 60 s | ours
another's          me              1: 60 s @10 first, holder other | other 60 s | ours
another's          me              2: 60 s @10 first, holder other | other 60 s | ours
another's          me, then one    1: 60 s @10 first, holder other | other 60 s | ours b
another's          me, then one    2: 60 s @10 first, holder other | other 60 s | ours b
another's          one before me   1: never @10 second, holder other | other 60 s | a ours
another's          one before me   2: never @10 second, holder other | other 60 s | a ours
another's          two before me   1: never @10 behind, holder other | other 60 s | a b ours
another's          two before me   2: never @10 behind, holder other | other 60 s | a b ours
another's          two, not me     1: never now behind, holder other | other 60 s | a b ours
another's          two, not me     2: never now behind, holder other | other 60 s | a b ours
another's          unseen ones     1: never now second, holder other | other 60 s | c ours
another's          unseen ones     2: never now second, holder other | other 60 s | c ours
another's          of another type 1: held | other 60 s | untouched foreign
another's          of another type 2: held | other 60 s | untouched foreign
done