<?php
/*
 * An enumeration, as one of the values of any type. Used by FuzzValues.
 */

declare(strict_types=1);

namespace Tests;

enum FuzzEnum: string
{
    case One = 'one';
}
