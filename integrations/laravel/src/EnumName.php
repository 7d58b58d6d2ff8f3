<?php
/*
 * The names that an application gives as a text, a number or an enum. Newer versions of Laravel take enums, and the package takes
 * them in all versions. RememberOnce, MutexStore, Funnel and ConcurrencyLimited use it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use BackedEnum;
use UnitEnum;

final class EnumName
{
    /** Returns the text of a name, by the rule of Laravel's own enum_value(). */
    public static function of(mixed $name): string
    {
        return (string) ($name instanceof UnitEnum ? ($name instanceof BackedEnum ? $name->value : $name->name) : $name);
    }
}
