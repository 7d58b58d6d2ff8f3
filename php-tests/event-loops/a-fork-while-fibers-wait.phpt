--TEST--
After a fork the child's suspended fibers wait on under tokens of their own, and the child has no socket of its parent
--FILE--
<?php
$server = RedisServer::start();
$queue = new Queue($server, 'forked');
$parent = Worker::run('$loop = new Tests\FiberLoop();
    RedisMutexLock::onWait($loop->wait(...));
    $sockets = static function (): array {
        $links = array_map(static fn (string $fd): string => (string) @readlink("/proc/self/fd/$fd"), scandir("/proc/self/fd"));

        return array_values(array_filter($links, static fn (string $link): bool => str_starts_with($link, "socket:")));
    };
    // Those that the process got from its own parent.
    $given = $sockets();
    $who = "parent";
    for ($i = 0; $i < 3; $i++) {
        $loop->start(function () use ($argv, $loop, $i, &$who) {
            $lock = new RedisMutexLock($argv[1]);
            $granted = $lock->lock($argv[2], 60, 60);
            say("$who $i " . ($granted ? "granted" : "refused"));
            $loop->sleep(0.01);
            $lock->unlock($argv[2]);
        });
    }
    $loop->start(function () use ($loop, $sockets, $given, &$who) {
        $loop->sleep(0.2);
        $own = array_diff($sockets(), $given);
        say("parent has " . count($own) . " sockets");
        if (pcntl_fork() === 0) {
            $who = "child";
            say("child has " . count(array_intersect($sockets(), $own)) . " sockets of its parent");
        } else {
            hear();
        }
    });
    $loop->run();
    $who === "child" || pcntl_wait($status);', [$server->url(), $queue->name]);
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($queue->name, 0, 60), 'held');
preg_match('/^parent has (\d+) sockets$/', $parent->line(), $sockets);
// Two, and more only where answers take longer than a millisecond.
Check::between(2, 17, (int) $sockets[1], 'sockets of the parent');
$parent->expect('child has 0 sockets of its parent');
$queue->reaches(6);
Check::same(6, count(array_unique($queue->tokens())), 'three waiters of each process');
$parent->tell('go');
Check::true($holder->unlock($queue->name), 'released');
$lines = array_map(fn (): string => $parent->line(), range(1, 6));
// Questions that are under way together may come in either order.
$first = array_slice($lines, 0, 3);
sort($first);
Check::same(['parent 0 granted', 'parent 1 granted', 'parent 2 granted'], $first, 'who came first');
sort($lines);
Check::same(
    ['child 0 granted', 'child 1 granted', 'child 2 granted', 'parent 0 granted', 'parent 1 granted', 'parent 2 granted'],
    $lines,
    'everybody',
);
$parent->wait(30);
$queue->vanishes();
echo "done\n";
?>
--EXPECT--
done
