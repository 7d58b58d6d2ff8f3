<?php
/*
 * Sixteen processes fight for a few locks and log what they get. Meanwhile processes are killed and stopped at random,
 * and Redis forgets its scripts and closes its connections. In deployments masters fail and keys move. Afterwards the logs must
 * show that each lock was alone, and that shares were never more than their limit. The order in which they were served is not judged: a stopped process, or one whose
 * connection was cut, is rightly passed over. Used by hammer.php and by the test of the sweep.
 */

declare(strict_types=1);

namespace Tests;

final class Hammer
{
    /** In seconds. Most leases are shorter. */
    public const LONGEST_LEASE = 2.0;
    private const WORKERS = 16;
    /** Seconds after the end of a lease in which the key must be gone, or the lock must go to another process. */
    private const SLACK = 3.0;
    /** Seconds until there is a master with all its replicas again. */
    private const FAILOVER = 15.0;
    /** Even a slow machine does more. A run in which little happened proves nothing. */
    private const LEAST_SECTIONS_A_SECOND = 10;
    private const LEAST_IN_DEPLOYMENTS = 2;

    private readonly TempDir $dir;
    private readonly float $limit;
    /** @var array<int, HammerWorker> by slot: the process that works now */
    private array $crew = [];
    /** @var list<HammerWorker> */
    private array $all = [];
    /** @var array<string, int> */
    private array $done = ['kill' => 0, 'stop' => 0, 'resume' => 0, 'flush' => 0, 'cut' => 0, 'fail' => 0, 'reshard' => 0];
    /** @var list<string> */
    private array $problems = [];

    /** @param bool $apart true: every process locks keys of its own, so nothing excludes the processes; the sweep must see it */
    public function __construct(
        private readonly float $seconds,
        private readonly int $seed,
        private readonly bool $apart = false,
        private readonly HammerTarget $target = new HammerServer(),
        private readonly HammerPace $pace = HammerPace::Usual,
    ) {
        $this->dir = new TempDir();
        $this->limit = self::LONGEST_LEASE + self::SLACK + ($target->deeds() === [] ? 0.0 : self::FAILOVER);
    }

    /** @return list<string> what is wrong; empty: nothing. Prints figures. */
    public function run(): array
    {
        $began = hrtime(true);
        $end = $began + (int) ($this->seconds * 1e9);
        $plan = HammerPlan::of($this->seed, (int) ($this->seconds * 1e3), self::WORKERS, $this->target->deeds(), $this->pace);
        foreach ($plan as ['at' => $at, 'do' => $do, 'slot' => $slot]) {
            $this->keepBusyUntil($began + $at * 1_000_000);
            $this->$do($slot);
        }
        $this->keepBusyUntil($end);
        $this->letThemEnd();
        $this->judge();

        return $this->problems;
    }

    private function keepBusyUntil(int $moment): void
    {
        do {
            for ($slot = 0; $slot < self::WORKERS; $slot++) {
                if (!isset($this->crew[$slot]) || !$this->crew[$slot]->running()) {
                    $this->start($slot);
                }
            }
            usleep(max(0, min(5_000, intdiv($moment - hrtime(true), 1_000))));
        } while (hrtime(true) < $moment);
    }

    private function start(int $slot): void
    {
        $life = count($this->all);
        $config = $this->target->config() + ($this->apart ? ['lock_prefix' => "lock$life:"] : []);
        $worker = new HammerWorker(
            $this->dir->file("$life"), $config, $this->seed + $life, $this->endFile(),
            pace: $this->pace, shares: $this->target->shares(), foreign: $this->target->foreign(),
        );
        $this->all[] = $this->crew[$slot] = $worker;
    }

    /** When this file exists, the processes end. */
    private function endFile(): string
    {
        return $this->dir->file('stop');
    }

    private function kill(int $slot): void
    {
        $this->crew[$slot]->kill();
        $this->done['kill']++;
    }

    private function stop(int $slot): void
    {
        $this->done['stop'] += $this->crew[$slot]->stop() ? 1 : 0;
    }

    private function resume(int $slot): void
    {
        $this->crew[$slot]->resume();
        $this->done['resume']++;
    }

