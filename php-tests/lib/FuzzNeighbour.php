<?php
/*
 * A second process beside that of a round. It takes the same locks and unlocks them soon, so that the round has to wait
 * and gets some locks by hand-over. It also sends signals. Forked by FuzzPlay.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzNeighbour
{
    /** Microseconds between two signals. */
    private const PAUSE = 10_000;
    private const LEASE = 0.1;

    public function __construct(private readonly FuzzWorld $world)
    {
    }

    /** Call this while no lock object exists: a forked child inherits all objects. */
    public function begin(): void
    {
        $main = getmypid();
        if (pcntl_fork() !== 0) {
            return;
        }
        // It ends with its parent, at once and without PHP's shutdown.
        $random = new FuzzRandom((string) $main);
        $lock = new \RedisMutexLock($this->world->configs->sound());
        while (posix_getppid() === $main) {
            posix_kill($main, FuzzSignals::FROM_OUTSIDE);
            for ($end = Deadline::in(self::PAUSE / 1e6); !$end->passed(); usleep(500)) {
                $this->visit($lock, $this->world->names->contested($random), $random->below(1_500));
            }
        }
        posix_kill(getmypid(), SIGKILL);
    }

    private function visit(\RedisMutexLock $lock, string $name, int $pause): void
    {
        try {
            if ($lock->lock($name, 0.003, self::LEASE, 500)) {
                usleep($pause);
                $lock->unlock($name);
            }
        } catch (\RedisMutexLockUnavailableException) {
            // The round closes all connections now and then.
        }
    }
}
