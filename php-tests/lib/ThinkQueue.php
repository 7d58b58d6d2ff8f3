<?php
/*
 * A queue of think-queue in Redis, with jobs of the class ThinkJob and processes that handle them. Each test has a queue of its
 * own. Used by php-tests/integrations/think.
 */

declare(strict_types=1);

namespace Tests;

final class ThinkQueue
{
    private readonly string $name;

    /**
     * @param int $retryAfter seconds after which a job is delivered again
     * @param array<string, mixed> $lock settings of config/lock.php
     */
    public function __construct(private readonly int $retryAfter, private readonly array $lock = [])
    {
        $this->name = Check::unique('queue');
    }

    /**
     * Starts a process that obeys: `push JSON` dispatches a job of a class with this data, `work` handles the next job that comes,
     * and `size` says how many jobs the queue has. After a job it says `worked`, and every warning of the log.
     *
     * @param string $code PHP source of a further job
     */
    public function worker(string $code = ''): Worker
    {
        $server = ['host' => '127.0.0.1', 'port' => RedisServer::shared()->plainPort, 'password' => '', 'select' => 0];
        $connection = ['type' => 'redis', 'queue' => $this->name, 'retry_after' => $this->retryAfter, 'timeout' => 0, 'persistent' => false];
        $config = [
            'lock' => $this->lock,
            'queue' => ['default' => 'redis', 'connections' => ['redis' => $connection + $server]],
        ];

        return ThinkPhp::run(<<<'PHP'
            use think\event\LogRecord;
            use think\queue\event\JobExceptionOccurred;
            use think\queue\event\JobProcessed;

            [, , $name, $code] = $argv;
            eval($code);
            $handled = 0;
            foreach ([JobProcessed::class, JobExceptionOccurred::class] as $event) {
                $app->event->listen($event, static function () use (&$handled): void {
                    $handled++;
                });
            }
            $app->event->listen(LogRecord::class, static fn (LogRecord $record) => $record->type === 'warning' && say("warning: $record->message"));
            $queue = $app->make(think\Queue::class)->connection('redis');
            $worker = $app->make(think\queue\Worker::class);
            // As with `--timeout`.
            pcntl_async_signals(true);
            pcntl_signal(SIGALRM, static fn () => $worker->kill(1));
            while (($words = explode(' ', hear(), 2))[0] !== 'end') {
                if ($words[0] === 'push') {
                    $queue->push(...[...json_decode($words[1], true), $name]);
                    say('pushed');
                } elseif ($words[0] === 'size') {
                    say((string) $queue->size($name));
                } else {
                    for ($before = $handled; $handled === $before;) {
                        $worker->runNextJob('redis', $name, 0, 0.05);
                    }
                    say('worked');
                }
            }
            PHP, $config, [$this->name, $code]);
    }

    /** @param array<string, mixed> $data */
    public static function push(Worker $worker, array $data, string $class = '\Tests\ThinkJob'): void
    {
        $worker->tell('push ' . json_encode([$class, $data]));
        $worker->expect('pushed', 60);
    }

    /** The work of a job must begin. */
    public static function begin(Worker $worker, float $seconds = 60): void
    {
        $worker->tell('work');
        $worker->expect('works', $seconds);
    }

    /** The job must end with these lines. */
    public static function end(Worker $worker, string ...$lines): void
    {
        foreach ([...$lines, 'worked'] as $line) {
            $worker->expect($line, 60);
        }
    }
}
