<?php
/*
 * Values of every kind for a parameter, and what a call makes of one. Used by the tests of conversion with and without
 * strict_types, which compare a method with PHP's own functions. The calls stand in the tests: strict_types is the
 * caller's.
 */

declare(strict_types=1);

namespace Tests;

final class Coercion
{
    /** @return array<string, mixed> */
    public static function values(): array
    {
        $text = new class {
            public function __toString(): string
            {
                return Check::unique('stringable');
            }
        };

        return [
            'int' => 7, 'zero' => 0, 'negative' => -3, 'float' => 2.0, 'fraction' => 2.5, 'huge' => 1e300, 'NAN' => NAN,
            'INF' => INF, 'true' => true, 'false' => false, 'null' => null, 'numeric' => '6', 'float text' => '6.0',
            'fraction text' => '6.5', 'blanks' => ' 6 ', 'exponent' => '1e1', 'text' => 'six', 'begins' => '6 pieces',
            'empty text' => '', 'hex' => '0x1A', 'array' => [], 'object' => new \stdClass(), 'stringable' => $text,
            'closure' => fn () => 1, 'resource' => STDOUT,
        ];
    }

    /**
     * The result of a call: its warnings and deprecations, and 'taken' or the error, without the name of the function.
     *
     * @return list<string>
     */
    public static function outcome(callable $call): array
    {
        $said = [];
        set_error_handler(static function (int $level, string $message) use (&$said): bool {
            $said[] = $level . preg_replace(['/^\S+\(\):/', '/#\d+ \(\$\w+\) of type \S+/'], ['', '# of type'], $message);

            return true;
        });
        try {
            $call();
            $said[] = 'taken';
        } catch (\TypeError $error) {
            $said[] = preg_replace('/^.* must be of type \S+, /', '', $error->getMessage());
        } catch (\ValueError) {
            // An error of a range: the conversion has succeeded.
            $said[] = 'taken';
        } finally {
            restore_error_handler();
        }

        return $said;
    }
}
