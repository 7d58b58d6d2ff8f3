<?php
/*
 * Judges a HammerHistory. Taking the return of lock() for the grant and the call of the release for its end
 * makes every hold as short as it can have been; so the history is that of a mutex exactly if these
 * shortest holds are disjoint, and sorting them once is enough to see it. Used by Hammer and by its test.
 */

declare(strict_types=1);

namespace Tests;

final class HammerSweep
{
    /** How many holds began while another one of the same name lasted. */
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

    /** How many fences were not greater than one that was given before for the same name. */
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

    /** The longest time in ns that was spent waiting for a name while it had no owner; waiters in turn add up. */
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
            // Of the same moment, who comes goes first: a hold without length is an owner too.
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
