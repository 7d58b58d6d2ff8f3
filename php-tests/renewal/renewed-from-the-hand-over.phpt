--TEST--
A lease that was handed over is renewed from its first moment, shorter or longer than the claim that it began with
--FILE--
<?php
$server = RedisServer::shared();
/** Hands a lock over. True: the lock outlived the claim, and a short lease outlived itself. */
$livesOn = static function (float $lease) use ($server): bool {
    $queue = new Queue($server, Check::unique('handed'));
    $holder = Holder::of($queue->name, [...$server->config(), 'lease' => 30]);
    $next = Holder::waiting($queue->name, [...$server->config(), 'lease' => $lease]);
    $queue->reaches(1);
    Check::same(true, $holder->ask('$lock->unlock($name)'), 'unlock');
    $next->worker->expect('held');
    $token = $next->ask('$lock->token($name)');
    $left = $low = 3000;
    $isRenewed = false;
    for ($end = hrtime(true) + 1.3e9; hrtime(true) < $end || !$isRenewed; usleep(5000)) {
        [$before, $left, $owner] = [$left, $queue->left(), $queue->holder()];
        if ($left === -2 || $owner === null) {
            return false;
        }
        Check::same($token, $owner, 'the next one has it');
        Check::between(0, $lease * 1000, $left, 'its lifetime');
        $low = min($low, $left);
        $isRenewed = $isRenewed || $left > $before;
    }
    Check::between(0, $lease * 1000 - 50, $low, 'it was looked at between two renewals');
    $wasMine = $next->ask('$lock->unlock($name)');
    $holder->finish();
    $next->finish();
    $queue->vanishes();

    return $wasMine;
};
// The claim lives for a second, or for the lease if that is shorter.
foreach ([0.9, 3.0] as $lease) {
    // A long pause of the machine may lose such a short lease. Without renewal it would be lost each time.
    Check::true($livesOn($lease) || $livesOn($lease) || $livesOn($lease), "a lease of $lease s lives on");
}
echo 'done';
?>
--EXPECT--
done
