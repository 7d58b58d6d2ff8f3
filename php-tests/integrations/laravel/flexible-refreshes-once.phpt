--TEST--
Laravel: Cache::flexible refreshes a stale value once, though two processes ask
--FILE--
<?php
use Illuminate\Cache\Repository;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\Worker;

Laravels::each(static function (Laravel $laravel): void {
    Check::same($laravel->version() >= 11, method_exists(Repository::class, 'flexible'), 'the versions that have it');
    $process = static fn (string $store): Worker => $laravel->worker(<<<'PHP'
        $deferred = $laravel->app->instance(
            Illuminate\Support\Defer\DeferredCallbackCollection::class,
            new Illuminate\Support\Defer\DeferredCallbackCollection(),
        );
        while (true) {
            [$name, $now] = explode('@', hear());
            Illuminate\Support\Carbon::setTestNow($now);
            say('has ' . Illuminate\Support\Facades\Cache::flexible($name, [5, 3600], static function (): string {
                say('computes');
                return hear();
            }));
            // Laravel does this after the response.
            $deferred->invoke();
            say('ends');
        }
        PHP, [], ['cache.default' => $store]);
    $mixes = $laravel->version() >= 11 ? [['mutex', 'mutex'], ['mutex', 'stock'], ['stock', 'mutex']] : [];
    foreach ($mixes as [$first, $second]) {
        [$one, $other] = [$process($first), $process($second)];
        $expect = static function (Worker $process, string ...$lines): void {
            foreach ($lines as $line) {
                $process->expect($line, 30);
            }
        };
        $name = "stats-$first-$second";
        $one->tell("$name@2030-01-01 03:00:00");
        $expect($one, 'computes');
        $one->tell('old');
        $expect($one, 'has old', 'ends');

        $one->tell("$name@2030-01-01 03:00:10");
        $expect($one, 'has old', 'computes');
        $other->tell("$name@2030-01-01 03:00:10");
        $expect($other, 'has old', 'ends');
        $one->tell('new');
        $expect($one, 'ends');

        $other->tell("$name@2030-01-01 03:00:12");
        $expect($other, 'has new', 'ends');
        $other->tell("$name@2030-01-01 03:00:20");
        $expect($other, 'has new', 'computes');
        $other->tell('newer');
        $expect($other, 'ends');
    }
});

echo 'done';
?>
--EXPECT--
done
