<?php
/*
 * Processes that fight for a few locks while a test breaks servers. Half of them keep their connection, and half take each
 * lock over a new one. Nobody may hold a lock that another process holds. Used by php-tests/sentinel and php-tests/cluster.
 */

declare(strict_types=1);

namespace Tests;

final class Rivals
{
    private const KINDS = [HammerWorker::KEEPS, HammerWorker::ANEW];

    private readonly TempDir $dir;
    /** @var list<HammerWorker> of both kinds in turn */
    private array $workers = [];

    /** @param array<string, mixed> $config of their objects */
    public function __construct(array $config, int $count = 6)
    {
        $this->dir = new TempDir();
        for ($i = 0; $i < $count; $i++) {
            $kind = self::KINDS[$i % 2];
            $this->workers[] = new HammerWorker($this->dir->file("$i"), $config, $i, $this->dir->file('end'), $kind);
        }
    }

    /** Returns when both kinds of processes have got a lock since this call. */
    public function goOn(float $seconds = 60): void
    {
        $since = hrtime(true);
        foreach (self::KINDS as $parity => $kind) {
            Check::eventually(function () use ($since, $parity): bool {
                foreach ($this->workers as $number => $worker) {
                    if ($number % 2 === $parity && $worker->heldSince($since)) {
                        return true;
                    }
                }

                return false;
            }, $seconds, "a process of the kind '$kind' gets a lock");
        }
    }

    /** Ends the processes, and fails if two of them ever held a lock together. */
    public function end(): HammerHistory
    {
        touch($this->dir->file('end'));
        $history = new HammerHistory();
        $end = Deadline::in(60);
        foreach ($this->workers as $worker) {
            Check::true($worker->wait($end), 'a process ends');
            Check::same('', $worker->trouble(), 'what went wrong in it');
            $worker->addTo($history);
        }
        Check::same(
            ['overlaps' => 0, 'fences out of order' => 0, 'lost' => 0],
            [
                'overlaps' => HammerSweep::overlaps($history),
                'fences out of order' => HammerSweep::fencesOutOfOrder($history),
                'lost' => $history->lost,
            ],
            'what nobody may see',
        );

        return $history;
    }
}
