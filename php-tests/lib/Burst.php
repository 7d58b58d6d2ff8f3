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
                    \$began = hrtime(true);
                    try {
                        \$outcome = $try ? 'won' : 'lost';
                        say(hrtime(true) - \$began > 100e6 ? "slowly \$outcome" : \$outcome);
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

    /**
     * All try it at once, each with a name of its own from `$names`. Exactly one of them must win, and the others must get a
     * plain no.
     *
     * A process that the machine lets stand still looks as if it had died, so all may lose. Such a round proves nothing, and
     * is repeated a few times.
     *
     * @param callable(): string $names
     */
    public function hasOneWinner(callable $names, string $what): void
    {
        for ($repeats = 0; !$this->oneWins($names(), $what, '-'); $repeats++) {
            Check::between(0, 4, $repeats, "$what: rounds in which a process stood still and nobody has won");
        }
    }

    /** As hasOneWinner(), for one name that all adopt by one token. */
    public function hasOneAdopter(string $name, string $what, string $token): void
    {
        Check::true($this->oneWins($name, $what, $token), "$what: one has won");
    }

    /** Returns false if nobody has won, and one of them stood still. */
    private function oneWins(string $name, string $what, string $token): bool
    {
        // Time enough to tell all of them.
        $at = hrtime(true) + count($this->workers) * 500_000;
        foreach ($this->workers as $worker) {
            $worker->tell("$name $token $at");
        }
        $lines = array_map(static fn (Worker $worker): string => $worker->line(60), $this->workers);
        $answers = array_count_values(str_replace('slowly ', '', $lines));
        ksort($answers);
        if ($answers === ['lost' => count($lines)] && in_array('slowly lost', $lines, true)) {
            return false;
        }
        $lost = count($lines) - 1;
        Check::same(($lost > 0 ? ['lost' => $lost] : []) + ['won' => 1], $answers, $what);

        return true;
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
