--TEST--
With every 7th reply later than its deadline, each of hundreds of commands gets its own answer and no other one's
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('name');
$theirs = array_map(fn (int $i): string => "owner-$i", range(0, 9));
foreach ($theirs as $i => $owner) {
    $redis->call('SET', "lock:$name-theirs-$i", $owner);
}
// A little later than the deadline: the late reply arrives while the next commands are in flight.
$rules = array_map(
    fn (string $command): array => ['command' => $command, 'every' => 7, 'do' => 'delayReply', 'ms' => 70],
    ['SET', 'GET', 'EVAL*'],
);
$proxy = Proxy::to($server, ...$rules);
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 0.05]);
$unknown = 0;
/** Checks the answer. False: there was none. */
$ask = function (string $what, mixed $expected, callable $call) use (&$unknown): bool {
    // A slow machine may delay more replies than the proxy does. An exception is no wrong answer.
    try {
        Check::same($expected, $call(), $what);

        return true;
    } catch (RedisMutexLockUnavailableException) {
        $unknown++;

        return false;
    }
};
for ($i = 0; $i < 60; $i++) {
    $n = $i % 10;
    $mine = "$name-mine-$i";
    $ask("$i: theirs", false, fn () => $lock->lock("$name-theirs-$n"));
    $ask("$i: owner", $theirs[$n], fn () => $lock->owner("$name-theirs-$n"));
    $ask("$i: free", null, fn () => $lock->owner("$name-free"));
    $ask("$i: mine", true, fn () => $lock->lock($mine, 0, 60));
    if ($lock->token($mine) !== null) {
        $ask("$i: my owner", $lock->token($mine), fn () => $lock->owner($mine));
        $ask("$i: isLocking", true, fn () => $lock->isLocking($mine));
        $ask("$i: expire", true, fn () => $lock->expire($mine, 90));
        $ask("$i: unlock", true, fn () => $lock->unlock($mine))
            && $ask("$i: after unlock", null, fn () => $lock->owner($mine));
    }
    $ask("$i: theirs again", $theirs[9 - $n], fn () => $lock->owner("$name-theirs-" . (9 - $n)));
}
$delayed = count(array_filter($proxy->log(), fn (array $seen): bool => $seen['did'] === 'delayReply'));
Check::between(60, 10_000, $delayed, 'replies that were delayed');
Check::between(0, 60, $unknown, 'commands without an answer, of about 600');
$proxy->clear();
// The object keeps the tokens that are not released until the server answers.
Check::eventually(fn (): bool => $ask('unlockAll', true, fn () => $lock->unlockAll()), 5, 'unlockAll');
foreach ($theirs as $i => $owner) {
    Check::same($owner, $redis->call('GETDEL', "lock:$name-theirs-$i"), "theirs $i is untouched");
}
Check::same([], $redis->call('KEYS', "lock:$name-*"), 'keys left');
echo "done\n";
?>
--EXPECT--
done
