<?php
/*
 * The warnings and deprecations of one round. Each must be one that PHP itself gives for what the fuzzer does. Now and
 * then the handler throws or does a deed, as handlers of applications do. Used by FuzzPlay.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzErrors
{
    private const KNOWN = [
        '/^of a deed$/D',
        '/^RedisMutexLock::\w+\(\): Passing null to parameter #\d \(\$\w+\) of type [a-z|]+ is deprecated$/D',
        // A deed in the conversion of an argument may have been the last to refer to the object.
        '/^RedisMutexLock::(lock|lockAll|lockShared|adopt)\(\): The object ends with this expression and releases the lock at once; .*$/D',
        '/^Implicit conversion from float(-string)? .* to int loses precision$/sD',
        '/^Undefined property: (RedisMutexLock|Tests\\\\Fuzz\w+)::\$.*$/sD',
        '/^Object of class [\w\\\\]+ could not be converted to (int|float)$/D',
        '/^Increment on non-alphanumeric string is deprecated$/D',
        '/^var_export does not handle circular references$/D',
        // The class of the extension takes no dynamic properties. A subclass in PHP takes them.
        '/^Creation of dynamic property Tests\\\\Fuzz(Sub|Unborn)::\$.* is deprecated$/sD',
        // A property of a subclass has any value that the fuzzer once wrote into it.
        '/^Automatic conversion of false to array is deprecated$/D',
        '/^Increment on type bool has no effect, this will change in the next major version of PHP$/D',
        '/^Increment on non-numeric string is deprecated, use str_increment\(\) instead$/D',
        '/^Indirect modification of overloaded property Tests\\\\FuzzSub::\$.* has no effect$/sD',
    ];

    public function __construct(private readonly FuzzWorld $world)
    {
    }

    public function begin(): void
    {
        set_error_handler($this->handle(...));
    }

    private function handle(int $level, string $message, string $file, int $line): bool
    {
        // While the handler runs, PHP has no handler.
        $this->begin();
        try {
            // No check after an @: the fuzzer itself has written it.
            (error_reporting() & $level) === 0 || $this->meet($message, basename($file) . ":$line");
        } finally {
            restore_error_handler();
        }

        return true;
    }

    private function meet(string $message, string $place): void
    {
        foreach (self::KNOWN as $pattern) {
            if (preg_match($pattern, $message) === 1) {
                if ($this->world->context->armed !== FuzzContext::NONE && $this->world->random->below(4) === 0) {
                    $this->world->deeds->happen(solid: true);
                }

                return;
            }
        }
        $this->world->report->wrong("PHP says: $message ($place)");
    }
}
