<?php
/*
 * An error reply of Redis, thrown by RedisClient; its message is the reply without the leading minus.
 * Not one of the extension's exceptions, so that a test never takes the one for the other.
 */

declare(strict_types=1);

namespace Tests;

final class RedisError extends \Exception
{
}
