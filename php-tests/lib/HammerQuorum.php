<?php
/*
 * Five independent servers as a target of the hammer. They take turns in dying, hanging and losing their network, one or
 * two at a time, so a majority always works. A dead one comes back empty, after the longest lease. Used by Hammer.
 */

declare(strict_types=1);

namespace Tests;

final class HammerQuorum implements HammerTarget
{
    private const WAYS = ['kill', 'pause', 'cut', 'blackhole'];
    /** Seconds for which an empty server stays away: a lease that began right before its death has run out by all clocks. */
    private const AWAY = Hammer::LONGEST_LEASE * 1.1;

    private readonly QuorumSet $set;
    /** The end of the time for which the servers that have died last stay away. */
    private ?Deadline $return = null;

    public function __construct()
    {
        $this->set = QuorumSet::behindRelays();
    }

    public function config(): array
    {
        return $this->set->config(['command_timeout' => 1]);
    }

    public function shares(): bool
    {
        return false;
    }

    public function foreign(): ?string
    {
        return null;
    }

    public function masters(): array
    {
        return $this->set->servers();
    }

    public function deeds(): array
    {
        return ['fail'];
    }

    public function fail(int $choice): void
    {
        // What a plan does not mend before it goes on would make three.
        $this->mend();
        $count = count($this->set->servers());
        $this->lose($choice % $count, self::WAYS[$choice % 4]);
        if ($choice % 3 !== 0) {
            $this->lose(($choice + 1 + $choice % ($count - 1)) % $count, self::WAYS[intdiv($choice, 4) % 4]);
        }
    }

    public function mend(): void
    {
        while ($this->return?->passed() === false) {
            usleep(10_000);
        }
        $this->return = null;
        $this->set->heal();
    }

    public function reshard(int $choice): void
    {
    }

    private function lose(int $server, string $way): void
    {
        $this->set->$way($server);
        if ($way === 'kill') {
            $this->return = Deadline::in(self::AWAY);
        }
    }
}
