--TEST--
Laravel: lock:release asks, and releases whoever has the lock
--FILE--
<?php
use Illuminate\Console\OutputStyle;
use RedisMutexLock\Laravel\Console\ReleaseLock;
use Symfony\Component\Console\Input\ArrayInput;
use Symfony\Component\Console\Output\BufferedOutput;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

/** Calls its parameter when the answer of the person is read. */
final class WhenRead extends php_user_filter
{
    public function filter($in, $out, &$consumed, bool $closing): int
    {
        while ($bucket = stream_bucket_make_writeable($in)) {
            $consumed += $bucket->datalen;
            ($this->params)();
            stream_bucket_append($out, $bucket);
        }

        return PSFS_PASS_ON;
    }
}
stream_filter_register('when-read', WhenRead::class);

/** @return array{int, string} the exit code and the output of lock:release, when a person answers its question */
function answered(Laravel $laravel, string $answer, array $arguments, ?Closure $meanwhile = null): array
{
    $command = new ReleaseLock();
    $command->setLaravel($laravel->app);
    $stream = fopen('php://memory', 'w+');
    fwrite($stream, "$answer\n");
    rewind($stream);
    $meanwhile === null || stream_filter_append($stream, 'when-read', STREAM_FILTER_READ, $meanwhile);
    $input = new ArrayInput($arguments);
    $input->setStream($stream);
    $output = new BufferedOutput();

    return [$command->run($input, $output), $output->fetch()];
}

Laravels::each(static function (Laravel $laravel): void {
    $lock = $laravel->cache()->lock('order', 90);
    Check::same(true, $lock->get(), 'get');
    $question = 'Release [order]? Its owner goes on working without the lock.';
    $answer = static fn (string $answer, array $arguments): array => answered($laravel, $answer, $arguments);

    [$code, $said] = $answer('no', ['name' => 'order']);
    Check::same(1, $code, 'the exit code after no');
    Check::same(true, str_contains($said, $question), "the question in\n$said");
    Check::same(true, $lock->isOwnedByCurrentProcess(), 'the lock after no');

    $host = substr(strtolower(gethostname()), -6);
    $held = 'is held by ' . (strlen($host) === 6 ? '…' : '') . "$host, pid " . getmypid() . '; it ends in ';
    Check::same(true, str_contains($said, $held) && str_contains($said, 'Nothing was released.'), "who holds it in\n$said");

    [$code, $said] = $answer('yes', ['name' => 'order']);
    Check::same(0, $code, 'the exit code after yes');
    Check::same(true, str_contains($said, "Released [order].\n"), "the result in\n$said");
    Check::same(null, $laravel->redis()->call('GET', $laravel->key('order')), 'the key');

    // Another process gets the lock while the person thinks.
    Check::same(true, $lock->get(), 'get before a change');
    $change = static fn () => $laravel->redis()->call('SET', $laravel->key('order'), 'another', 'PX', 90_000);
    [$code, $said] = answered($laravel, 'yes', ['name' => 'order'], $change);
    Check::same([1, true], [$code, str_contains($said, 'That owner holds [order] no longer. Nothing was released.')], $said);
    Check::same('another', $laravel->redis()->call('GET', $laravel->key('order')), 'the newer owner');
    $laravel->redis()->call('DEL', $laravel->key('order'));

    Check::same("1 [order] is not locked.\n", $laravel->artisan('lock:release', ['name' => 'order', '--force' => true]), 'a free lock');
    Check::same(true, $laravel->cache('stock')->lock('order', 90)->get(), 'stock: get');
    Check::same("0 Released [order].\n", $laravel->artisan('lock:release', ['name' => 'order', '--force' => true]), 'a stock lock');
    Check::same(
        "1 The store [stock] does not use the driver redis-mutex.\n",
        $laravel->artisan('lock:release', ['name' => 'order', '--store' => 'stock', '--force' => true]),
        'a store with another driver',
    );

    // A waiting process gets the lock.
    Check::same(true, $lock->get(), 'get again');
    $worker = $laravel->worker(<<<'PHP'
        say('waits');
        say($laravel->cache()->lock('order', 10)->betweenBlockedAttemptsSleepFor(60_000)->block(60) ? 'got it' : 'refused');
        PHP);
    $worker->expect('waits', 30);
    $queue = $laravel->key('order') . ':queue:{' . $laravel->key('order') . '}';
    Check::eventually(static fn (): bool => $laravel->redis()->call('EXISTS', $queue) === 1, 30, 'the process waits');
    Check::same("0 Released [order].\n", $laravel->artisan('lock:release', ['name' => 'order', '--force' => true]), 'release');
    $worker->expect('got it', 30);
    $worker->finish();
});

echo 'done';
?>
--EXPECT--
done
