<?php
/*
 * A master with two replicas and three sentinels as a target of the hammer. Its processes want each lock on both replicas.
 * Used by Hammer.
 */

declare(strict_types=1);

namespace Tests;

final class HammerSentinel implements HammerTarget
{
    private readonly SentinelSet $set;

    public function __construct()
    {
        $this->set = SentinelSet::start();
    }

    public function config(): array
    {
        return $this->set->config(['min_replicas' => 2]);
    }

    public function masters(): array
    {
        return [$this->set->master()];
    }

    public function deeds(): array
    {
        return ['fail'];
    }

    public function fail(int $choice): void
    {
        match ($choice % 3) {
            0 => $this->set->failOver(),
            1 => $this->set->pause(),
            2 => $this->set->kill(),
        };
    }

    public function mend(): void
    {
        $this->set->heal();
    }

    public function reshard(int $choice): void
    {
    }
}
