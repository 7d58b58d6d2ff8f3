<?php
/*
 * What one process of the hammer did, in a file that only grows: a record is a line and one write(), so
 * that it survives a kill -9. All stamps are of CLOCK_MONOTONIC, which is one clock for all processes here.
 * Written by hammer-process.php, read by HammerWorker.
 *
 *   STAMP wait NAME               lock() is called
 *   STAMP held NAME UNTIL FENCE   it is back: mine, to be relied on until UNTIL; FENCE is - without one
 *   STAMP busy NAME               it is back: false
 *   STAMP leave NAME              the release begins: unlock(), exit, or the end of the object
 *   STAMP left NAME 1|0           unlock() is back with true or false
 *   STAMP unknown NAME            Redis could not be asked
 */

declare(strict_types=1);

namespace Tests;

final class HammerLog
{
    /** @var resource */
    private $file;

    public function __construct(string $path)
    {
        $this->file = fopen($path, 'a');
    }

    public function add(int $stamp, string $what, string $name, int|string ...$more): void
    {
        fwrite($this->file, implode(' ', [$stamp, $what, $name, ...$more]) . "\n");
    }

    /** @return list<list<string>> the fields of every whole record */
    public static function records(string $text): array
    {
        $lines = explode("\n", $text);
        array_pop($lines);

        return array_map(static fn (string $line): array => explode(' ', $line), $lines);
    }
}
