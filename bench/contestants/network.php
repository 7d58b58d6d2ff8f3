<?php

declare(strict_types=1);

/** A network with a fixed delay in front of a Redis, see delay_proxy.c. */
final class Network
{
    public readonly int $port;
    /** @var resource */
    private $process;
    /** @var array{resource, resource} */
    private array $pipes = [];

    /** @param float $roundTrip seconds that a round trip takes longer */
    public function __construct(int $port, float $roundTrip, int $cpu)
    {
        $command = ['taskset', '-c', (string) $cpu, compiled('delay_proxy'), (string) $port, (string) round($roundTrip * 1e6)];
        $this->process = proc_open($command, [['pipe', 'r'], ['pipe', 'w']], $this->pipes);
        $this->port = (int) next_line($this->pipes[1]);
    }

    /** From now on it answers nobody: connections stay open, and a new one is never made. */
    public function swallow(): void
    {
        fwrite($this->pipes[0], "swallow\n");
        next_line($this->pipes[1]);
    }

    /** Ends it: connections end, and new ones are refused. */
    public function stop(): void
    {
        array_map(fclose(...), $this->pipes); // its standard input ends
        proc_close($this->process);
    }
}
