--TEST--
release for good with waiters, by its short and by its long form: it says 2 if it hands over, and the wake-up names the token whose keys go to the waiter
--FILE--
<?php
HandOverTable::print(forGood: true);

// A token may have any bytes. The time at which the claim ends stands behind the last space.
$redis = RedisServer::shared()->client();
foreach (['release', 'releaseAtLength'] as $form) {
    foreach (["a b 17\n", 'yours 1', '%s%.0f'] as $token) {
        $key = Check::unique('names');
        $redis->call('SET', $key, $token, 'PX', 60_000);
        Script::acquire($redis, $key, 'waiter', joins: true);
        $began = $redis->call('TIME')[0] * 1000;
        Check::same(2, Script::$form($redis, $key, $token, forGood: true), "$form, $token");
        $word = $redis->call('LPOP', "$key:wake:{{$key}}:waiter");
        Check::true(preg_match('/^yours (.+) (\d+)$/s', $word, $parts) === 1, "$form, $token: $word");
        Check::same($token, $parts[1], "$form: whose keys they are");
        Check::between($began + 1000, $began + 60_000, (int) $parts[2], "$form, $token: the end of the claim");
    }
    // A wake list of another type is somebody else's: the waiter asks by itself.
    $key = Check::unique('deaf');
    $wake = "$key:wake:{{$key}}:a";
    $redis->call('SET', $key, 'ours', 'PX', 60_000);
    $redis->call('ZADD', "$key:q", 1, 'a', -Script::mark((int) vsprintf('%d%06d', $redis->call('TIME'))), 'seen:a');
    $redis->call('SET', $wake, 'foreign');
    Check::same(2, Script::$form($redis, $key, forGood: true), "$form, a foreign wake list");
    Check::same(['a', 'foreign'], $redis->call('MGET', $key, $wake), "$form: what is left");
    $redis->call('DEL', $key, $wake);
}
echo 'done';
?>
--EXPECT--
nobody                 ours          1: 1 free        |
nobody                 ours          2: 0 free        |
nobody                 ours, endless 1: 1 free        |
nobody                 ours, endless 2: 0 free        |
nobody                 another's     1: 0 other, 60 s |
nobody                 another's     2: 0 other, 60 s |
one                    ours          1: 2 a, 1 s      |                              | woken a: yours from ours
one                    ours          2: 0 a, 1 s      |                              | woken a: yours from ours
one                    ours, endless 1: 2 a, 1 s      |                              | woken a: yours from ours
one                    ours, endless 2: 0 a, 1 s      |                              | woken a: yours from ours
one                    another's     1: 0 other, 60 s | a seen:a
one                    another's     2: 0 other, 60 s | a seen:a
two                    ours          1: 2 a, 1 s      | b seen:b                     | woken a: yours from ours b: first
two                    ours          2: 0 a, 1 s      | b seen:b                     | woken a: yours from ours b: first
two                    ours, endless 1: 2 a, 1 s      | b seen:b                     | woken a: yours from ours b: first
two                    ours, endless 2: 0 a, 1 s      | b seen:b                     | woken a: yours from ours b: first
two                    another's     1: 0 other, 60 s | a b seen:a seen:b
two                    another's     2: 0 other, 60 s | a b seen:a seen:b
an unseen one          ours          1: 1 free        |
an unseen one          ours          2: 0 free        |
an unseen one          ours, endless 1: 1 free        |
an unseen one          ours, endless 2: 0 free        |
an unseen one          another's     1: 0 other, 60 s |
an unseen one          another's     2: 0 other, 60 s |
unseen ones first      ours          1: 2 c, 1 s      |                              | woken c: yours from ours
unseen ones first      ours          2: 0 c, 1 s      |                              | woken c: yours from ours
unseen ones first      ours, endless 1: 2 c, 1 s      |                              | woken c: yours from ours
unseen ones first      ours, endless 2: 0 c, 1 s      |                              | woken c: yours from ours
unseen ones first      another's     1: 0 other, 60 s | c seen:c
unseen ones first      another's     2: 0 other, 60 s | c seen:c
one long ago, but seen ours          1: 2 a, 1 s      | b seen:b                     | woken a: yours from ours b: first
one long ago, but seen ours          2: 0 a, 1 s      | b seen:b                     | woken a: yours from ours b: first
one long ago, but seen ours, endless 1: 2 a, 1 s      | b seen:b                     | woken a: yours from ours b: first
one long ago, but seen ours, endless 2: 0 a, 1 s      | b seen:b                     | woken a: yours from ours b: first
one long ago, but seen another's     1: 0 other, 60 s | a b seen:a seen:b
one long ago, but seen another's     2: 0 other, 60 s | a b seen:a seen:b
one without seen       ours          1: 2 b, 1 s      |                              | woken b: yours from ours
one without seen       ours          2: 0 b, 1 s      |                              | woken b: yours from ours
one without seen       ours, endless 1: 2 b, 1 s      |                              | woken b: yours from ours
one without seen       ours, endless 2: 0 b, 1 s      |                              | woken b: yours from ours
one without seen       another's     1: 0 other, 60 s | b seen:b
one without seen       another's     2: 0 other, 60 s | b seen:b
the holder itself      ours          1: 1 free        |
the holder itself      ours          2: 0 free        |
the holder itself      ours, endless 1: 1 free        |
the holder itself      ours, endless 2: 0 free        |
the holder itself      another's     1: 0 other, 60 s |
the holder itself      another's     2: 0 other, 60 s |
the holder and another ours          1: 2 a, 1 s      |                              | woken a: yours from ours
the holder and another ours          2: 0 a, 1 s      |                              | woken a: yours from ours
the holder and another ours, endless 1: 2 a, 1 s      |                              | woken a: yours from ours
the holder and another ours, endless 2: 0 a, 1 s      |                              | woken a: yours from ours
the holder and another another's     1: 0 other, 60 s | a seen:a                     | woken a: first
the holder and another another's     2: 0 other, 60 s | a seen:a                     | woken a: first
the holder in between  ours          1: 2 a, 1 s      |                              | woken a: yours from ours
the holder in between  ours          2: 0 a, 1 s      |                              | woken a: yours from ours
the holder in between  ours, endless 1: 2 a, 1 s      |                              | woken a: yours from ours
the holder in between  ours, endless 2: 0 a, 1 s      |                              | woken a: yours from ours
the holder in between  another's     1: 0 other, 60 s | a seen:a
the holder in between  another's     2: 0 other, 60 s | a seen:a
a short claim          ours          1: 2 a, 0.9 s    | b seen:b                     | woken a: yours from ours b: first
a short claim          ours          2: 0 a, 0.9 s    | b seen:b                     | woken a: yours from ours b: first
a short claim          ours, endless 1: 2 a, 0.9 s    | b seen:b                     | woken a: yours from ours b: first
a short claim          ours, endless 2: 0 a, 0.9 s    | b seen:b                     | woken a: yours from ours b: first
a short claim          another's     1: 0 other, 60 s | a b seen:a seen:b
a short claim          another's     2: 0 other, 60 s | a b seen:a seen:b
of another type        ours          1: 1 free        | untouched
of another type        ours          2: 0 free        | untouched
of another type        ours, endless 1: 1 free        | untouched
of another type        ours, endless 2: 0 free        | untouched
of another type        another's     1: 0 other, 60 s | untouched
of another type        another's     2: 0 other, 60 s | untouched
done