<?php
/*
 * A sentinel that says what a test wants, also what is wrong. It counts who asks it. Used by php-tests/sentinel.
 */

declare(strict_types=1);

namespace Tests;

final class FakeSentinel
{
    private const QUESTION = 'SENTINEL';

    public readonly Proxy $proxy;
    public readonly int $port;

    /** @param array<string, int|string|bool> $rule as ProxyRules has them, for the question where the master is */
    private function __construct(array $rule)
    {
        // Anything but that question is answered by a Redis.
        $this->proxy = Proxy::to(RedisServer::shared());
        $this->port = $this->proxy->port;
        $this->doIt($rule);
    }

    /** One that names this server, or this port, as the master. */
    public static function naming(RedisServer|Proxy|int $master, string $host = '127.0.0.1'): self
    {
        return new self(self::answer($master, $host));
    }

    /** One that does this with the question: `['do' => 'stall']`; see ProxyRules. */
    public static function that(string $do, string|int ...$how): self
    {
        return new self(['do' => $do] + $how);
    }

    /** From now on it names this one. */
    public function name(RedisServer|Proxy|int $master, string $host = '127.0.0.1'): void
    {
        $this->proxy->clear();
        $this->doIt(self::answer($master, $host));
    }

    /** How often it was asked where the master is. */
    public function asked(): int
    {
        return $this->proxy->count(self::QUESTION);
    }

    /** @return array<string, int|string|bool> */
    private static function answer(RedisServer|Proxy|int $master, string $host): array
    {
        $port = is_int($master) ? $master : $master->port;

        return ['do' => 'answer', 'bytes' => Resp::pack([$host, $port])];
    }

    /** @param array<string, int|string|bool> $rule */
    private function doIt(array $rule): void
    {
        $this->proxy->rule($rule + ($rule['do'] === 'refuse' ? [] : ['command' => self::QUESTION]));
    }
}
