--TEST--
If two constructors of one object run at the same time, the first one to end counts, and the other one is an Error
--FILE--
<?php
/** A URL whose conversion to a string runs code. */
class Url
{
    public function __construct(private string $url, private Closure $meanwhile)
    {
    }

    public function __toString(): string
    {
        ($this->meanwhile)();

        return $this->url;
    }
}
const AGAIN = 'RedisMutexLock::__construct() has been called already';
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('inside');
$unborn = fn (): RedisMutexLock => (new ReflectionClass(RedisMutexLock::class))->newInstanceWithoutConstructor();
/** Allocates memory, which may be memory that was freed too early. */
$fill = fn (): array => array_map(
    fn (int $i) => new RedisMutexLock($server->url() . '?lock_prefix=' . str_repeat('p', 100)),
    range(1, 50),
);

// A constructor waits in a fiber while another one ends. It goes on when there are no locks, when one is held, and
// inside synchronized().
foreach (['at once', 'held', 'synchronized'] as $when) {
    $lock = $unborn();
    $late = new Fiber(fn () => Check::throws(
        Error::class,
        fn () => $lock->__construct(new Url($server->url() . '?lock_prefix=late:', fn () => Fiber::suspend())),
        AGAIN,
    ));
    $late->start();
    $lock->__construct($server->url());
    $goOn = function () use ($late, $fill, &$filled): string {
        $late->resume();
        $filled = $fill();

        return 'went on';
    };
    $when === 'at once' && $goOn();
    Check::true($lock->lock($name, 0, 60), "$when: lock");
    $token = $lock->token($name);
    $when === 'held' && $goOn();
    if ($when === 'synchronized') {
        Check::same('went on', $lock->synchronized("$name-section", $goOn, 0, 60), 'synchronized');
        Check::same(0, $redis->call('EXISTS', "lock:$name-section"), 'synchronized has released');
    }
    Check::true($late->isTerminated(), "$when: the late one has ended");
    Check::same([$name], $lock->held(), "$when: held");
    Check::same($token, $redis->call('GET', "lock:$name"), "$when: the key");
    Check::same([true, true, []], [$lock->isLocking($name), $lock->unlock($name), $lock->held()], "$when: it works");
    unset($late, $goOn, $filled, $lock);
}

// A dropped fiber ends in its constructor. The object stays as it is.
$lock = $unborn();
$late = new Fiber(fn () => $lock->__construct(new Url($server->url(), fn () => Fiber::suspend())));
$late->start();
$lock->__construct($server->url());
Check::true($lock->lock($name, 0, 60), 'lock');
unset($late);
gc_collect_cycles();
Check::same([[$name], true], [$lock->held(), $lock->unlock($name)], 'after a fiber that was thrown away');

// Without a fiber: the conversion itself calls the constructor of the same object.
$lock = $unborn();
$inner = function () use ($lock, $server, $name): void {
    $lock->__construct($server->url());
    Check::true($lock->lock($name, 0, 60), 'lock in between');
};
Check::throws(Error::class, fn () => $lock->__construct(new Url($server->url(2), $inner)), AGAIN);
$filled = $fill();
Check::same([[$name], true, true], [$lock->held(), $lock->isLocking($name), $lock->unlock($name)], 'the inner one counts');

// An inner one that fails does not count.
$lock = $unborn();
$lock->__construct(new Url($server->url(), fn () => Check::throws(ValueError::class, fn () => $lock->__construct('nonsense'))));
Check::same([true, true], [$lock->lock($name, 0, 60), $lock->unlock($name)], 'the outer one counts');

echo 'done';
?>
--EXPECT--
done
