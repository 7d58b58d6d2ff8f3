<?php
/*
 * Judges a HammerHistory. A hold begins at the return of lock() and ends at the call of the release: it cannot have been
 * shorter. If no two of these shortest holds overlap, the locks excluded each other. One sort is enough to see this.
 * Used by Hammer and by its test.
 */

declare(strict_types=1);

namespace Tests;

final class HammerSweep
{
    /** How many holds began during another hold of the same name. */
    public static function overlaps(HammerHistory $history): int
    {
        $overlaps = 0;
        $last = [];
        foreach (self::inOrder($history->holds) as ['name' => $name, 'from' => $from, 'to' => $to]) {
            $overlaps += $from < ($last[$name] ?? 0) ? 1 : 0;
            $last[$name] = max($last[$name] ?? 0, $to);
        }

        return $overlaps;
    }

    /** How many fencing tokens were not greater than an earlier one of the same name. */
    public static function fencesOutOfOrder(HammerHistory $history): int
    {
        $wrong = 0;
        $highest = [];
        foreach (self::inOrder($history->holds) as ['name' => $name, 'fence' => $fence]) {
            if ($fence !== null) {
                $wrong += $fence <= ($highest[$name] ?? 0) ? 1 : 0;
                $highest[$name] = max($highest[$name] ?? 0, $fence);
            }
        }

        return $wrong;
    }

    /** The longest time in ns in which a name had waiters and no holder. Successive waiters add up. */
    public static function longestGap(HammerHistory $history): int
    {
        $changes = [];
        foreach (['owners' => $history->holds, 'waiters' => $history->waits] as $who => $spans) {
            foreach ($spans as ['name' => $name, 'from' => $from, 'to' => $to]) {
                $changes[$name][] = [$from, $who, 1];
                $changes[$name][] = [$to, $who, -1];
            }
        }
        $longest = 0;
        foreach ($changes as $ofName) {
            // At the same moment a begin comes before an end: a hold without length counts too.
            usort($ofName, static fn (array $a, array $b): int => [$a[0], $b[2]] <=> [$b[0], $a[2]]);
            $count = ['owners' => 0, 'waiters' => 0];
            $gap = $before = 0;
            foreach ($ofName as [$at, $who, $change]) {
                $waited = $count['waiters'] > 0 ? $at - $before : 0;
                $gap = $count['owners'] > 0 ? 0 : $gap + $waited;
                $longest = max($longest, $gap);
                $count[$who] += $change;
                $before = $at;
            }
        }

        return $longest;
    }

    /**
     * @param list<array{name: string, from: int, to: int, fence: ?int}> $holds
     * @return list<array{name: string, from: int, to: int, fence: ?int}>
     */
    private static function inOrder(array $holds): array
    {
        usort($holds, static fn (array $a, array $b): int => $a['from'] <=> $b['from']);

        return $holds;
    }
}
