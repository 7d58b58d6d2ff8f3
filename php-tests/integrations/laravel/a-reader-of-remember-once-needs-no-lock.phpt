--TEST--
Laravel: a call of rememberOnce() that finds the value under the lock returns it, also if the lock is lost at that moment
--FILE--
<?php
use Illuminate\Cache\Events\CacheHit;
use Illuminate\Cache\Events\CacheMissed;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $cache = $laravel->cache();
    $events = $laravel->app->make('events');
    // The others: one has made the value since the first look, and an operator releases the lock.
    $events->listen(CacheMissed::class, static fn (CacheMissed $event): bool => $cache->getStore()->put($event->key, 'made elsewhere', 60));
    $lost = 0;
    $events->listen(CacheHit::class, static function (CacheHit $event) use ($cache, &$lost): void {
        $lost += (int) $cache->getStore()->forceUnlock("remember:$event->key");
    });
    foreach (['at once' => 0, 'after a wait' => 1] as $when => $seconds) {
        $name = Check::unique('stats');
        $seconds === 0 || $cache->lock("remember:$name", $seconds)->get();
        $value = $cache->rememberOnce($name, 60, static fn (): string => 'made here', wait: 60);
        Check::same('made elsewhere', $value, "the value $when");
        Check::same(1, $lost, "locks that were lost $when");
        $lost = 0;
    }
});

echo 'done';
?>
--EXPECT--
done
