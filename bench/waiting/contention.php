<?php

declare(strict_types=1);

/** Many processes that contend for one lock and obey orders, see contestants/waiting-process.php. */
final class Contention
{
    /** @var list<resource> */
    private array $processes = [];
    /** @var list<array{resource, resource}> */
    private array $pipes = [];

    /** @param list<string> $command */
    public function __construct(private readonly array $command, int $size)
    {
        for ($member = 0; $member < $size; $member++) {
            $this->start($member);
        }
        register_shutdown_function($this->stop(...));
    }

    public function tell(int $member, int|float|string ...$words): void
    {
        fwrite($this->pipes[$member][0], implode("\t", $words) . "\n");
    }

    public function hear(int $member): string
    {
        return next_line($this->pipes[$member][1]);
    }

    /** Each process connects and locks once before the measurement. */
    public function greet(string $contestant): void
    {
        foreach (array_keys($this->processes) as $member) {
            $this->tell($member, 'greet', $contestant, "of-$member");
        }
        foreach (array_keys($this->processes) as $member) {
            $this->hear($member);
        }
    }

    /** Kills a process, and starts another one in its place. */
    public function kill(int $member): void
    {
        proc_terminate($this->processes[$member], SIGKILL);
        array_map(fclose(...), $this->pipes[$member]);
        proc_close($this->processes[$member]);
        $this->start($member);
    }

    public function stop(): void
    {
        array_map(proc_terminate(...), $this->processes);
        array_map(proc_close(...), $this->processes);
        $this->processes = [];
    }

    private function start(int $member): void
    {
        $this->processes[$member] = proc_open($this->command, [['pipe', 'r'], ['pipe', 'w']], $this->pipes[$member]);
    }
}
