<?php
/*
 * An error reply of Redis, thrown by RedisClient. Its message is the reply without the leading minus. It is none of the
 * extension's exceptions, so that no test takes one for the other.
 */

declare(strict_types=1);

namespace Tests;

final class RedisError extends \Exception
{
}
