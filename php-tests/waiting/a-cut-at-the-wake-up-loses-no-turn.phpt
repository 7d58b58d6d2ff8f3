--TEST--
The connection is cut during a hand-over, around the wake-up or the question after it: the waiter still gets the lock
--FILE--
<?php
$server = RedisServer::start();
$proxy = Proxy::to($server);
$cuts = [
    ['do' => 'cutBefore'], ['do' => 'cutAfter'], ['do' => 'reset'], ['do' => 'resetAfter'],
    ['do' => 'halfReply', 'bytes' => 1], ['do' => 'ghost', 'ms' => 300],
];
foreach ($cuts as $cut) {
    $queue = new Queue($server, $cut['do']);
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock($queue->name, 0, 600), "{$cut['do']}: held");
    $proxy->clear();
    $waiter = $queue->waiter(['command_timeout' => 5], port: $proxy->port);
    [$token] = $queue->tokens();
    $second = $queue->waiter();
    [, $two] = $queue->tokens();
    $queue->sleep(2);
    // The next script of the first waiter comes at its turn, unless its second is over before.
    $proxy->rule(['command' => 'EVALSHA', 'times' => 1] + $cut);
    Check::true($holder->unlock($queue->name), "{$cut['do']}: released");
    $waiter->expect('granted');
    Check::same([$token, [$two]], [$queue->holder(), $queue->tokens()], "{$cut['do']}: who has it and who waits");
    $waiter->tell('unlock');
    $waiter->expect('released');
    $second->expect('granted');
    foreach ([$waiter, $second] as $worker) {
        $worker->tell('end');
        $worker->finish();
    }
}

// The wake-up itself is lost: it has left its list, but the key has the token of the next holder.
foreach (['cutAfter', 'resetAfter', 'halfReply'] as $do) {
    $queue = new Queue($server, "wake-$do");
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock($queue->name, 0, 600), "$do: held");
    $proxy->clear();
    $proxy->rule(['command' => 'BLPOP', 'do' => $do] + ($do === 'halfReply' ? ['bytes' => 1, 'times' => 1] : ['times' => 1]));
    $waiter = $queue->waiter(['command_timeout' => 5], port: $proxy->port);
    [$token] = $queue->tokens();
    $blocks = fn (): bool => array_filter($proxy->log(), fn (array $one): bool => $one['words'][0] === 'BLPOP'
        && str_contains($one['words'][1], $token)) !== [];
    Check::eventually($blocks, 10, "$do: it sleeps");
    Check::true($holder->unlock($queue->name), "$do: released");
    $waiter->expect('granted');
    $waiter->tell('held');
    $waiter->expect('mine');
    $waiter->tell('end');
    $waiter->finish();
}
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
