--TEST--
Laravel: get() and block() run a callback inside the lock, and release it whatever the callback does
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $key = $laravel->key('work');
    $inside = static fn (): string => $redis->call('GET', $key) === null ? 'unprotected' : 'protected';
    $lock = $laravel->cache()->lock('work', 10);
    Check::same('protected', $lock->get($inside), 'get');
    Check::same(null, $redis->call('GET', $key), 'the key after get');
    Check::same('protected', $lock->block(5, $inside), 'block');
    Check::same(null, $redis->call('GET', $key), 'the key after block');

    $fail = static fn () => throw new \DomainException('no');
    foreach ([static fn () => $lock->get($fail), static fn () => $lock->block(5, $fail)] as $call) {
        Check::throws(\DomainException::class, $call, 'no');
        Check::same(null, $redis->call('GET', $key), 'the key after an exception');
    }
    Check::same(true, $laravel->cache()->lock('work', 10)->get(), 'somebody holds it');
    Check::same(false, $lock->get($inside), 'get of a held lock');
});

echo 'done';
?>
--EXPECT--
done
