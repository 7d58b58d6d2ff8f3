<?php
/*
 * A Redis Cluster as a target of the hammer. Its processes want each lock on the master's replica. Used by Hammer.
 */

declare(strict_types=1);

namespace Tests;

final class HammerCluster implements HammerTarget
{
    private readonly ClusterSet $set;
    /** The master that has failed, until all is mended. */
    private ?RedisServer $failed = null;

    public function __construct(private readonly HammerPace $pace = HammerPace::Usual)
    {
        $this->set = ClusterSet::start();
    }

    public function config(): array
    {
        return $this->set->config(['min_replicas' => 1, 'command_timeout' => 1]);
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
        return $this->set->masters();
    }

    public function deeds(): array
    {
        return ['fail', 'reshard'];
    }

    public function fail(int $choice): void
    {
        $master = $this->set->nodeOf($this->key($choice));
        match ($choice % 3) {
            0 => $this->set->failOver($master),
            1 => $this->set->pause($master),
            2 => $this->set->kill($master),
        };
        $this->failed = $master;
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
        if ($this->failed !== null) {
            return;
        }
        $slot = $this->set->slotOf($this->key($choice));
        $from = $this->set->ownerOf($slot);
        $others = array_values(array_filter($this->set->masters(), static fn (RedisServer $node): bool => $node !== $from));
        $to = $others[$choice % count($others)];
        $this->set->moveSlot($slot, $from, $to);
        // No tool waits until the replica of the new master has the keys. A master that fails before that loses them.
        InStep::wait($to, 1);
    }

    private function key(int $choice): string
    {
        return 'lock:n' . ($choice % $this->pace->names() + 1);
    }
}
