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

    public function done(string $text): void
    {
        $line = sprintf('  %-24s%s, %.1f s', $this->label, $text, microtime(true) - $this->start);
        echo $this->live ? "\r$line\e[K\n" : "$line\n";
    }
}
