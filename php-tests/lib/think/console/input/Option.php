<?php
/*
 * Stand-in: what kind of option a command takes.
 */

declare(strict_types=1);

namespace think\console\input;

class Option
{
    public const VALUE_NONE = 1;
}
