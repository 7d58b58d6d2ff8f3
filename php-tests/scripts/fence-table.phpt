--TEST--
fence: the number that acquire, adopt and take give, and the counter afterwards, for every state of the counter
--FILE--
<?php
$redis = RedisServer::shared()->client();
// Far behind the clock of the server, and far ahead of it.
[$past, $future] = ['1600000000000000', '8000000000000000'];
$states = [
    'absent' => [],
    'ours' => ['HSET', 'fence', $past, 'token', 'ours'],
    'ours, ahead' => ['HSET', 'fence', $future, 'token', 'ours'],
    "another's" => ['HSET', 'fence', $past, 'token', 'other'],
    "another's, ahead" => ['HSET', 'fence', $future, 'token', 'other'],
    'without token' => ['HSET', 'fence', $future],
    'a word' => ['HSET', 'fence', 'tall', 'token', 'ours'],
    'empty' => ['HSET', 'fence', '', 'token', 'ours'],
    'zero' => ['HSET', 'fence', '0', 'token', 'ours'],
    'negative' => ['HSET', 'fence', '-7', 'token', 'ours'],
    'string' => ['SET', $future],
    'list' => ['RPUSH', $future],
    'set' => ['SADD', $future],
    'zset' => ['ZADD', 1, 'fence'],
];
$clock = static fn (): int => (int) vsprintf('%d%06d', $redis->call('TIME'));
foreach (['acquire', 'adopt', 'take'] as $which) {
    foreach ($states as $state => $words) {
        $key = Check::unique('fence');
        if ($words !== []) {
            $redis->call(array_shift($words), "$key:f", ...$words);
        }
        $which === 'adopt' && $redis->call('SET', $key, 'old', 'PX', 60_000);
        $before = $redis->call('DUMP', "$key:f");
        // Asked twice: a lost reply must not make a second number.
        foreach ([1, 2] as $time) {
            $began = $clock();
            [$granted, $number] = Script::$which($redis, $key, fencing: true);
            Check::same([1, 'ours'], [$granted, $redis->call('GET', $key)], "$which, $state: granted");
            $name = match (true) {
                $time === 2 && $number === $last => 'the same',
                $number === (int) $past, $number === (int) $future => 'as it was',
                $number === (int) $future + 1 => 'one more',
                $number >= $began && $number <= $clock() => 'the clock',
                default => "$number?",
            };
            $last = $number;
            $left = match (true) {
                $redis->call('DUMP', "$key:f") === $before => 'untouched',
                $redis->call('HMGET', "$key:f", 'fence', 'token') === [(string) $number, 'ours'] => 'kept',
                default => 'something else',
            };
            $ttl = $redis->call('TTL', "$key:f");
            $ttl = $ttl === -1 ? 'no TTL' : ($ttl > 86_000 && $ttl <= 86_400 ? 'a day' : "$ttl s");
            printf("%-7s %-16s %d: %-9s %s, %s\n", $which, $state, $time, $name, $left, $ttl);
        }
        $redis->call('DEL', $key, "$key:f");
    }
}
?>
--EXPECT--
acquire absent           1: the clock kept, a day
acquire absent           2: the same  kept, a day
acquire ours             1: the clock kept, a day
acquire ours             2: the same  kept, a day
acquire ours, ahead      1: one more  kept, a day
acquire ours, ahead      2: the same  kept, a day
acquire another's        1: the clock kept, a day
acquire another's        2: the same  kept, a day
acquire another's, ahead 1: one more  kept, a day
acquire another's, ahead 2: the same  kept, a day
acquire without token    1: one more  kept, a day
acquire without token    2: the same  kept, a day
acquire a word           1: the clock untouched, no TTL
acquire a word           2: the clock untouched, no TTL
acquire empty            1: the clock untouched, no TTL
acquire empty            2: the clock untouched, no TTL
acquire zero             1: the clock kept, a day
acquire zero             2: the same  kept, a day
acquire negative         1: the clock kept, a day
acquire negative         2: the same  kept, a day
acquire string           1: the clock untouched, no TTL
acquire string           2: the clock untouched, no TTL
acquire list             1: the clock untouched, no TTL
acquire list             2: the clock untouched, no TTL
acquire set              1: the clock untouched, no TTL
acquire set              2: the clock untouched, no TTL
acquire zset             1: the clock untouched, no TTL
acquire zset             2: the clock untouched, no TTL
adopt   absent           1: the clock kept, a day
adopt   absent           2: the same  kept, a day
adopt   ours             1: the clock kept, a day
adopt   ours             2: the same  kept, a day
adopt   ours, ahead      1: one more  kept, a day
adopt   ours, ahead      2: the same  kept, a day
adopt   another's        1: the clock kept, a day
adopt   another's        2: the same  kept, a day
adopt   another's, ahead 1: one more  kept, a day
adopt   another's, ahead 2: the same  kept, a day
adopt   without token    1: one more  kept, a day
adopt   without token    2: the same  kept, a day
adopt   a word           1: the clock untouched, no TTL
adopt   a word           2: the clock untouched, no TTL
adopt   empty            1: the clock untouched, no TTL
adopt   empty            2: the clock untouched, no TTL
adopt   zero             1: the clock kept, a day
adopt   zero             2: the same  kept, a day
adopt   negative         1: the clock kept, a day
adopt   negative         2: the same  kept, a day
adopt   string           1: the clock untouched, no TTL
adopt   string           2: the clock untouched, no TTL
adopt   list             1: the clock untouched, no TTL
adopt   list             2: the clock untouched, no TTL
adopt   set              1: the clock untouched, no TTL
adopt   set              2: the clock untouched, no TTL
adopt   zset             1: the clock untouched, no TTL
adopt   zset             2: the clock untouched, no TTL
take    absent           1: the clock kept, a day
take    absent           2: the same  kept, a day
take    ours             1: the clock kept, a day
take    ours             2: the same  kept, a day
take    ours, ahead      1: one more  kept, a day
take    ours, ahead      2: the same  kept, a day
take    another's        1: the clock kept, a day
take    another's        2: the same  kept, a day
take    another's, ahead 1: one more  kept, a day
take    another's, ahead 2: the same  kept, a day
take    without token    1: one more  kept, a day
take    without token    2: the same  kept, a day
take    a word           1: the clock untouched, no TTL
take    a word           2: the clock untouched, no TTL
take    empty            1: the clock untouched, no TTL
take    empty            2: the clock untouched, no TTL
take    zero             1: the clock kept, a day
take    zero             2: the same  kept, a day
take    negative         1: the clock kept, a day
take    negative         2: the same  kept, a day
take    string           1: the clock untouched, no TTL
take    string           2: the clock untouched, no TTL
take    list             1: the clock untouched, no TTL
take    list             2: the clock untouched, no TTL
take    set              1: the clock untouched, no TTL
take    set              2: the clock untouched, no TTL
take    zset             1: the clock untouched, no TTL
take    zset             2: the clock untouched, no TTL
