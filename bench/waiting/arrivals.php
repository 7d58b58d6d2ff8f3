<?php

declare(strict_types=1);

/** Lets processes arrive behind a holder, one after the other, and have their turns. */
final class Arrivals
{
    /** Microseconds for which each process holds the lock. */
    public const SECTION = 1_000;

    private int $names = 0;
    /** @var array<string, bool> contestant => whether its waiters sleep in Redis until their turn */
    private array $sleepsInRedis = [];

    public function __construct(private readonly Contention $contention, private readonly Redis $watch)
    {
    }

    /** @param float $hold the least seconds for which the lock is held after the first waiter has come */
    public function run(string $contestant, int $waiters, float $hold = 0): ArrivalOrder
    {
        return new ArrivalOrder($this->turns($contestant, $contestant, $waiters, self::SECTION, $hold));
    }

    /**
     * Lets waiters have their turns that are another contestant than the holder, as shares are behind a lock.
     *
     * @param int $section microseconds for which each waiter holds the lock
     * @return non-empty-list<array{int, int}> the holder's turn, then the waiters' in the order of arrival: see ArrivalOrder
     */
    public function turns(string $holder, string $contestant, int $waiters, int $section, float $hold = 0): array
    {
        $sleeps = $this->sleepsInRedis($contestant, $holder);
        $name = 'line-' . ++$this->names;
        $this->contention->tell(0, 'hold', $holder, $name, self::SECTION);
        $this->contention->hear(0);
        $go = microtime(true) + $hold;
        for ($waiter = 1; $waiter <= $waiters; $waiter++) {
            $this->contention->tell($waiter, 'wait', $contestant, $name, $section);
            $this->contention->hear($waiter);
            if ($sleeps) {
                $this->blocked($waiter, 10) || throw new RuntimeException("Waiter $waiter of $waiters never came to rest in Redis.");
            } else {
                // Contestants that poll look at different times: their arrivals are spread over their longest pause.
                usleep(random_int(0, intdiv(2 * 250_000, $waiters)));
            }
        }
        if (!$sleeps) {
            // The holder's unlock comes at any moment between two looks: 500 ms is a multiple of all pauses.
            usleep(random_int(0, 500_000));
        }
        usleep((int) max(0, ($go - microtime(true)) * 1e6));
        $this->contention->tell(0, 'go');

        // The last waiter first: this process sleeps while the turns are taken.
        for ($member = $waiters; $member >= 0; $member--) {
            $turns[$member] = array_map(intval(...), explode(' ', $this->contention->hear($member)));
        }
        ksort($turns);

        return $turns;
    }

    /** Returns how long, in seconds, a lock lies idle because the first of three waiters was killed just before. */
    public function killed(string $contestant): float
    {
        $name = 'killed-' . ++$this->names;
        $this->contention->tell(0, 'hold', $contestant, $name, self::SECTION);
        $this->contention->hear(0);
        for ($waiter = 1; $waiter <= 3; $waiter++) {
            $this->contention->tell($waiter, 'wait', $contestant, $name, self::SECTION);
            $this->contention->hear($waiter);
            $this->blocked($waiter, 10) || throw new RuntimeException("Waiter $waiter never came to rest in Redis.");
        }
        $this->contention->kill(1);
        $this->contention->tell(0, 'go');
        [, $unlocking] = explode(' ', $this->contention->hear(0));
        [$locked] = explode(' ', $this->contention->hear(2));
        $this->contention->hear(3);
        $this->contention->tell(1, 'greet', $contestant, 'of-1');
        $this->contention->hear(1);

        return ((int) $locked - (int) $unlocking) / 1e9;
    }

    /** Finds out whether a waiter behind a holder is a blocked client of Redis within a second. */
    public function sleepsInRedis(string $contestant, ?string $holder = null): bool
    {
        if (!isset($this->sleepsInRedis[$contestant])) {
            foreach (['hold' => $holder ?? $contestant, 'wait' => $contestant] as $order => $who) {
                $member = $order === 'hold' ? 0 : 1;
                $this->contention->tell($member, $order, $who, 'probe', self::SECTION);
                $this->contention->hear($member);
            }
            $this->sleepsInRedis[$contestant] = $this->blocked(1, 1);
            $this->contention->tell(0, 'go');
            $this->contention->hear(0);
            $this->contention->hear(1);
        }

        return $this->sleepsInRedis[$contestant];
    }

    /** Whether so many processes sleep in Redis at the same time within so many seconds. */
    private function blocked(int $clients, float $seconds): bool
    {
        $end = microtime(true) + $seconds;
        do {
            if ((int) $this->watch->info('clients')['blocked_clients'] >= $clients) {
                return true;
            }
            usleep(200);
        } while (microtime(true) < $end);

        return false;
    }
}
