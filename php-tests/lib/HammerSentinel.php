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
    /** The master that has failed last, until another one is there. */
    private ?RedisServer $failed = null;

    public function __construct()
    {
        $this->set = SentinelSet::start();
    }

    public function config(): array
    {
        return $this->set->config(['min_replicas' => 2]);
    }

    public function shares(): bool
    {
        return true;
    }

    public function foreign(): ?string
    {
        return null;
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
        if ($choice % 3 === 0) {
            $this->set->failOver();
        } else {
            $this->failed = $choice % 3 === 1 ? $this->set->pause() : $this->set->kill();
        }
    }

    public function mend(): void
    {
        // A killed master that comes back too soon, and has nothing on disk, is an empty master.
        $this->failed === null || $this->set->promoted($this->failed);
        $this->failed = null;
        $this->set->heal();
    }

    public function reshard(int $choice): void
    {
    }
}
