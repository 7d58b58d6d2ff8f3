--TEST--
Characters that a terminal obeys, or that change the direction of text, reach no message: from a server's words, from names and from prefixes
--FILE--
<?php
$marks = "\u{1b}[31m\u{9b}31m\u{85}\u{202e}\u{2066}\u{200f}\u{61c}\u{2028}";
$odd = '/[\x00-\x1f\x7f\x{80}-\x{9f}\x{61c}\x{200e}\x{200f}\x{2028}-\x{202e}\x{2066}-\x{2069}]/u';
$server = RedisServer::shared();
$proxies = [];
// A proxy ends with its object.
$says = static function (string $command, string $bytes) use ($server, &$proxies): array {
    $proxies[] = $proxy = Proxy::to($server, ['command' => $command, 'do' => 'answer', 'bytes' => $bytes]);

    return $proxy->config();
};
$node = Proxy::to(RedisServer::start(['cluster-enabled' => 'yes']));
$node->rule(['command' => 'SET', 'do' => 'answer', 'bytes' => "-MOVED 5 a{$marks}b:7000\r\n"]);
$master = FakeSentinel::naming(7000, "a{$marks}b");
$unknown = FakeSentinel::that('answer', bytes: "-ERR unknown $marks\r\n");
$down = FakeSentinel::that('answer', bytes: "-IDONTKNOW $marks\r\n");
$cases = [
    'an error' => $says('SET', "-ERR a{$marks}b\r\n"),
    'a login' => ['password' => 'secret'] + $says('AUTH', "-WRONGPASS a{$marks}b\r\n"),
    'a missing right' => ['lock_prefix' => "a{$marks}b:"]
        + $says('SET', "-NOPERM No permissions to access a key $marks\r\n"),
    'a redirect' => ['cluster' => ["127.0.0.1:$node->port"]] + array_diff_key($node->config(), ['port' => 0]),
    'a sentinel' => SentinelSet::asking([$unknown]),
    'another' => SentinelSet::asking([$down]),
    'a master' => SentinelSet::asking([$master]),
];
foreach ($cases as $what => $config) {
    $lock = new RedisMutexLock($config);
    $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock("a$marks"))->getMessage();
    Check::same(0, preg_match($odd, $message), "$what: " . json_encode($message));
    Check::true(!str_contains($message, 'refused (os error'), "$what: $message");
}
$lock = new RedisMutexLock($server->config());
$name = Check::unique($marks);
Check::true($lock->lock($name, 0, 60), 'lock');
$message = Check::throws(RedisMutexLockTimeoutException::class, fn () => $lock->synchronized($name, fn () => 1))->getMessage();
Check::same(0, preg_match($odd, $message), 'a name: ' . json_encode($message));
Check::true($lock->unlock($name), 'unlock');
echo 'done';
?>
--EXPECT--
done
