--TEST--
Laravel: lock:list shows the locks of a store, and never a whole owner token
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    Check::same("0 No locks are held.\n", $laravel->artisan('lock:list'), 'without a lock');

    $long = $laravel->cache()->lock('order:42', 90);
    $never = $laravel->cache()->lock('order:43');
    $stock = $laravel->cache('stock')->lock('import', 90);
    Check::same([true, true, true], [$long->get(), $never->get(), $stock->get()], 'get');
    $laravel->redis()->call('SET', $laravel->key('value'), 'no lock at all');
    $laravel->redis()->call('RPUSH', $laravel->key('list'), str_repeat('a', 32));

    $table = $laravel->artisan('lock:list');
    Check::true(preg_match('/^0 .*Name .*Expires in .*Waiting .*Owner .*Held by .*Oldest/s', $table) === 1, "the head of\n$table");
    $host = substr(strtolower(gethostname()), -6);
    $here = (strlen($host) === 6 ? '…' : '') . preg_quote("$host, pid ") . getmypid();
    $row = static fn (string $name, string $expires, string $owner): string =>
        "/\\| $name +\\| $expires +\\| 0 +\\| " . substr($owner, strlen($owner) === 32 ? -8 : 0, 8) . ' +\\| ' . (strlen($owner) === 32 ? $here : 'another library') . ' +\\|/u';
    foreach ([
        $row('order:42', '(8\d|90)\.\d s', $long->owner()), $row('order:43', 'never', $never->owner()), $row('import', '(8\d|90)\.\d s', $stock->owner()),
    ] as $pattern) {
        Check::same(1, preg_match($pattern, $table), "$pattern in\n$table");
    }
    foreach ([$long, $never, $stock] as $lock) {
        $shown = [substr($lock->owner(), 0, 9), substr($lock->owner(), -9)];
        Check::same([false, false], array_map(static fn (string $part): bool => str_contains($table, $part), $shown), 'the whole owner is not shown');
    }
    Check::same(false, str_contains($table, $laravel->key('value')) || str_contains($table, '| value '), 'a value is not shown');
    Check::same(true, str_contains($table, 'as their value: 1. To see them, give --all.'), "that there is a value, in\n$table");
    $all = $laravel->artisan('lock:list', ['--all' => true]);
    Check::same([true, false], [str_contains($all, '| value '), str_contains($all, '--all')], "it is shown with --all, in\n$all");
    $only = $laravel->artisan('lock:list', ['pattern' => 'value']);
    Check::same(true, str_starts_with($only, '0 No lock is held whose owner Laravel or this driver has made.'), "nothing but the value, in\n$only");

    // JSON, and a pattern on the name.
    $list = static fn (array $options): array => json_decode(substr($laravel->artisan('lock:list', $options + ['--json' => true]), 2), true);
    Check::same(['import', 'order:42', 'order:43'], array_column($list([]), 'name'), 'sorted names');
    $found = $list(['pattern' => 'order:*']);
    Check::same(['order:42', 'order:43'], array_column($found, 'name'), 'names that fit');
    Check::same(['name', 'expires_in', 'waiting', 'owner', 'host', 'pid', 'oldest', 'shares'], array_keys($found[0]), 'fields');
    Check::between(80, 90, $found[0]['expires_in'], 'expires_in');
    $expected = [null, 0, substr($never->owner(), -8), $host, getmypid(), null, 0];
    Check::same($expected, array_slice(array_values($found[1]), 1), 'a lock without expiry');
    Check::same([], $list(['pattern' => 'nothing:*']), 'nothing fits');

    // A terminal would obey these names.
    $strange = "strange\e[2J<error>";
    Check::same(true, $laravel->cache()->lock($strange, 90)->get(), 'get');
    Check::same(true, str_contains($laravel->artisan('lock:list', ['pattern' => 'strange*']), '| strange\033[2J<error> '), 'a strange name');
    Check::same(
        "0 Released [strange\\033[2J<error>].\n",
        $laravel->artisan('lock:release', ['name' => $strange, '--force' => true]),
        'release of a strange name',
    );

    // A waiting process.
    $worker = $laravel->worker(<<<'PHP'
        say('waits');
        say($laravel->cache()->lock('order:42', 10)->betweenBlockedAttemptsSleepFor(60_000)->block(60) ? 'got it' : 'refused');
        PHP);
    $worker->expect('waits', 30);
    Check::eventually(static fn (): bool => $list(['pattern' => 'order:42'])[0]['waiting'] === 1, 30, 'a waiting process is counted');
    Check::between(0, 60, $list(['pattern' => 'order:42'])[0]['oldest'], 'seconds that it has waited');
    Check::same(true, $long->release(), 'release');
    $worker->expect('got it', 30);
    $worker->finish();

    // The prefixes may have characters of a pattern.
    $other = $laravel->again(['cache.prefix' => "a*[b]\\?^-$laravel->prefix"]);
    Check::same(true, $other->cache()->lock('here', 90)->get(), 'get');
    Check::same(['here'], array_column(json_decode(substr($other->artisan('lock:list', ['--json' => true]), 2), true), 'name'), 'a strange prefix');

    Check::same(
        "1 The store [stock] does not use the driver redis-mutex.\n",
        $laravel->artisan('lock:list', ['--store' => 'stock']),
        'a store with another driver',
    );
    $stocked = $laravel->again(['cache.default' => 'array']);
    Check::same("1 The store [array] does not use the driver redis-mutex.\n", $stocked->artisan('lock:list'), 'the default store');
    Check::same(true, str_starts_with($stocked->artisan('lock:list', ['--store' => 'mutex']), '0 '), 'a named store');
});

echo 'done';
?>
--EXPECT--
done
