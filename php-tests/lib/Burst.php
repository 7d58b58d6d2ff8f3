<?php
/*
 * Processes that try the same thing at the same moment, over and over. Used by php-tests/quorum.
 */

declare(strict_types=1);

namespace Tests;

final class Burst
{
    /** @var list<Worker> */
    private array $workers = [];

    /**
     * @param array<string, mixed> $config of their objects
     * @param string $try an expression, in which $lock, $name and $token are known; true: it has won
     */
    public function __construct(array $config, int $count, string $try)
    {
        while (count($this->workers) < $count) {
            $this->workers[] = Worker::run(<<<PHP
                \$lock = new RedisMutexLock(unserialize(\$argv[1]));
                \$lock->isLocked('warm');
                say('ready');
                while ((\$line = hear()) !== 'end') {
                    // Who won the last round keeps its lock until here.
                    \$lock->unlockAll();
                    [\$name, \$token, \$at] = explode(' ', \$line);
                    usleep(max(0, intdiv((int) \$at - hrtime(true), 1_000)));
                    try {
                        say($try ? 'won' : 'lost');
                    } catch (RedisMutexLockUnavailableException \$exception) {
                        say(\$exception->getMessage());
                    }
                }
                PHP, [serialize($config)]);
        }
        foreach ($this->workers as $worker) {
            $worker->expect('ready', 60);
        }
    }

    /** All try it at once. Exactly one of them must win, and the others must get a plain no. */
    public function hasOneWinner(string $name, string $what, string $token = '-'): void
    {
        // Time enough to tell all of them.
        $at = hrtime(true) + count($this->workers) * 500_000;
        foreach ($this->workers as $worker) {
            $worker->tell("$name $token $at");
        }
        $answers = array_count_values(array_map(static fn (Worker $worker): string => $worker->line(60), $this->workers));
        ksort($answers);
        $lost = count($this->workers) - 1;
        Check::same(($lost > 0 ? ['lost' => $lost] : []) + ['won' => 1], $answers, $what);
    }

    public function end(): void
    {
        foreach ($this->workers as $worker) {
            $worker->tell('end');
        }
        foreach ($this->workers as $worker) {
            $worker->finish(60);
        }
    }
}
