<?php
/*
 * One process of the hammer, from its start to its end or its kill -9, as seen from outside. Used by Hammer and
 * by Rivals.
 */

declare(strict_types=1);

namespace Tests;

final class HammerWorker
{
    /** It may exit after any lock. */
    public const MORTAL = 'mortal';
    /** It keeps its connection, and ends at its file only. */
    public const KEEPS = 'keeps';
    /** It takes each lock in a new process, and so over a new connection. It ends at its file only. */
    public const ANEW = 'anew';

    private readonly Process $process;
    private ?int $killed = null;
    private ?int $stopped = null;
    /** @var list<array{int, int}> */
    private array $stops = [];

    /**
     * @param array<string, mixed> $config of its objects
     * @param string $stop the process ends when this file exists
     * @param string $kind how it lives, a constant of this class
     * @param bool $shares it wants shares too
     * @param string|null $foreign the address at which it locks the same names with SET NX too
     */
    public function __construct(
        private readonly string $path,
        array $config,
        int $seed,
        string $stop,
        string $kind = self::MORTAL,
        HammerPace $pace = HammerPace::Usual,
        bool $shares = false,
        ?string $foreign = null,
    ) {
        $command = [PHP_BINARY, ...Extension::arguments(['display_errors' => 'stderr']), __DIR__ . '/hammer-process.php'];
        $arguments = [serialize($config), "$path.log", (string) $seed, $stop, $kind, $pace->value, (string) (int) $shares, (string) $foreign];
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

    /** Whether it got a lock after this moment. */
    public function heldSince(int $moment): bool
    {
        foreach ($this->records() as [$stamp, $what]) {
            if ($what === 'held' && (int) $stamp > $moment) {
                return true;
            }
        }

        return false;
    }

    public function addTo(HammerHistory $history): void
    {
        $history->add($this->records(), $this->killed, $this->stops);
    }

    /** @return list<list<string>> */
    private function records(): array
    {
        return HammerLog::records((string) @file_get_contents("$this->path.log"));
    }

    private function endStop(int $now): void
    {
        if ($this->stopped !== null) {
            $this->stops[] = [$this->stopped, $now];
            $this->stopped = null;
        }
    }
}
