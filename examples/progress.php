<?php

declare(strict_types=1);

/** One line for each run. In a terminal the line is redrawn during the run, else it is printed at the end. */
final class Progress
{
    private readonly bool $live;
    private readonly float $start;

    public function __construct(private readonly string $label)
    {
        $this->live = stream_isatty(STDOUT);
        $this->start = microtime(true);
        $this->show('…');
    }

    public function show(string $text): void
    {
        // Back to the first column, and clear the rest of the last text.
        echo $this->live ? sprintf("\r  %-24s%s\e[K", $this->label, $text) : '';
    }

    /** @return float the seconds that it took */
    public function done(string $text): float
    {
        $seconds = microtime(true) - $this->start;
        $line = sprintf('  %-24s%s, %.1f s', $this->label, $text, $seconds);
        echo $this->live ? "\r$line\e[K\n" : "$line\n";

        return $seconds;
    }
}
