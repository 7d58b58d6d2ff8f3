<?php
/*
 * A promise of the test suite was broken. Thrown by Check and by every bounded wait of this folder.
 * An Error, not an Exception: a test that catches the extension's RuntimeExceptions must not swallow it.
 */

declare(strict_types=1);

namespace Tests;

final class Failure extends \Error
{
}
