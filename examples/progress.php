<?php

declare(strict_types=1);

/** One line of the demo, which a terminal redraws during the run, while any other output gets it at the end. */
final class Progress
{
    /** The columns of the terminal, or 0 if a line cannot be redrawn. */
    private readonly int $columns;
    private readonly float $start;
    private string $shown = '';

    public function __construct(private readonly string $label)
    {
        $this->columns = self::redraws() ? self::columns() : 0;
        $this->start = microtime(true);
        $this->show('...');
    }

    public function show(string $text): void
    {
        if ($this->columns > 0) {
            // The line is cut, because "\r" leads back to the first column of one line, not of two.
            $line = substr($this->line($text), 0, $this->columns - 1);
            echo $this->cleared() . $line;
            $this->shown = $line;
        }
    }

    /** @return float the seconds since the line began */
    public function done(string $text, bool $good): float
    {
        $seconds = microtime(true) - $this->start;
        echo $this->cleared() . $this->line(self::painted($text, $good)) . sprintf(" (%.1f s)\n", $seconds);

        return $seconds;
    }

    /** Returns the text, in green or red where colours are welcome. */
    public static function painted(string $text, bool $good): string
    {
        $colours = self::redraws() && (string) getenv('NO_COLOR') === '';

        return $colours ? ($good ? "\e[32m" : "\e[1;31m") . "$text\e[0m" : $text;
    }

    private function line(string $text): string
    {
        return sprintf('  %-16s  %s', $this->label, $text);
    }

    private function cleared(): string
    {
        // Spaces clear the line, because terminals without escape codes know them too.
        return $this->columns > 0 ? "\r" . str_repeat(' ', strlen($this->shown)) . "\r" : '';
    }

    private static function redraws(): bool
    {
        return stream_isatty(STDOUT) && !in_array((string) getenv('TERM'), ['', 'dumb'], true);
    }

    private static function columns(): int
    {
        $stty = proc_open(['stty', 'size'], [STDOUT, ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes);

        return sscanf((string) stream_get_contents($pipes[1]), '%d %d')[1] ?? 0 ?: 80;
    }
}
