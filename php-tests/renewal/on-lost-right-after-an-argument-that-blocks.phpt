--TEST--
A loop whose blocking call is an argument of another call learns of a loss right after the blocking call
--FILE--
<?php
function work(mixed $what): void
{
}
$redis = RedisServer::shared()->client();
$loops = [
    'a function' => static function (): void {
        work(usleep(20_000));
    },
    'a function of PHP' => static function (): void {
        strval(usleep(20_000));
    },
    'a method' => static function (): void {
        (new ArrayObject())->append(usleep(20_000));
    },
    'a second argument' => static function (): void {
        max(1, usleep(20_000));
    },
    'an argument by its name' => static function (): void {
        work(what: usleep(20_000));
    },
    'an argument of an argument' => static function (): void {
        work(strval(usleep(20_000)));
    },
];
foreach ($loops as $what => $loop) {
    foreach ([false, true] as $throws) {
        $lock = new RedisMutexLock(['url' => RedisServer::shared()->url(), 'lease' => 0.3]);
        $reported = false;
        $lock->onLost(static function () use (&$reported, $throws): void {
            $reported = true;
            $throws && throw new DomainException('lost');
        });
        $name = Check::unique('argument');
        Check::true($lock->lock($name, 0, null), "$what: lock");
        $redis->call('DEL', "lock:$name");
        $end = Deadline::in(5);
        try {
            while (!$reported && !$end->passed()) {
                $loop();
            }
            Check::same(false, $throws, "$what: nothing was thrown");
        } catch (DomainException) {
        }
        Check::true($reported, "$what: the callback is called");
    }
}
echo 'done';
?>
--EXPECT--
done
