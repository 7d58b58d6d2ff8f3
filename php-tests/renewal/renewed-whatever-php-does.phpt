--TEST--
A lease is renewed while PHP computes, sleeps, or is inside another extension's blocking call
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$config = [...$server->config(), 'lease' => 1.2];
$works = [
    'computing' => 'for ($end = hrtime(true) + 2.6e9, $n = 0; hrtime(true) < $end; $n++); return $n > 0;',
    'sleeping' => 'return usleep(2_600_000) === null;',
    'a PHP stream' => '$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        [$read, $none] = [[$pair[0]], null];
        return stream_select($read, $none, $none, 2, 600_000) === 0;',
    'a query' => '$client = new Redis(); $client->connect("127.0.0.1", ' . $server->plainPort . ', 5);
        return !$client->blPop(["nothing-" . $name], 3);',
];
$holders = [];
foreach ($works as $what => $code) {
    $holders[$what] = Holder::of(Check::unique(strtr($what, ' ', '-')), $config);
}
$tokens = [];
foreach ($holders as $what => $holder) {
    $tokens[$what] = $redis->call('GET', "lock:$holder->name");
    $holder->begin($works[$what]);
}
foreach ($holders as $what => $holder) {
    Check::same(true, $holder->answer(), "$what: done");
    Check::same($tokens[$what], $redis->call('GET', "lock:$holder->name"), "$what: the same owner after two leases");
    Check::same([true, true], $holder->ask('[$lock->isLocking($name), $lock->remaining($name) > 0]'), "$what: its word");
    Check::same(true, $holder->ask('$lock->unlock($name)'), "$what: unlock");
    Check::same(0, $redis->call('EXISTS', "lock:$holder->name"), "$what: free");
    $holder->finish();
}
echo 'done';
?>
--EXPECT--
done
