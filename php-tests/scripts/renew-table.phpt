--TEST--
renew: in every state of the key, reply and what is left; it lengthens and never shortens
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\RedisError;
use Tests\RedisServer;
use Tests\Script;

$redis = RedisServer::shared()->client();
$script = Script::text('renew');
// Every state that the lock's key can be in. The lifetime here is 60 s, the one asked for 30 s.
$states = [
    'absent' => [],
    'ours' => [['SET', 'KEY', 'ours', 'PX', 60_000]],
    'ours, shorter' => [['SET', 'KEY', 'ours', 'PX', 20_000]],
    'ours, no TTL' => [['SET', 'KEY', 'ours']],
    "another's" => [['SET', 'KEY', 'other', 'PX', 60_000]],
    "another's, no TTL" => [['SET', 'KEY', 'other']],
    'empty' => [['SET', 'KEY', '']],
    'list' => [['RPUSH', 'KEY', 'ours']],
    'list with TTL' => [['RPUSH', 'KEY', 'ours'], ['PEXPIRE', 'KEY', 60_000]],
    'hash' => [['HSET', 'KEY', 'ours', 'ours']],
    'hash with TTL' => [['HSET', 'KEY', 'ours', 'ours'], ['PEXPIRE', 'KEY', 60_000]],
    'zset' => [['ZADD', 'KEY', 1, 'ours']],
    'zset with TTL' => [['ZADD', 'KEY', 1, 'ours'], ['PEXPIRE', 'KEY', 60_000]],
    'set' => [['SADD', 'KEY', 'ours']],
    'stream' => [['XADD', 'KEY', '1-1', 'ours', 'ours']],
];

/** What the key is: its type, its value if it is a string, and the class of its lifetime. */
$look = static function (string $key) use ($redis): string {
    $type = $redis->call('TYPE', $key);
    if ($type === 'none') {
        return 'absent';
    }
    $left = $redis->call('PTTL', $key);
    // The slack is for a slow machine: no two lifetimes of this table are that near to each other.
    $class = $left === -1 ? 'no TTL' : (int) ceil($left / 10_000) . '0 s';

    return $type . ($type === 'string' ? " '" . $redis->call('GET', $key) . "'" : '') . ", $class";
};
$reply = static function (string ...$arguments) use ($redis, $script): string {
    try {
        return json_encode($redis->call('EVAL', $script, ...$arguments));
    } catch (RedisError $error) {
        return 'error ' . $error->getMessage();
    }
};

foreach ($states as $state => $commands) {
    $key = Check::unique('renew');
    foreach ($commands as $words) {
        $redis->call(...array_replace($words, [1 => $key]));
    }
    foreach ([1, 2] as $time) {
        printf("%-18s %d: %-2s %s\n", $state, $time, $reply('1', $key, 'ours', '30000'), $look($key));
    }
    $redis->call('DEL', $key);
}
?>
--EXPECT--
absent             1: 0  absent
absent             2: 0  absent
ours               1: 1  string 'ours', 60 s
ours               2: 1  string 'ours', 60 s
ours, shorter      1: 1  string 'ours', 30 s
ours, shorter      2: 1  string 'ours', 30 s
ours, no TTL       1: 1  string 'ours', no TTL
ours, no TTL       2: 1  string 'ours', no TTL
another's          1: 0  string 'other', 60 s
another's          2: 0  string 'other', 60 s
another's, no TTL  1: 0  string 'other', no TTL
another's, no TTL  2: 0  string 'other', no TTL
empty              1: 0  string '', no TTL
empty              2: 0  string '', no TTL
list               1: 0  list, no TTL
list               2: 0  list, no TTL
list with TTL      1: 0  list, 60 s
list with TTL      2: 0  list, 60 s
hash               1: 0  hash, no TTL
hash               2: 0  hash, no TTL
hash with TTL      1: 0  hash, 60 s
hash with TTL      2: 0  hash, 60 s
zset               1: 0  zset, no TTL
zset               2: 0  zset, no TTL
zset with TTL      1: 0  zset, 60 s
zset with TTL      2: 0  zset, 60 s
set                1: 0  set, no TTL
set                2: 0  set, no TTL
stream             1: 0  stream, no TTL
stream             2: 0  stream, no TTL
