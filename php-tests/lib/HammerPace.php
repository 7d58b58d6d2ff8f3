<?php
/*
 * How fast the processes of the hammer work, and how often they are killed. At the usual pace most of the time goes to leases of
 * killed holders, while the fast pace of the long proof enters twenty times as many sections in the same time. Used by Hammer,
 * HammerPlan, HammerCluster and hammer-process.php.
 */

declare(strict_types=1);

namespace Tests;

enum HammerPace: string
{
    case Usual = 'usual';
    case Fast = 'fast';

    /** How many names the processes lock. */
    public function names(): int
    {
        return $this === self::Usual ? 3 : 12;
    }

    /** The longest hold, in µs. */
    public function hold(): int
    {
        return $this === self::Usual ? 5_000 : 1_000;
    }

    /** The longest wait that has a limit, in ms. */
    public function wait(): int
    {
        return $this === self::Usual ? 2_000 : 500;
    }

    /** @return array{int, int} most leases, in ms */
    public function leases(): array
    {
        return $this === self::Usual ? [300, 1_000] : [50, 300];
    }

    /** One of so many leases is the longest one. */
    public function oneIsLong(): int
    {
        return $this === self::Usual ? 4 : 16;
    }

    /** @return array{int, int} from one kill to the next, in ms */
    public function kills(): array
    {
        return $this === self::Usual ? [50, 100] : [150, 300];
    }
}
