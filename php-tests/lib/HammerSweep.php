<?php
/*
 * Judges a HammerHistory. A hold begins at the return of lock() and ends at the call of the release: it cannot have been
 * shorter. If no lock overlaps another hold among these shortest ones, the locks excluded each other and all shares. One sort is enough to see this.
 * Used by Hammer and by its test.
 */

declare(strict_types=1);

namespace Tests;

final class HammerSweep
{
    /** How many holds began where they may not: a lock beside anything else, and a share beside a lock. */
    public static function overlaps(HammerHistory $history): int
    {
        $overlaps = 0;
        /** The latest end of a lock, and of anything, that has begun so far. */
        $last = ['lock' => [], 'any' => []];
        foreach (self::inOrder($history->holds) as ['name' => $name, 'from' => $from, 'to' => $to, 'kind' => $kind]) {
            $overlaps += $from < ($last[$kind === 'lock' ? 'any' : 'lock'][$name] ?? 0) ? 1 : 0;
            foreach ($kind === 'lock' ? ['lock', 'any'] : ['any'] as $of) {
                $last[$of][$name] = max($last[$of][$name] ?? 0, $to);
            }
        }

        return $overlaps;
    }

    /**
     * How many shares began beside so many others that no limit of their name permits it. Each limit counts all shares when it is
     * granted, and the log knows that moment only roughly. So this judges the highest limit, of names whose shares all have one.
     */
    public static function tooMany(HammerHistory $history): int
    {
        $limits = [];
        foreach ($history->holds as ['name' => $name, 'kind' => $kind]) {
            if ($kind !== 'lock') {
                $limits[$name] = max($limits[$name] ?? 0, (int) substr($kind, strlen('share')) ?: PHP_INT_MAX);
            }
        }
        $wrong = 0;
        foreach (self::together($history) as [$name, $count]) {
            $wrong += $count > $limits[$name] ? 1 : 0;
        }

        return $wrong;
    }

    /** The most shares that were held at the same time. */
    public static function mostTogether(HammerHistory $history): int
    {
        return max([0, ...array_column(self::together($history), 1)]);
    }

    /** @return list<array{string, int}> for each share the name, and how many were held when it began */
    private static function together(HammerHistory $history): array
    {
        $found = $ends = [];
        foreach (self::inOrder($history->holds) as ['name' => $name, 'from' => $from, 'to' => $to, 'kind' => $kind]) {
            if ($kind !== 'lock') {
                $ends[$name] = array_filter($ends[$name] ?? [], static fn (int $end): bool => $end > $from);
                $ends[$name][] = $to;
                $found[] = [$name, count($ends[$name])];
            }
        }

        return $found;
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
     * @param list<array{name: string, from: int, to: int, fence: ?int, kind: string}> $holds
     * @return list<array{name: string, from: int, to: int, fence: ?int, kind: string}>
     */
    private static function inOrder(array $holds): array
    {
        usort($holds, static fn (array $a, array $b): int => $a['from'] <=> $b['from']);

        return $holds;
    }
}
