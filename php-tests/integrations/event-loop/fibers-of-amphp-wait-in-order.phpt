--TEST--
RevoltWait: fifty fibers of AMPHP's async() get one lock in the order of the queue, and their futures have what the sections return
--FILE--
<?php
use RedisMutexLock\EventLoop\RevoltWait;

use function Amp\async;
use function Amp\delay;

Amp::load();
RevoltWait::install();
$server = RedisServer::start();
$queue = new Queue($server, Check::unique('amphp'));
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($queue->name, 0, 600), 'held');
$inside = $finished = 0;
$order = [];
$futures = [];
for ($i = 0; $i < 50; $i++) {
    $futures[] = async(static function () use ($server, $queue, $i, &$inside, &$order): int {
        $lock = new RedisMutexLock($server->url(command_timeout: 30));

        return $lock->synchronized($queue->name, static function () use ($lock, $queue, $i, &$inside, &$order): int {
            Check::same(1, ++$inside, 'fibers that are inside');
            $order[] = $lock->token($queue->name);
            // The others run meanwhile.
            delay(0.002);
            Check::same(0, --$inside, 'fibers that are left inside');

            return $i * $i;
        }, timeout: 120);
    });
}
// The main program is a fiber of the loop too: its wait runs the others.
$failing = async(static function () use ($server, $queue): void {
    $lock = new RedisMutexLock($server->url(command_timeout: 30));
    $lock->synchronized("$queue->name of another", static fn () => throw new DomainException('the section failed'));
});
Check::throws(DomainException::class, static fn () => $failing->await(), 'the section failed');
while (count($queue->tokens()) < 50) {
    delay(0.005);
}
$inQueue = $queue->tokens();
Check::true($holder->unlock($queue->name), 'released');
foreach ($futures as $i => $future) {
    Check::same($i * $i, $future->await(), "the future of fiber $i");
}
Check::same($inQueue, $order, 'the order of the queue');
Check::same(false, $holder->isLocked($queue->name), 'free');
$queue->vanishes();
echo "done\n";
?>
--EXPECT--
done
