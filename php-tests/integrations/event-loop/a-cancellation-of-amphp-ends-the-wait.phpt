--TEST--
RevoltWait: a DeferredCancellation and a TimeoutCancellation of AMPHP end the wait of their fiber in the queue and in an answer, and no other
--FILE--
<?php
use Amp\Cancellation;
use Amp\CancelledException;
use Amp\DeferredCancellation;
use Amp\TimeoutCancellation;
use Amp\TimeoutException;
use RedisMutexLock\EventLoop\RevoltWait;
use Revolt\EventLoop;

use function Amp\async;
use function Amp\delay;

Amp::load();
RevoltWait::install();
$server = RedisServer::start();
$queue = new Queue($server, Check::unique('cancelled'));
$url = $server->url(command_timeout: 30);
$holder = new RedisMutexLock($url);
Check::true($holder->lock($queue->name, 0, 600), 'held');

// What docs/event-loops.md shows.
$lockUnlessCancelled = static function (RedisMutexLock $lock, string $name, Cancellation $cancellation): bool {
    $cancellation->throwIfRequested();
    $suspension = EventLoop::getSuspension();
    $id = $cancellation->subscribe($suspension->throw(...));
    try {
        return $lock->lock($name, 600, 600);
    } finally {
        $cancellation->unsubscribe($id);
    }
};
$waits = static fn (string $name, Cancellation $cancellation) => async(
    static function () use ($url, $lockUnlessCancelled, $name, $cancellation): string {
        $lock = new RedisMutexLock($url);
        try {
            return $lockUnlessCancelled($lock, $name, $cancellation) ? 'granted' : 'refused';
        } catch (CancelledException $cancelled) {
            Check::same([], $lock->held(), 'held()');

            return get_class($cancelled->getPrevious() ?? $cancelled);
        }
    },
);
$until = static function (Closure $condition): void {
    for ($end = hrtime(true) + 60e9; !$condition(); delay(0.005)) {
        Check::true(hrtime(true) < $end, 'within a minute');
    }
};

// A fiber that nobody cancels stands in front, and one behind.
$never = new DeferredCancellation();
$first = $waits($queue->name, $never->getCancellation());
$until(static fn (): bool => count($queue->tokens()) === 1);
$deferred = new DeferredCancellation();
$cancelled = [CancelledException::class => $waits($queue->name, $deferred->getCancellation())];
$until(static fn (): bool => count($queue->tokens()) === 2);
$last = $waits($queue->name, $never->getCancellation());
$until(static fn (): bool => count($queue->tokens()) === 3);
[$before, , $behind] = $queue->tokens();
$deferred->cancel();
$cancelled += [TimeoutException::class => $waits($queue->name, new TimeoutCancellation(0.3))];
foreach ($cancelled as $class => $future) {
    Check::same($class, $future->await(), 'how the wait ends');
}
Check::same([$before, $behind], $queue->tokens(), 'the queue');
Check::same([false, false], [$first->isComplete(), $last->isComplete()], 'the fibers that nobody cancels');

// The same while an answer is under way, so nobody knows whether the lock was granted.
$names = ['deferred' => Check::unique('deferred'), 'timeout' => Check::unique('timeout')];
$server->pause();
$deferred = new DeferredCancellation();
$inAnswer = [
    CancelledException::class => $waits($names['deferred'], $deferred->getCancellation()),
    TimeoutException::class => $waits($names['timeout'], new TimeoutCancellation(0.1)),
];
delay(0.2);
$deferred->cancel();
foreach ($inAnswer as $class => $future) {
    Check::same($class, $future->await(), 'how the wait for an answer ends');
}
$server->resume();
$keys = array_map(static fn (string $name): string => "lock:$name", array_values($names));
$client = $server->client();
Check::eventually(static fn (): bool => $client->call('EXISTS', ...$keys) === 0, 20, 'what was asked for is released');

Check::true($holder->unlock($queue->name), 'the holder is not disturbed');
Check::same(['granted', 'granted'], [$first->await(), $last->await()], 'the fibers that nobody cancels');
$queue->vanishes();
echo "done\n";
?>
--EXPECT--
done
