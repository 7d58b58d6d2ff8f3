--TEST--
settle: reply and remaining keys for every state of the key, and the counter for every state of the counter, run twice
--FILE--
<?php
// A fence of 0 raises no counter, so this table shows the lock's key alone.
ScriptTable::print(static fn ($redis, $key): mixed => Script::settle($redis, $key, fence: 0));

// The number to be reached is 7000000000000000. The server's clock is far behind it.
$redis = RedisServer::shared()->client();
$number = 7_000_000_000_000_000;
$states = [
    'absent' => [],
    'ours, behind' => ['HSET', 'fence', '6000000000000000', 'token', 'ours'],
    'ours, the same' => ['HSET', 'fence', "$number", 'token', 'ours'],
    'ours, ahead' => ['HSET', 'fence', '8000000000000000', 'token', 'ours'],
    "another's, behind" => ['HSET', 'fence', '6000000000000000', 'token', 'other'],
    "another's, ahead" => ['HSET', 'fence', '8000000000000000', 'token', 'other'],
    'negative' => ['HSET', 'fence', '-7', 'token', 'other'],
    'a word' => ['HSET', 'fence', 'tall', 'token', 'ours'],
    'string' => ['SET', '5'],
    'list' => ['RPUSH', '5'],
];
foreach ($states as $state => $words) {
    foreach (['ours', 'other'] as $holder) {
        $key = Check::unique('settle');
        $redis->call('SET', $key, $holder, 'PX', 60_000);
        $words === [] || $redis->call($words[0], "$key:f", ...array_slice($words, 1));
        $before = $redis->call('DUMP', "$key:f");
        foreach ([1, 2] as $time) {
            $reply = Script::settle($redis, $key, fence: $number);
            $kept = $redis->call('TYPE', "$key:f") === 'hash' ? $redis->call('HMGET', "$key:f", 'fence', 'token') : [];
            $left = match (true) {
                $redis->call('DUMP', "$key:f") === $before => 'untouched',
                $kept === ["$number", 'ours'] => 'raised, a day: ' . ($redis->call('TTL', "$key:f") > 86_000 ? 'yes' : 'no'),
                default => json_encode($kept),
            };
            printf("%-17s %-5s %d: %d %s\n", $state, $holder, $time, $reply, $left);
        }
        if ($holder === 'ours' && $kept === ["$number", 'ours']) {
            // The owner keeps its number, and the next owner gets a greater one.
            Check::same([1, $number], Script::take($redis, $key, fencing: true), "$state: asked again");
            Check::same([1, $number + 1], Script::adopt($redis, $key, 'new', fencing: true, from: 'ours'), "$state: next");
        }
        $redis->call('DEL', $key, "$key:f");
    }
}
?>
--EXPECT--
absent             1: 0        absent
absent             2: 0        absent
ours               1: 1        string 'ours', 60 s
ours               2: 1        string 'ours', 60 s
ours, shorter      1: 1        string 'ours', 20 s
ours, shorter      2: 1        string 'ours', 20 s
ours, no TTL       1: 1        string 'ours', no TTL
ours, no TTL       2: 1        string 'ours', no TTL
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
absent            ours  1: 1 raised, a day: yes
absent            ours  2: 1 raised, a day: yes
absent            other 1: 0 untouched
absent            other 2: 0 untouched
ours, behind      ours  1: 1 raised, a day: yes
ours, behind      ours  2: 1 raised, a day: yes
ours, behind      other 1: 0 untouched
ours, behind      other 2: 0 untouched
ours, the same    ours  1: 1 untouched
ours, the same    ours  2: 1 untouched
ours, the same    other 1: 0 untouched
ours, the same    other 2: 0 untouched
ours, ahead       ours  1: 1 untouched
ours, ahead       ours  2: 1 untouched
ours, ahead       other 1: 0 untouched
ours, ahead       other 2: 0 untouched
another's, behind ours  1: 1 raised, a day: yes
another's, behind ours  2: 1 raised, a day: yes
another's, behind other 1: 0 untouched
another's, behind other 2: 0 untouched
another's, ahead  ours  1: 1 untouched
another's, ahead  ours  2: 1 untouched
another's, ahead  other 1: 0 untouched
another's, ahead  other 2: 0 untouched
negative          ours  1: 1 raised, a day: yes
negative          ours  2: 1 raised, a day: yes
negative          other 1: 0 untouched
negative          other 2: 0 untouched
a word            ours  1: 1 untouched
a word            ours  2: 1 untouched
a word            other 1: 0 untouched
a word            other 2: 0 untouched
string            ours  1: 1 untouched
string            ours  2: 1 untouched
string            other 1: 0 untouched
string            other 2: 0 untouched
list              ours  1: 1 untouched
list              ours  2: 1 untouched
list              other 1: 0 untouched
list              other 2: 0 untouched
