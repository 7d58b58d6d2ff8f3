<?php
/*
 * A run of examples/demo.php, in a terminal or without one. Used by php-tests/demo.
 */

declare(strict_types=1);

namespace Tests;

final class Demo
{
    /** What it has printed so far. */
    public string $output = '';
    public readonly Process $process;
    private readonly TempDir $dir;

    /**
     * @param int $columns the width of its terminal. 0: its output is a pipe
     * @param array<string, string|null> $env
     * @param string|null $framework whose locks it shows
     * @param string|null $deployment that it shows
     */
    public function __construct(int $columns, array $env = [], ?string $framework = null, ?string $deployment = null)
    {
        $this->dir = new TempDir();
        mkdir($this->dir->file('temporary'));
        $modules = $framework === 'laravel' ? Laravels::MODULES : ['posix', 'redis'];
        $script = dirname(__DIR__, 2) . '/examples/demo.php';
        // An old version of a framework uses what a new PHP has deprecated.
        $ini = $framework === null ? [] : ['error_reporting' => E_ALL & ~E_DEPRECATED];
        $command = [PHP_BINARY, ...Extension::arguments($ini, $modules), $script, (string) $framework, (string) $deployment];
        if ($columns > 0) {
            $inTerminal = "stty cols $columns; echo; exec " . implode(' ', array_map(escapeshellarg(...), $command));
            $command = ['script', '-qec', $inTerminal, '/dev/null'];
        }
        // The folder for its files also marks its processes, see processes().
        $env += ['TMPDIR' => $this->dir->file('temporary'), 'TERM' => 'xterm', 'NO_COLOR' => null];
        $this->process = new Process($command, $this->dir->file('stderr'), $env, talks: true, orphaned: 'TERM');
        if ($columns > 0) {
            // Before this line Ctrl-C might not reach any process: the terminal is not theirs yet.
            $this->read(1);
            $this->output = '';
        }
    }

    /** Presses Ctrl-C in its terminal. */
    public function interrupt(): void
    {
        @fwrite($this->process->stdin, "\x03"); // it may have ended
    }

    /** Reads until so many lines are complete, or until it has ended. */
    public function read(int $lines = PHP_INT_MAX): void
    {
        $end = Deadline::in(120);
        while (substr_count($this->output, "\n") < $lines && !feof($this->process->stdout)) {
            Check::true($end->readable($this->process->stdout), 'the demo goes on');
            $this->output .= fread($this->process->stdout, 65536);
        }
    }

    /** Everything that it prints. It must end well. A terminal's line ends with "\r\n", which is "\n" here. */
    public function whole(): string
    {
        $this->read();
        Check::same(0, $this->process->wait(60), "how the demo ends:\n$this->output" . $this->dir->read('stderr'));

        return str_replace("\r\n", "\n", $this->output);
    }

    /** @return list<int> its processes, its Redis included, that have not ended */
    public function processes(): array
    {
        $mark = "TMPDIR={$this->dir->file('temporary')}\0";
        $of = array_filter(
            glob('/proc/[0-9]*/environ'),
            static fn (string $file): bool => str_contains((string) @file_get_contents($file), $mark),
        );

        return array_values(array_map(static fn (string $file): int => (int) explode('/', $file)[2], $of));
    }

    /** Fails unless all its processes end within a short time, and none of its files is left. */
    public function ends(string $what): void
    {
        // Here it takes 0.2 s. A busy machine gets 30 s: a demo that hangs does so for 60 s.
        Check::eventually(fn (): bool => $this->processes() === [], 30, "the end of all processes $what");
        Check::same([], glob($this->dir->file('temporary') . '/*'), "files that are left $what");
    }

    /** @return list<string> what stands in one line of the terminal at any moment, without colours */
    public static function lines(string $output): array
    {
        return preg_split('/[\r\n]+/', preg_replace('/\e\[[0-9;]*m/', '', $output));
    }
}
