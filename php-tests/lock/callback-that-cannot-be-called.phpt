--TEST--
A callback that cannot be called is PHP's own TypeError, and the lock is not taken
--FILE--
<?php
$server = RedisServer::shared();
$lock = new RedisMutexLock($server->url());
$name = Check::unique('callback');
class Place
{
    private static function hidden(): void
    {
    }

    public function ordinary(): void
    {
    }
}

foreach ([
    'nowhere', '', 'Place::hidden', 'Place::missing', ['Place'], ['Place', 'missing'], ['Nowhere', 'x'], [new Place(), 'hidden'],
    'Place::ordinary', new Place(), [], null, 1, 1.5, true,
] as $value) {
    // The message ends like that of a native function.
    $native = Check::throws(TypeError::class, static fn () => call_user_func($value))->getMessage();
    $reason = substr($native, strlen('call_user_func(): Argument #1 ($callback) '));
    $ours = Check::throws(TypeError::class, static fn () => $lock->synchronized($name, $value, 0, 5));
    Check::same("RedisMutexLock::synchronized(): Argument #2 (\$callback) $reason", $ours->getMessage(), 'message');
}
Check::same(false, $lock->isLocked($name), 'the lock');

echo 'done';
?>
--EXPECT--
done
