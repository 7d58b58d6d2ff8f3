<?php
/*
 * What the hammer does to its processes and to Redis, and when. The same seed gives the same plan. Used by Hammer.
 */

declare(strict_types=1);

namespace Tests;

final class HammerPlan
{
    /**
     * The plan in the order of time.
     *
     * @param list<string> $deeds what a HammerTarget can do
     * @return list<array{at: int, do: string, slot: int}> `at` is in ms; `do` is a method of Hammer
     */
    public static function of(int $seed, int $ms, int $slots, array $deeds, HammerPace $pace): array
    {
        mt_srand($seed);
        $events = [];
        foreach (self::moments($ms, ...$pace->kills()) as $at) {
            $events[] = ['at' => $at, 'do' => 'kill', 'slot' => mt_rand(0, $slots - 1)];
        }
        foreach (self::moments($ms, 200, 600) as $at) {
            $slot = mt_rand(0, $slots - 1);
            $events[] = ['at' => $at, 'do' => 'stop', 'slot' => $slot];
            $events[] = ['at' => min($at + mt_rand(50, 3_000), $ms), 'do' => 'resume', 'slot' => $slot];
        }
        foreach (['flush', 'cut'] as $do) {
            foreach (self::moments($ms, 700, 1_300) as $at) {
                $events[] = ['at' => $at, 'do' => $do, 'slot' => 0];
            }
        }
        if (in_array('fail', $deeds, true)) {
            // Each way in turn, and time enough for a failover before all is mended.
            foreach (self::moments($ms - 3_000, 4_000, 5_000) as $number => $at) {
                $events[] = ['at' => $at, 'do' => 'fail', 'slot' => $seed + $number];
                $events[] = ['at' => $at + 2_500, 'do' => 'mend', 'slot' => 0];
            }
        }
        if (in_array('reshard', $deeds, true)) {
            foreach (self::moments($ms, 200, 400) as $at) {
                $events[] = ['at' => $at, 'do' => 'reshard', 'slot' => mt_rand(0, $slots - 1)];
            }
        }
        usort($events, static fn (array $a, array $b): int => $a['at'] <=> $b['at']);

        return $events;
    }

    /** @return list<int> moments up to $ms, with pauses of $least to $most */
    private static function moments(int $ms, int $least, int $most): array
    {
        $moments = [];
        for ($at = mt_rand($least, $most); $at < $ms; $at += mt_rand($least, $most)) {
            $moments[] = $at;
        }

        return $moments;
    }
}
