--TEST--
Laravel: what is no number of seconds is refused by the method that got it, before anything is sent
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $cache = $laravel->cache();
    foreach ([
        '"abc"' => 'abc', 'NAN' => NAN, 'INF' => INF, '-INF' => -INF, '"1e999"' => '1e999', '""' => '', 'array' => [], 'bool' => true,
        'DateTime' => new DateTime(), '"a\033[2J\u202eb"' => "a\e[2J\u{202e}b",
    ] as $got => $seconds) {
        $must = " must be a finite number of seconds, got $got";
        foreach ([
            'MutexStore::lock(): Argument #2 ($seconds)' => static fn () => $cache->lock('order', $seconds),
            'MutexLock::block(): Argument #1 ($seconds)' => static fn () => $cache->lock('order', 10)->block($seconds),
            'MutexLock::refresh(): Argument #1 ($seconds)' => static fn () => $cache->lock('order', 10)->refresh($seconds),
        ] as $argument => $call) {
            $thrown = Check::throws(ValueError::class, $call, null);
            Check::same("RedisMutexLock\\Laravel\\$argument$must", $thrown->getMessage(), "$argument: $got");
        }
    }
    Check::same(null, $laravel->redis()->call('GET', $laravel->key('order')), 'the key');

    // To Laravel, 0 and less is "no expiry". Texts of numbers are numbers.
    foreach ([0, -5, '0', '-1.5'] as $seconds) {
        $lock = $cache->lock('order', $seconds);
        Check::same(true, $lock->block('1'), "block for $seconds");
        Check::between(31_000_000_000, 31_536_000_000, $laravel->redis()->call('PTTL', $laravel->key('order')), "the lifetime of $seconds in ms");
        Check::same([true, true], [$lock->refresh('30'), $lock->release()], "refresh and release for $seconds");
    }
});

echo 'done';
?>
--EXPECT--
done
