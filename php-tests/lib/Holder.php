<?php
/*
 * A process whose object holds a renewed lock, and which runs the code that the test sends. Used by php-tests/renewal.
 */

declare(strict_types=1);

namespace Tests;

final class Holder
{
    public readonly int $pid;

    private function __construct(public readonly Worker $worker, public readonly string $name)
    {
        $this->pid = $worker->pid;
    }

    /**
     * Starts a process. It holds the lock when this returns.
     *
     * @param array<string, mixed> $config of the object
     * @param array<string, string|int> $ini
     */
    public static function of(string $name, array $config, array $ini = []): self
    {
        $holder = self::waiting($name, $config, 0, $ini);
        $holder->worker->expect('held');

        return $holder;
    }

    /**
     * Starts a process that may have to wait for the lock. After that it says 'held' or 'refused'.
     *
     * @param array<string, mixed> $config
     * @param array<string, string|int> $ini
     */
    public static function waiting(string $name, array $config, float $timeout = 60, array $ini = []): self
    {
        $worker = Worker::run(<<<'PHP'
            function carry_out(string $code, RedisMutexLock $lock, string $name): mixed {
                return eval($code);
            }
            [, $config, $name, $timeout] = $argv;
            $lock = new RedisMutexLock(unserialize($config));
            say($lock->lock($name, (float) $timeout, null, 60_000_000) ? 'held' : 'refused');
            while (($code = hear()) !== 'end') {
                say(json_encode(carry_out($code, $lock, $name)));
            }
            PHP, [serialize($config), $name, $timeout], [], $ini, ['posix', 'redis']);

        return new self($worker, $name);
    }

    /** Runs code in the process, where $lock and $name are known: an expression, or statements with a return. Returns its result. */
    public function ask(string $code, float $seconds = 10): mixed
    {
        $this->begin($code);

        return $this->answer($seconds);
    }

    /** The same without waiting for the result. */
    public function begin(string $code): void
    {
        $code = str_contains($code, 'return ') ? $code : "return $code;";
        $this->worker->tell(strtr($code, "\n", ' '));
    }

    public function answer(float $seconds = 10): mixed
    {
        return json_decode($this->worker->line($seconds), true);
    }

    /** The process ends as a script ends after its last line. */
    public function finish(): void
    {
        $this->worker->tell('end');
        $this->worker->finish();
    }

    /** @return list<int> the threads of a process besides its first one */
    public static function threads(int $pid): array
    {
        return array_values(array_diff(array_map(intval(...), scandir("/proc/$pid/task")), [0, $pid]));
    }
}
