<?php
/*
 * The log of one process of the hammer. A record is one line and one write(), so it survives a kill -9. All stamps are of
 * CLOCK_MONOTONIC, which is the same for all processes of a machine. Written by hammer-process.php, read by
 * HammerWorker.
 *
 *   STAMP wait NAME               lock() is called
 *   STAMP held NAME UNTIL FENCE KIND   lock() or lockShared() returned true; valid until UNTIL; FENCE is - without fencing;
 *                                 KIND is lock, share or share5 with the limit 5, and may be missing: lock
 *   STAMP busy NAME               lock() returned false
 *   STAMP leave NAME              the release begins: unlock(), exit, or the end of the object
 *   STAMP left NAME 1|0           unlock() returned true or false
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

    /** @return list<list<string>> the fields of every complete record */
    public static function records(string $text): array
    {
        $lines = explode("\n", $text);
        array_pop($lines);

        return array_map(static fn (string $line): array => explode(' ', $line), $lines);
    }
}
