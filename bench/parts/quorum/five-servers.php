<?php

declare(strict_types=1);

use Tests\RedisServer;
use Tests\Relay;

/** Five independent servers, on the processor of the servers. */
final class FiveServers
{
    /** @var list<RedisServer> */
    public readonly array $servers;

    public function __construct(private readonly Run $run)
    {
        $this->servers = self::start($run, 5);
    }

    /** @return list<RedisServer> more of them */
    public static function start(Run $run, int $count): array
    {
        return array_map(static fn () => RedisServer::start(['server_cpulist' => $run->server]), range(1, $count));
    }

    /** @return list<string> */
    public function addresses(): array
    {
        return self::of($this->servers);
    }

    /** @param list<RedisServer> $servers @return list<string> */
    public static function of(array $servers): array
    {
        return array_map(static fn (RedisServer $server) => "127.0.0.1:$server->plainPort", $servers);
    }

    /** @param list<string> $addresses @return string what RedisMutexLock takes */
    public static function url(array $addresses): string
    {
        return 'redis+quorum://' . implode(',', $addresses) . '/0';
    }

    /**
     * Returns a network in front of each server.
     *
     * @param float $roundTrip seconds that a round trip takes longer
     * @return list<Relay>
     */
    public function networks(float $roundTrip): array
    {
        // A network sleeps while its bytes are in flight, so it shares the processor of its server.
        return array_map(fn (RedisServer $server) => $this->run->network($server->plainPort, $roundTrip), $this->servers);
    }

    /** @return list<Redis> a connection to each server */
    public function watches(): array
    {
        return array_map(static function (RedisServer $server): Redis {
            $watch = new Redis();
            $watch->connect('127.0.0.1', $server->plainPort);

            return $watch;
        }, $this->servers);
    }

    public function stop(): void
    {
        array_map(static fn (RedisServer $server) => $server->kill(), $this->servers);
    }
}
