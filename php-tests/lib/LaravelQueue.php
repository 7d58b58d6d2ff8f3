<?php
/*
 * The queue of a small Laravel application: an application that dispatches jobs in the test, and processes that handle them
 * with `queue:work`. Their locks come from the store that the test names, `mutex` or `stock`. Used by
 * php-tests/integrations/laravel.
 */

declare(strict_types=1);

namespace Tests;

use Illuminate\Queue\Console\WorkCommand;

final class LaravelQueue
{
    /** Jobs fail in tests: nobody has to read about it. */
    private const QUIET = [
        'logging.channels.errorlog' => ['driver' => 'monolog', 'handler' => \Monolog\Handler\NullHandler::class],
    ];

    private function __construct(public readonly Laravel $laravel)
    {
    }

    /**
     * Calls the test with each mix of the two drivers: who dispatches, and who handles. Both drivers make the same keys.
     *
     * @param \Closure(self, Worker, string): void $test the queue, the process that handles jobs, and the name of the mix
     * @param array<string, mixed> $config by dotted keys
     */
    public static function mixes(Laravel $laravel, \Closure $test, array $config = []): void
    {
        foreach (['mutex', 'stock'] as $to) {
            $worker = self::worker($laravel, $to, $config);
            foreach (['mutex', 'stock'] as $from) {
                $test(self::dispatcher($laravel, $from, $config), $worker, "$from-$to");
            }
        }
    }

    /**
     * The queue for jobs whose locks come from this store. Jobs go to the one that was made last.
     *
     * @param array<string, mixed> $config by dotted keys
     */
    public static function dispatcher(Laravel $laravel, string $store, array $config = []): self
    {
        return new self($laravel->again(['cache.default' => $store] + $config));
    }

    /**
     * A process that handles jobs when work() or begin() tells it to.
     *
     * @param array<string, mixed> $config by dotted keys
     * @param string $before code that runs first
     */
    public static function worker(Laravel $laravel, string $store, array $config = [], string $before = ''): Worker
    {
        $code = $before . 'while (true) { Tests\LaravelQueue::artisan($laravel, json_decode(hear(), true)); say("worked"); }';

        return $laravel->worker($code, [], ['cache.default' => $store] + $config + self::QUIET);
    }

    /** @param array<string, mixed> $options of `queue:work` */
    public static function begin(Worker $worker, array $options = ['--once' => true]): void
    {
        $worker->tell(json_encode($options));
    }

    /** The process takes one job, if there is one. It must handle it and say these lines. */
    public static function work(Worker $worker, string ...$lines): void
    {
        self::begin($worker);
        foreach ([...$lines, 'worked'] as $line) {
            $worker->expect($line, 30);
        }
    }

    /**
     * Inside the process.
     *
     * @param array<string, mixed> $options of `queue:work`
     */
    public static function artisan(Laravel $laravel, array $options): void
    {
        $app = $laravel->app;
        $app->make(\Illuminate\Contracts\Console\Kernel::class)
            ->registerCommand(new WorkCommand($app->make('queue.worker'), $app->make('cache.store')));
        $laravel->artisan('queue:work', $options + ['--sleep' => 0, '--tries' => 0]);
    }

    /** How many jobs are queued, delayed or handled now. */
    public function size(): int
    {
        return $this->laravel->app->make('queue')->connection()->size();
    }

    /** Drops the jobs that are queued or delayed. */
    public function clear(): void
    {
        $this->laravel->app->make('queue')->connection()->clear(null);
    }

    /**
     * The keys of Laravel's own locks whose name ends so.
     *
     * @return list<string>
     */
    public function locks(string $end): array
    {
        return $this->laravel->redis()->call('KEYS', "*{$this->laravel->prefix}*laravel*$end");
    }

    /** Waits until a worker has taken each job that is not delayed. */
    public function awaitTaken(): void
    {
        $jobs = "app_queues:{$this->laravel->prefix}jobs";
        Check::eventually(fn (): bool => $this->laravel->redis()->call('LLEN', $jobs) === 0, 60, 'the jobs are taken');
    }

    /** Waits until so many processes are in line for the lock whose name ends so. */
    public function awaitLine(string $end, int $processes): void
    {
        $redis = $this->laravel->redis();
        [$key] = $this->locks($end);
        $count = static fn (): int => $redis->call('ZCOUNT', "$key:queue:{{$key}}", 1, '+inf');
        Check::eventually(static fn (): bool => $count() === $processes, 60, "$processes processes in line for $end");
    }
}
