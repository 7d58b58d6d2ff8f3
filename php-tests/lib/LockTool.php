<?php
/*
 * A run of bin/redis-lock, in a pipe or in a terminal. Used by php-tests/tool.
 */

declare(strict_types=1);

namespace Tests;

final class LockTool
{
    /** A command that says each signal which it gets, in the order of their coming, and ends by TERM or at the end of its stdin. */
    public const SAYS_SIGNALS = <<<'PHP'
        foreach (['HUP', 'INT', 'QUIT', 'USR1', 'USR2', 'CONT', 'TERM'] as $name) {
            pcntl_signal(constant("SIG$name"), function () use ($name, &$who): void {
                echo "$who $name\n";
                $name !== 'TERM' || exit(7);
            });
        }
        pcntl_async_signals(true);
        $who = 'command';
        if (($argv[1] ?? '') === 'family' && pcntl_fork() === 0) {
            $who = 'grandchild';
        }
        echo "$who ready\n";
        while (true) {
            usleep(1_000_000);
        }
        PHP;

    /** Everything that it has printed so far. In a terminal stderr too. */
    public string $output = '';
    public readonly Process $process;
    private readonly TempDir $dir;

    /**
     * @param list<string> $words behind the name of the tool
     * @param int $columns the width of its terminal. 0: its stdin and its output are pipes
     * @param array<string, string|null> $env
     * @param array<string, string|int> $ini
     * @param string $shell what runs it in the terminal, in place of `exec "$@"`
     */
    public function __construct(
        array $words,
        int $columns = 0,
        array $env = [],
        array $ini = [],
        bool $extension = true,
        int $rows = 24,
        string $shell = 'exec "$@"',
    ) {
        $this->dir = new TempDir();
        $command = [...self::program($ini, $extension), ...$words];
        if ($columns > 0) {
            $inTerminal = "stty cols $columns rows $rows; echo; set -- " . implode(' ', array_map(escapeshellarg(...), $command)) . "; $shell";
            $command = ['script', '-qec', $inTerminal, '/dev/null'];
        }
        $env += ['TERM' => 'xterm', 'NO_COLOR' => null];
        $this->process = new Process($command, $this->dir->file('stderr'), $env, talks: true, orphaned: $columns > 0 ? 'TERM' : 'KILL');
        if ($columns > 0) {
            // Before this line a key might not reach any process: the terminal is not theirs yet.
            $this->reads("\n");
        }
    }

    /**
     * Runs a command under a lock.
     *
     * @param list<string> $command
     * @param list<string> $options
     */
    public static function run(RedisServer $server, string $name, array $command, array $options = [], mixed ...$more): self
    {
        return new self(['run', $name, "--url={$server->url()}", ...$options, '--', ...$command], ...$more);
    }

    /**
     * Runs a command under a lock in a terminal. Returns the tool and the id of its process, which is that of the group too.
     *
     * @param list<string> $command
     * @return array{self, int}
     */
    public static function inTerminal(RedisServer $server, array $command, string $before = ''): array
    {
        $tool = self::run($server, Check::unique('terminal'), $command, columns: 80, shell: $before . 'echo tool $$; exec "$@"');

        return [$tool, (int) substr($tool->reads("\n"), strlen('tool '))];
    }

    /**
     * The program that a test runs as the tool.
     *
     * @param array<string, string|int> $ini
     * @return list<string>
     */
    public static function program(array $ini = [], bool $extension = true): array
    {
        return [PHP_BINARY, ...Extension::arguments($ini, ['posix'], $extension), dirname(__DIR__, 2) . '/bin/redis-lock'];
    }

    /**
     * A command for the tool: a program in PHP.
     *
     * @return list<string>
     */
    public static function php(string $code, string ...$arguments): array
    {
        return [PHP_BINARY, '-n', '-r', $code, '--', ...$arguments];
    }

    /**
     * A command that says `ready`, and that any signal ends at once, without a core file. A shell may put INT off until its
     * child ends, if the signal comes just before the child.
     *
     * @return list<string>
     */
    public static function saysReady(TempDir $dir): array
    {
        file_put_contents($dir->file('ready'), "ready\n");

        return ['prlimit', '--core=0', 'tail', '-f', $dir->file('ready')];
    }

