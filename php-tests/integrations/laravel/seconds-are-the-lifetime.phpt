--TEST--
Laravel: the seconds of a lock are its lifetime: fractions count, none is a year
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $year = 31_536_000_000;
    foreach ([[10, 9_000, 10_000], [0.5, 1, 500], ['20', 19_000, 20_000], [0.001, 1, 10]] as [$seconds, $low, $high]) {
        $lock = $laravel->cache()->lock('lived', $seconds);
        Check::eventually(static function () use ($lock): bool {
            try {
                return $lock->get();
            } catch (RedisMutexLockUnavailableException) {
                return false; // on a busy machine, the answer came after the 10 ms of the shortest lock
            }
        }, 30, "get for $seconds s");
        // A short lock may have ended.
        $left = $redis->call('PTTL', $laravel->key('lived'));
        Check::between($seconds < 1 ? -2 : $low, $high, $left, "the lifetime of $seconds s in ms");
        Check::same(true, $left !== -1, 'there is a lifetime');
        $lock->forceRelease();
    }
    foreach ([0, -5, 1e12] as $seconds) {
        $lock = $laravel->cache()->lock('lived', $seconds);
        Check::same(true, $lock->get(), "get for $seconds s");
        Check::between($year - 10_000, $year, $redis->call('PTTL', $laravel->key('lived')), "the lifetime of $seconds s in ms");
        Check::same(true, $lock->release(), 'release');
    }
    Check::same(true, $laravel->cache()->lock('lived')->get(), 'get without seconds');
    Check::between($year - 10_000, $year, $redis->call('PTTL', $laravel->key('lived')), 'the lifetime in ms');
});

echo 'done';
?>
--EXPECT--
done
