<?php
/*
 * A process that locks and unlocks a few names until it is stopped, and checks how long each wait takes. At the end it
 * tells the story of each lock that it had. A story has these fields:
 *
 *   name, token, fence
 *   called, from   when lock() was called, and when it returned
 *   asked          of each isLocking(): when it was called, when it returned, its answer
 *   lost           when onLost was called
 *   to, left       when unlock() was called, and when it returned
 *   unlock         its answer
 *
 * All times are those of hrtime(). An answer is null if the server could not be asked. Used by the tests of eviction
 * and of failovers.
 */

declare(strict_types=1);

namespace Tests;

final class Contender
{
    private function __construct(private readonly Worker $worker)
    {
    }

    /**
     * @param array<string, mixed> $config of the object
     * @param string $stop the process ends when this file exists
     * @param int $expire lease in seconds of the locks that are not renewed
     * @param string $excuse the error that the server may give; '' permits any error
     */
    public static function start(array $config, string $stop, int $seed, int $expire, string $excuse = ''): self
    {
        $code = <<<'PHP'
            [, $config, $stop, $seed, $fixed, $excuse] = $argv;
            mt_srand((int) $seed);
            $lock = new RedisMutexLock(unserialize($config));
            $lost = null;
            $lock->onLost(function () use (&$lost): void { $lost = hrtime(true); });
            $ask = static function (callable $question) use ($excuse): ?bool {
                try {
                    return $question();
                } catch (RedisMutexLockUnavailableException $e) {
                    Tests\Check::true(str_contains($e->getMessage(), $excuse), $e->getMessage());
                    return null;
                }
            };
            $stories = [];
            while (!file_exists($stop)) {
                $name = 'n' . mt_rand(1, 3);
                $timeout = mt_rand(0, 3) === 0 ? 0 : mt_rand(50, 1_000) / 1_000;
                $expire = mt_rand(0, 1) === 1 ? null : (int) $fixed;
                $sleep = mt_rand(0, 1) === 1 ? 100_000 : 10_000_000;
                $lost = null;
                $called = hrtime(true);
                $got = $ask(fn () => $lock->lock($name, $timeout, $expire, $sleep));
                $from = hrtime(true);
                $waited = ($from - $called) / 1e9;
                // Two deadlines of a command. The rest is for a busy machine.
                Tests\Check::between(0, $timeout + 2 * 1 + 3, $waited, "seconds of a wait of $timeout");
                if ($got !== true) {
                    Tests\Check::true($waited > $timeout - 0.001, "a wait of $timeout is over after $waited");
                    continue;
                }
                $story = ['name' => $name, 'token' => $lock->token($name), 'fence' => $lock->fence($name)];
                $story += ['called' => $called, 'from' => $from, 'asked' => []];
                $until = $from + mt_rand(0, 4) ** 3 * 10_000_000;
                do {
                    usleep(mt_rand(0, 20_000));
                    if (mt_rand(0, 9) === 0) {
                        $asked = hrtime(true);
                        $is = $ask(fn () => $lock->isLocking($name));
                        $story['asked'][] = [$asked, hrtime(true), $is];
                    }
                } while ($lost === null && hrtime(true) < $until);
                $story += ['to' => hrtime(true), 'lost' => $lost];
                $stories[] = $story + ['unlock' => $ask(fn () => $lock->unlock($name)), 'left' => hrtime(true)];
            }
            say(json_encode($stories));
            PHP;

        return new self(Worker::run($code, [serialize($config), $stop, $seed, $expire, $excuse]));
    }

    /** @return list<array<string, mixed>> the stories, after the process was stopped */
    public function stories(): array
    {
        $stories = json_decode($this->worker->line(30), true);
        $this->worker->finish();

        return $stories;
    }
}
