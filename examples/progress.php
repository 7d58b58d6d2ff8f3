<?php

declare(strict_types=1);

/** One line per run: redrawn while it is under way if somebody is watching, else printed once at its end. */
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
        // Back to the first column, and clear what the last text left at the end of the line.
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