    /** Reads until the text has come, and returns what came up to its end. It is taken out of `output`. */
    public function reads(string $text, float $seconds = 60): string
    {
        $end = Deadline::in($seconds);
        while (($at = strpos($this->output, $text)) === false) {
            if (feof($this->process->stdout) || !$end->readable($this->process->stdout)) {
                throw new Failure("'$text' does not come. There is:\n$this->output\n--- stderr:\n{$this->stderr()}");
            }
            $this->output .= (string) fread($this->process->stdout, 65536);
        }
        $read = substr($this->output, 0, $at + strlen($text));
        $this->output = substr($this->output, $at + strlen($text));

        return $read;
    }

    /** Fails unless the next line is that of this signal, from SAYS_SIGNALS. A terminal echoes a key in front of it. */
    public function hears(string $signal): void
    {
        Check::same("command $signal\r\n", str_replace(['^C', '^\\'], '', $this->reads("\r\n")), $signal);
    }

    /** Types into its terminal, or writes to its stdin. */
    public function types(string $bytes): void
    {
        fwrite($this->process->stdin, $bytes);
    }

    /** Its stdin ends. */
    public function closes(): void
    {
        fclose($this->process->stdin);
    }

    public function runs(): bool
    {
        return $this->process->running();
    }

    /** Waits for its end, and reads the rest of its output. */
    public function status(float $seconds = 60): int
    {
        $status = $this->process->wait($seconds) ?? throw new Failure("It does not end. It has said:\n$this->output\n{$this->stderr()}");
        while (!feof($this->process->stdout) && Deadline::in(0.5)->readable($this->process->stdout)) {
            $this->output .= (string) fread($this->process->stdout, 65536);
        }
        // A terminal ends its lines with both.
        $this->output = str_replace("\r\n", "\n", $this->output);

        return $status;
    }

    /** Fails unless it ends with this status, and returns its output. */
    public function ends(int $status, string $what): string
    {
        $got = $this->status();
        Check::same($status, $got, "$what: the exit status, with\n$this->output{$this->stderr()}");

        return $this->output;
    }

    public function stderr(): string
    {
        return $this->dir->read('stderr');
    }

    public function signal(int $signal): void
    {
        $this->process->signal($signal);
    }

    /** The process of the command. Give the id of the tool where a terminal stands between. */
    public function command(?int $tool = null): int
    {
        $children = array_filter(self::all(), fn (array $stat): bool => $stat['parent'] === ($tool ?? $this->process->pid));
        ksort($children);

        return array_key_first($children) ?? throw new Failure('the tool has no child');
    }

    /** @return list<int> the processes of a group */
    public static function group(int $group): array
    {
        return array_keys(array_filter(self::all(), static fn (array $stat): bool => $stat['group'] === $group));
    }

    /** The state of a process as the kernel names it, such as S or T; '' if there is none. */
    public static function state(int $pid): string
    {
        return self::stat("/proc/$pid/stat")['state'] ?? '';
    }

    /** The process that has started this one; 0 if there is none. */
    public static function parent(int $pid): int
    {
        return self::stat("/proc/$pid/stat")['parent'] ?? 0;
    }

    /** @return array<int, array{state: string, parent: int, group: int}> all processes */
    private static function all(): array
    {
        foreach (glob('/proc/[0-9]*/stat') as $file) {
            $all[(int) explode('/', $file)[2]] = self::stat($file);
        }

        return array_filter($all);
    }

    /** @return array{state: string, parent: int, group: int}|null */
    private static function stat(string $file): ?array
    {
        // They stand behind the program's name in brackets.
        return preg_match('/.*\) ([A-Za-z]) (\d+) (\d+)/s', (string) @file_get_contents($file), $stat) === 1
            ? ['state' => $stat[1], 'parent' => (int) $stat[2], 'group' => (int) $stat[3]]
            : null;
    }

    /** Returns whether a process runs or may run: there is one, and it is no zombie. */
    public static function lives(int $pid): bool
    {
        return !in_array(self::state($pid), ['', 'Z', 'X'], true);
    }
}
