<?php
/*
 * The report of a round to its parent, in a file. Each line is one write(), so it survives a crash. Every call is
 * reported before it is made. All parts of a round write it, FuzzRound reads it.
 *
 *   call WHAT      a call of the process itself; the number of these lines is the number of calls
 *   fork WHAT      a call of a forked child
 *   wrong WHAT     a rule was broken
 *   code N         the process will end with this exit status; the last such line counts
 *   lap …          the figures after one lap of a round of growth, see FuzzGrowth
 */

declare(strict_types=1);

namespace Tests;

final class FuzzReport
{
    private const LONGEST = 2_000;

    /** @var resource */
    private $file;
    private string $word = 'call';

    public function __construct(?string $path)
    {
        $this->file = fopen($path ?? 'php://stderr', 'a');
    }

    /** From here on this is a forked child. */
    public function forked(): void
    {
        $this->word = 'fork';
    }

    public function isForked(): bool
    {
        return $this->word === 'fork';
    }

    public function call(string $what): void
    {
        fwrite($this->file, "$this->word $what\n");
    }

    public function wrong(string $what): void
    {
        fwrite($this->file, 'wrong ' . self::line(substr($what, 0, self::LONGEST)) . "\n");
    }

    public function code(int $code): void
    {
        $this->isForked() || fwrite($this->file, "code $code\n");
    }

    public function lap(int ...$figures): void
    {
        fwrite($this->file, 'lap ' . implode(' ', $figures) . "\n");
    }

    /** A value in a few characters. */
    public static function show(mixed $value): string
    {
        return match (true) {
            is_string($value) => strlen($value) > 120 ? strlen($value) . ' bytes' : '"' . self::line($value) . '"',
            is_int($value) => (string) $value,
            is_float($value) => 'float ' . var_export($value, true),
            is_array($value) => 'array ' . count($value),
            $value instanceof FuzzHostile => "hostile $value->shape",
            is_object($value) => $value::class,
            default => get_debug_type($value),
        };
    }

    /** @param array<array-key, mixed> $values */
    public static function showAll(array $values): string
    {
        $shown = [];
        foreach ($values as $key => $value) {
            $shown[] = (is_int($key) ? '' : self::line($key) . ': ') . self::show($value);
        }

        return implode(', ', $shown);
    }

    /** The text on one line, without control characters for a terminal. */
    public static function line(string $text): string
    {
        return preg_match('/^[ -~]*+$/D', $text) === 1 ? $text
            : preg_replace_callback('/[^ -~]/', static fn (array $byte): string => sprintf('\\x%02x', ord($byte[0])), $text);
    }
}
