<?php
/*
 * The assertions of the phpt files. An assertion that holds prints nothing. The first one that does not hold throws, and
 * the message stands in the diff of the test. Used by every phpt file and inside workers.
 */

declare(strict_types=1);

namespace Tests;

final class Check
{
    /** Fails unless both are identical (`===`). */
    public static function same(mixed $expected, mixed $actual, string $what): void
    {
        if ($expected !== $actual) {
            throw new Failure("$what: expected " . self::show($expected) . ', got ' . self::show($actual));
        }
    }

    /** Fails unless the condition is exactly true. */
    public static function true(mixed $condition, string $what): void
    {
        self::same(true, $condition, $what);
    }

    /** Fails unless the number lies in the closed interval. */
    public static function between(int|float $low, int|float $high, mixed $actual, string $what): void
    {
        if (!(is_int($actual) || is_float($actual)) || $actual < $low || $actual > $high) {
            throw new Failure("$what: expected $low to $high, got " . self::show($actual));
        }
    }

    /**
     * Calls $f, which must throw exactly this class: a subclass would mean something else to a caller.
     * $message is a part of the message, or a pattern between slashes.
     */
    public static function throws(string $class, callable $f, ?string $message = null): \Throwable
    {
        try {
            $result = $f();
        } catch (Failure $failure) {
            throw $failure;
        } catch (\Throwable $thrown) {
            // phpt.php gives the classes of this folder short names.
            if ($thrown::class !== (new \ReflectionClass($class))->getName()) {
                throw new Failure("expected $class, got " . $thrown::class . ': ' . $thrown->getMessage(), 0, $thrown);
            }
            if ($message !== null && !self::matches($message, $thrown->getMessage())) {
                throw new Failure("$class: message '{$thrown->getMessage()}' does not match '$message'", 0, $thrown);
            }

            return $thrown;
        }
        throw new Failure("expected $class, got the result " . self::show($result));
    }

    /** Waits until the condition returns true. Fails after $seconds. */
    public static function eventually(callable $condition, float $seconds = 5, string $what = 'condition'): void
    {
        $end = Deadline::in($seconds);
        while ($condition() !== true) {
            if ($end->passed()) {
                throw new Failure("$what did not come true within $seconds s");
            }
            usleep(2000);
        }
    }

    /** A name that no other test, process or call uses: all tests share one server. */
    public static function unique(string $hint): string
    {
        static $calls = 0;
        $test = basename($_SERVER['SCRIPT_NAME'] ?? 'test', '.php');

        return "$hint-$test-" . getmypid() . '-' . ++$calls;
    }

    private static function matches(string $message, string $actual): bool
    {
        return strlen($message) > 2 && $message[0] === '/'
            ? preg_match($message, $actual) === 1
            : str_contains($actual, $message);
    }

    private static function show(mixed $value): string
    {
        return is_object($value) ? 'object of ' . $value::class : var_export($value, true);
    }
}