    private function flush(): void
    {
        $this->tellMasters('SCRIPT', 'FLUSH');
        $this->done['flush']++;
    }

    /** Cuts all connections but our own. */
    private function cut(): void
    {
        $this->tellMasters('CLIENT', 'KILL', 'TYPE', 'normal');
        $this->done['cut']++;
    }

    private function fail(int $choice): void
    {
        $this->target->fail($choice);
        $this->done['fail']++;
    }

    private function mend(): void
    {
        $this->target->mend();
    }

    private function reshard(int $choice): void
    {
        $this->target->reshard($choice);
        $this->done['reshard']++;
    }

    private function tellMasters(string ...$words): void
    {
        foreach ($this->target->masters() as $master) {
            $master->answers() && $master->client()->call(...$words);
        }
    }

    /** Every process ends by itself, even one that waits without limit: the leases that block it run out. */
    private function letThemEnd(): void
    {
        $this->target->mend();
        touch($this->endFile());
        $end = Deadline::in(2 * $this->limit);
        foreach ($this->crew as $slot => $worker) {
            $worker->resume();
            if (!$worker->wait($end)) {
                $this->problems[] = "the process $slot did not come to its end";
                $worker->kill();
            }
        }
        $end = Deadline::in($this->limit);
        while (($keys = $this->keys()) !== [] && !$end->passed()) {
            usleep(20_000);
        }
        if ($keys !== []) {
            $this->problems[] = 'keys left behind: ' . implode(', ', $keys);
        }
    }

    /** @return list<string> all keys but the counters of the fencing tokens, which stay */
    private function keys(): array
    {
        $keys = array_map(static fn (RedisServer $one): array => $one->client()->call('KEYS', '*'), $this->target->masters());

        return array_values(preg_grep('/:fence:\{/', array_merge(...$keys), PREG_GREP_INVERT));
    }

    private function judge(): void
    {
        $history = new HammerHistory();
        $troubles = [];
        foreach ($this->all as $worker) {
            $worker->addTo($history);
            $troubles[] = $worker->trouble();
        }
        $sections = count($history->holds);
        $overlaps = HammerSweep::overlaps($history);
        $tooMany = HammerSweep::tooMany($history);
        $together = HammerSweep::mostTogether($history);
        $disorder = HammerSweep::fencesOutOfOrder($history);
        $gap = HammerSweep::longestGap($history) / 1e9;
        printf(
            "sections %d (%.0f/s), overlaps %d, kills %d, stops %d, longest wait %.2f s\n",
            $sections, $sections / $this->seconds, $overlaps,
            $this->done['kill'], $this->done['stop'], $history->longestWait / 1e9,
        );
        printf(
            "fences out of order %d, valid locks lost %d, longest time without an owner %.2f s (of %.0f s)\n",
            $disorder, $history->lost, $gap, $this->limit,
        );
        printf(
            "scripts flushed %d times, connections cut %d times, calls without an answer %d\n",
            $this->done['flush'], $this->done['cut'], $history->unknown,
        );
        if ($this->target->shares()) {
            $shares = preg_grep('/^share/', array_column($history->holds, 'kind'));
            printf(
                "shares %d, of these %d with a limit, most at a time %d, more than the limit %d\n",
                count($shares), count(preg_grep('/\d/', $shares)), $together, $tooMany,
            );
        }
        if ($this->target->deeds() !== []) {
            printf("servers failed %d times, keys moved %d times\n", $this->done['fail'], $this->done['reshard']);
        }
        $least = ($this->target->deeds() === [] ? self::LEAST_SECTIONS_A_SECOND : self::LEAST_IN_DEPLOYMENTS) * $this->seconds;
        $wrong = [
            "$overlaps overlaps" => $overlaps > 0,
            "$tooMany shares beyond the limit" => $tooMany > 0,
            'no two shares at a time' => $this->target->shares() && $together < 2,
            "$disorder fences out of order" => $disorder > 0,
            "$history->lost locks lost while they were valid" => $history->lost > 0,
            "$gap s without a holder, although a process waited" => $gap > $this->limit,
            "only $sections sections" => $sections < $least,
        ];
        $this->problems = [...$this->problems, ...array_keys(array_filter($wrong)), ...array_filter($troubles)];
    }
}
