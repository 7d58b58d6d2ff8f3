<?php
/*
 * Stand-in: what kind of argument a command takes.
 */

declare(strict_types=1);

namespace think\console\input;

class Argument
{
    public const REQUIRED = 1;
    public const OPTIONAL = 2;
}
