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

/** @return array{int, string} the exit code and the output of lock:release, when a person answers its question */
function answered(Laravel $laravel, string $answer, array $arguments): array
{
    $command = new ReleaseLock();
    $command->setLaravel($laravel->app);
    $stream = fopen('php://memory', 'w+');
    fwrite($stream, "$answer\n");
    rewind($stream);
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

    [$code, $said] = $answer('yes', ['name' => 'order']);
    Check::same(0, $code, 'the exit code after yes');
    Check::same(true, str_contains($said, "Released [order].\n"), "the result in\n$said");
    Check::same(null, $laravel->redis()->call('GET', $laravel->key('order')), 'the key');

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
