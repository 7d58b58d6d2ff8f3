--TEST--
A request that a call in a signal handler left behind is killed before the token of that call is given up
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$queue = new Queue($server, 'outer');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock('outer', 0, 600), 'held');
// The server knows the scripts.
Check::same(false, @(new RedisMutexLock($server->url()))->lock('outer', 0.05, 60), 'a wait in vain');
$proxy = Proxy::to(
    $server,
    ['command' => 'SET', 'with' => 'lock:inner', 'times' => 1, 'do' => 'stall'],
    ['command' => 'EVALSHA', 'with' => 'lock:inner', 'times' => 1, 'do' => 'ghost', 'ms' => 3000, 'stall' => true],
);
$worker = Worker::run(<<<'PHP'
    pcntl_async_signals(true);
    $lock = new RedisMutexLock(['url' => $argv[1], 'command_timeout' => 1, 'retry_for' => 60, 'name' => 'tested']);
    pcntl_signal(SIGUSR1, function () use ($lock): void {
        try {
            say($lock->lock('inner', 0, 600) ? 'granted' : 'refused');
        } catch (RedisMutexLockUnavailableException) {
            say('unavailable');
        }
    });
    say($lock->lock('outer', 60, 600) ? 'granted' : 'refused');
    say($lock->unlock('inner') ? 'released' : 'given up');
    hear();
    PHP, [$proxy->url()]);
$queue->reaches(1);
$worker->signal(SIGUSR1);
$worker->expect('unavailable');
Check::true($holder->unlock('outer'), 'released');
$worker->expect('granted');
$worker->expect('given up');

$log = $proxy->log();
$commands = array_map(static fn (array $seen): string => strtoupper($seen['words'][0]) . match (true) {
    strtoupper($seen['words'][1]) === 'KILL' => ' KILL',
    in_array('lock:inner', $seen['words'], true) => ' inner',
    default => '',
}, $log);
$ghost = array_search('ghost', array_column($log, 'did'), true);
Check::same('EVALSHA inner', $commands[$ghost], 'what was left behind');
$release = array_search('EVALSHA inner', array_slice($commands, $ghost + 1, null, true), true);
Check::true(is_int($release), 'the token is given up');
$kills = array_keys(array_slice($commands, $ghost, $release - $ghost, true), 'CLIENT KILL', true);
Check::true($kills !== [], 'after the kill');
$tested = array_filter($redis->clients(), static fn (array $client): bool => $client['name'] === 'tested');
Check::same(1, count($tested), 'connections that the server still has');
// The proxy sends the request meanwhile, but its connection is closed.
for ($end = Deadline::in(3.5); !$end->passed();) {
    usleep(50_000);
    Check::same(0, $redis->call('EXISTS', 'lock:inner'), 'the inner lock');
}
$worker->tell('end');
$worker->finish();
echo 'done';
?>
--EXPECT--
done
