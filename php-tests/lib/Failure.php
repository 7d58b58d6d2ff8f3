<?php
/*
 * A test has failed. Thrown by Check and by every wait of this folder that reaches its deadline. It is an Error and no
 * Exception, so that a test that catches the extension's RuntimeExceptions does not catch it.
 */

declare(strict_types=1);

namespace Tests;

final class Failure extends \Error
{
}
