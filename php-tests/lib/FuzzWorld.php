<?php
/*
 * The parts of one round. Each part may need every other one, as a hostile object does. Made by FuzzPlay.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzWorld
{
    /** Every password contains this. No message and no dump may show it. */
    public const SECRET = 'S3CRET';

    public readonly FuzzRandom $random;
    public readonly FuzzContext $context;
    public readonly FuzzReport $report;
    public readonly FuzzNames $names;
    public readonly FuzzServer $server;
    public readonly FuzzConfigs $configs;
    public readonly FuzzValues $values;
    public readonly FuzzPool $pool;
    public readonly FuzzRules $rules;
    public readonly FuzzSignals $signals;
    public readonly FuzzFibers $fibers;
    public readonly FuzzArguments $arguments;
    public readonly FuzzRoads $roads;
    public readonly FuzzCalls $calls;
    public readonly FuzzThings $things;
    public readonly FuzzDeeds $deeds;
    /** The prefix of this round's keys. Locks that no object releases have another prefix. */
    public readonly string $prefix;
    public readonly string $keptPrefix;

    public function __construct(public readonly FuzzOrder $order, string $url, string $socket)
    {
        $this->prefix = self::prefix((string) $order->round);
        $this->keptPrefix = "kept$this->prefix";
        $this->random = new FuzzRandom((string) $order->round);
        $this->context = new FuzzContext();
        $this->report = new FuzzReport($order->report);
        $this->names = new FuzzNames($this->prefix);
        $this->server = new FuzzServer($this, $url, $socket);
        $this->configs = new FuzzConfigs($this);
        $this->values = new FuzzValues($this);
        $this->pool = new FuzzPool($this);
        $this->rules = new FuzzRules($this);
        $this->signals = new FuzzSignals($this);
        $this->fibers = new FuzzFibers($this);
        $this->arguments = new FuzzArguments($this);
        $this->roads = new FuzzRoads($this);
        $this->calls = new FuzzCalls($this);
        $this->things = new FuzzThings($this);
        $this->deeds = new FuzzDeeds($this);
    }

    public static function prefix(string $round): string
    {
        return 'f' . substr(md5($round), 0, 8) . ':';
    }
}
