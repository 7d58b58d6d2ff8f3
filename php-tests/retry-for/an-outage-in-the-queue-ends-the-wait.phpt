--TEST--
A waiter in the queue throws retry_for after the outage began, however long it had waited before
--FILE--
<?php
$outages = ['refused', 'closed after accepting', 'proxy stopped', 'server stopped', 'server killed'];
Together::each(array_combine($outages, $outages), function (string $outage): void {
    $server = RedisServer::start();
    $proxy = Proxy::to($server);
    [$break, $mend] = match ($outage) {
        'refused' => [$proxy->down(...), $proxy->up(...)],
        'closed after accepting' => [fn () => [$proxy->rule(['do' => 'refuse']), $proxy->drop()], $proxy->clear(...)],
        'proxy stopped' => [$proxy->pause(...), $proxy->resume(...)],
        'server stopped' => [$server->pause(...), $server->resume(...)],
        'server killed' => [$server->kill(...), $server->restart(...)],
    };
    foreach ($outage === 'refused' ? [null, 600] : [null] as $timeout) {
        $what = "$outage, timeout " . json_encode($timeout);
        $name = strtr($what, [' ' => '-', ',' => '']);
        $queue = new Queue($server, $name);
        $holder = new RedisMutexLock($server->url());
        Check::true($holder->lock($name, 0, 600), "$what: held");
        $before = $proxy->count('BLPOP');
        $began = hrtime(true);
        $worker = Worker::run(<<<'PHP'
            [, $port, $name, $timeout] = $argv;
            $lock = new RedisMutexLock(['port' => (int) $port, 'retry_for' => 0.5, 'command_timeout' => 0.4]);
            try {
                say($lock->lock($name, $timeout === '' ? null : (float) $timeout, 60, 200_000) ? 'granted' : 'refused');
            } catch (RedisMutexLockUnavailableException $e) {
                say(hrtime(true) . ' ' . $e->getMessage());
            }
            hear();
            say($lock->lock($name, 30, 60) && $lock->isLocking($name) ? 'granted' : 'refused');
            $lock->unlock($name);
            hear();
            PHP, [$proxy->port, $name, (string) $timeout]);
        $queue->reaches(1);
        [$token] = $queue->tokens();
        // The first waiter looks every 0.2 s. Five looks are longer than retry_for.
        Check::eventually(fn (): bool => $proxy->count('BLPOP') >= $before + 5, 20, "$what: it looks again and again");
        Check::true((hrtime(true) - $began) / 1e9 > 0.5, "$what: it waited for longer than retry_for");
        $cut = hrtime(true);
        $break();
        [$at, $message] = explode(' ', $worker->line(30), 2);
        Check::between(0.5, 25, ((int) $at - $cut) / 1e9, "$what: seconds of the outage");
        Check::same(1, preg_match('/; tried for \d+\.\d s \(retry_for is 0\.5 s\)$/', $message), "$what: '$message'");
        $mend();
        if ($outage === 'server killed') {
            // The server has lost the lock with all that it had.
            $queue = new Queue($server, $name);
        } else {
            // Its token leaves the queue before it asks anew, or is taken for dead.
            Check::true($holder->unlock($name), "$what: released");
        }
        $worker->tell('again');
        $worker->expect('granted', 40);
        Check::same(false, in_array($token, $queue->tokens(), true), "$what: the old token");
        $worker->tell('end');
        $worker->finish();
        $queue->vanishes();
    }
});
echo "done\n";
?>
--EXPECT--
done
