--TEST--
Laravel: lock:list says which job has a lock of WithoutOverlapping or ShouldBeUnique, if the name of the lock says it
--FILE--
<?php
use Illuminate\Bus\UniqueLock;
use RedisMutexLock\Laravel\WithoutOverlapping;
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelJob;
use Tests\LaravelUniqueJob;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $cache = $laravel->cache();
    $hold = static fn (string $name): bool => $cache->lock($name, 90)->get();
    $list = static fn (): array => json_decode(substr($laravel->artisan('lock:list', ['--json' => true]), 2), true);
    /** What the list says of the lock that this code acquires. */
    $meaning = static function (callable $acquire) use ($list): string {
        $before = array_column($list(), 'name');
        $acquire();
        foreach ($list() as $row) {
            if (!in_array($row['name'], $before, true)) {
                return $row['meaning'] ?? 'not known';
            }
        }
    };
    $unique = static fn (): bool => (new UniqueLock($cache))->acquire(new LaravelUniqueJob('7:8'));
    // Older versions write the id right behind the class.
    $joined = !method_exists(UniqueLock::class, 'getKey') || !(new ReflectionMethod(UniqueLock::class, 'getKey'))->isStatic();
    Check::same($joined ? 'unique job Tests\LaravelUniqueJob7:8' : 'unique job Tests\LaravelUniqueJob, id 7:8', $meaning($unique), 'a unique job');
    $own = static fn (): bool => $hold((new WithoutOverlapping('7:8'))->getLockKey(new LaravelJob('any')));
    Check::same('job without overlapping Tests\LaravelJob, key 7:8', $meaning($own), 'a job without overlapping');
    $none = static fn (): bool => $hold((new WithoutOverlapping())->getLockKey(new LaravelJob('any')));
    Check::same('job without overlapping Tests\LaravelJob', $meaning($none), 'without a key');
    $shared = static fn (): bool => $hold('laravel-queue-overlap:tenant:42');
    Check::same('jobs without overlapping, shared key tenant:42', $meaning($shared), 'a shared key');
    $hashed = static fn (): bool => $hold('laravel-queue-overlap:' . str_repeat('ab', 16) . ':42');
    Check::same('job without overlapping whose class is hashed, key 42', $meaning($hashed), 'a job with a name of its own');
    Check::same('not known', $meaning(static fn (): bool => $hold('order:42')), 'another lock');

    $table = $laravel->artisan('lock:list');
    Check::same(1, preg_match('/\| laravel-queue-overlap:tenant:42 +\|.*\n\|   jobs without overlapping, shared key tenant:42 +\|/', $table), "the table\n$table");
    // A terminal would obey this key.
    $hold("laravel-queue-overlap:strange\e[2J<error>");
    Check::same(true, str_contains($laravel->artisan('lock:list'), ' shared key strange\033[2J<error> '), 'a strange key');
});

echo 'done';
?>
--EXPECT--
done
