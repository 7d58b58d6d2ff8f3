<?php
/*
 * One process of the hammer, from its start to its end or its kill -9, as seen from outside. Used by Hammer.
 */

declare(strict_types=1);

namespace Tests;

final class HammerWorker
{
    private readonly Process $process;
    private ?int $killed = null;
    private ?int $stopped = null;
    /** @var list<array{int, int}> */
    private array $stops = [];

    public function __construct(private readonly string $path, string $url, string $prefix, int $seed, int $end)
    {
        $command = [PHP_BINARY, ...Extension::arguments(['display_errors' => 'stderr']), __DIR__ . '/hammer-process.php'];
        $arguments = array_map(strval(...), [$url, $prefix, "$path.log", $seed, $end]);
        $this->process = new Process([...$command, ...$arguments], "$path.err");
    }

    public function running(): bool
    {
        return $this->process->running();
    }

    public function wait(Deadline $end): bool
    {
        return $this->process->wait($end->left()) !== null;
    }

    public function kill(): void
    {
        // The time from before the kill: nothing that the process did later counts for it.
        $this->killed = hrtime(true);
        $this->endStop($this->killed);
        $this->process->kill();
    }

    /** False: the process is stopped already. */
    public function stop(): bool
    {
        if ($this->stopped !== null) {
            return false;
        }
        $this->stopped = hrtime(true);
        $this->process->signal(SIGSTOP);

        return true;
    }

    public function resume(): void
    {
        $this->process->signal(SIGCONT);
        $this->endStop(hrtime(true));
    }

    /** The failure of the process. '': none. */
    public function trouble(): string
    {
        $error = (string) @file_get_contents("$this->path.err");
        $code = $this->process->wait(0);

        return $this->killed !== null || $code === 0 ? $error : "it ended with code $code: $error";
    }

    public function addTo(HammerHistory $history): void
    {
        $text = (string) @file_get_contents("$this->path.log");
        $history->add(HammerLog::records($text), $this->killed, $this->stops);
    }

    private function endStop(int $now): void
    {
        if ($this->stopped !== null) {
            $this->stops[] = [$this->stopped, $now];
            $this->stopped = null;
        }
    }
}
