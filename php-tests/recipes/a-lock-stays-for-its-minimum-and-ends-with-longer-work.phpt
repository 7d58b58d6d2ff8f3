--TEST--
The recipe of the minimum: after short work and after an exception the lock stays for the rest, and after longer work it is free
--FILE--
<?php
$redis = RedisServer::start();
$locks = new RedisMutexLock($redis->url());
$run = static fn (string $work, string $minimum = '50'): Worker => Worker::run(
    Recipe::code('A cron script on several machines', [
        'echo "work\n";' => $work,
        '$rest = 50' => "\$rest = $minimum",
        "new RedisMutexLock('redis://127.0.0.1:6379')" => "new RedisMutexLock(['url' => \$argv[1], 'lease' => 1])",
    ], 2),
    [$redis->url()],
);
$left = static fn (): ?float => $locks->list('each-minute')[0]['remaining'] ?? null;

$run('say("work");')->finish();
Check::between(40, 50, $left(), 'seconds after short work');
Check::same('', $run('say("work");')->finish(), 'another machine within the minimum');
$locks->forceUnlock('each-minute');

$failed = $run('throw new DomainException("failed");');
Check::same(255, $failed->wait(), 'the exit code of work that throws');
Check::true(str_contains($failed->stderr(), 'failed'), 'its exception');
Check::between(40, 50, $left(), 'seconds after an exception');
$locks->forceUnlock('each-minute');

// Longer than the minimum, and than two leases.
$long = $run('say("work"); hear(); say("end");', '0.2');
$long->expect('work');
usleep(2_200_000);
Check::same('', $run('say("work");')->finish(), 'another machine while the work goes on');
$long->tell('end');
$long->expect('end');
$long->finish();
// A release need not be awaited.
Check::eventually(static fn (): bool => $left() === null, 5, 'the lock is free after longer work');
echo "done\n";
?>
--EXPECT--
done
