<?php

declare(strict_types=1);

/** Brings processes into line behind a holder, and lets them have their turns. */
final class LiningUp
{
    private int $names = 0;
    /** @var array<string, bool> contestant => whether its waiters sleep in Redis until it is their turn */
    private array $sleepsInRedis = [];

    public function __construct(private readonly Crowd $crowd, private readonly Redis $watch)
    {
    }

    /** @param float $hold seconds for which the lock is held from the first one's arrival at the least */
    public function run(string $contestant, int $waiters, float $hold = 0): LineUp
    {
        $sleeps = $this->sleepsInRedis($contestant);
        $name = 'line-' . ++$this->names;
        $this->crowd->tell(0, 'hold', $contestant, $name);
        $this->crowd->hear(0);
        $go = microtime(true) + $hold;
        for ($waiter = 1; $waiter <= $waiters; $waiter++) {
            $this->crowd->tell($waiter, 'wait', $contestant, $name);
            $this->crowd->hear($waiter);
            if ($sleeps) {
                $this->blocked($waiter, 10) || throw new RuntimeException("Waiter $waiter of $waiters never came to rest in Redis.");
            } else {
                // Those that poll look at times of their own, spread over the longest of their pauses.
                usleep(random_int(0, intdiv(2 * 250_000, $waiters)));
            }
        }
        if (!$sleeps) {
            // So that the holder's unlock falls into any place between two looks: 500 ms is a multiple of all their pauses.
            usleep(random_int(0, 500_000));
        }
        usleep((int) max(0, ($go - microtime(true)) * 1e6));
        $this->crowd->tell(0, 'go');

        // The last first: whoever reads here sleeps while the turns are taken.
        for ($member = $waiters; $member >= 0; $member--) {
            $turns[$member] = array_map(intval(...), explode(' ', $this->crowd->hear($member)));
        }
        ksort($turns);

        return new LineUp($turns);
    }

    /** Found out and not believed: behind a holder, is the waiter a blocked client of Redis before a second is over? */
    public function sleepsInRedis(string $contestant): bool
    {
        if (!isset($this->sleepsInRedis[$contestant])) {
            foreach (['hold', 'wait'] as $member => $order) {
                $this->crowd->tell($member, $order, $contestant, 'probe');
                $this->crowd->hear($member);
            }
            $this->sleepsInRedis[$contestant] = $this->blocked(1, 1);
            $this->crowd->tell(0, 'go');
            $this->crowd->hear(0);
            $this->crowd->hear(1);
        }

        return $this->sleepsInRedis[$contestant];
    }

    /** Whether so many sleep in Redis at a time before so many seconds are over. */
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
