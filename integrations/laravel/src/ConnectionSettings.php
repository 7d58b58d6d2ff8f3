<?php
/*
 * The server that a Redis connection of Laravel leads to, and the prefix that its keys get. The rules by which Laravel merges
 * the settings of a connection differ from version to version, so Laravel itself merges them, and this connector takes the
 * result without ever connecting. Its callers drop the arguments from the traces of what it throws, because passwords are
 * among them. MutexStore, QuorumServers and MutexServiceProvider use it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use Exception;
use Illuminate\Redis\Connectors\PhpRedisConnector;
use Illuminate\Redis\RedisManager;
use Illuminate\Support\Arr;
use Illuminate\Support\ConfigurationUrlParser;
use InvalidArgumentException;
use LogicException;
use Predis\Connection\NodeConnectionInterface;

final class ConnectionSettings extends PhpRedisConnector
{
    /** The keys that RedisMutexLock gets, because it would refuse an unknown one that a later Laravel may have. */
    private const KEYS = [
        'scheme', 'host', 'port', 'path', 'username', 'password', 'database', 'timeout', 'read_timeout', 'name', 'context', 'ssl',
    ];

    /** The keys by which packages that add Sentinel to phpredis say where the sentinels are. */
    private const SENTINELS = ['sentinel', 'sentinels', 'sentinel_host', 'sentinel_hosts'];

    /** The other keys of such packages, which go to RedisMutexLock as they are. */
    private const OF_SENTINELS = ['sentinel_port', 'sentinel_service', 'sentinel_username', 'sentinel_password', 'sentinel_ssl'];

    /** What these packages call the master if nobody names it. */
    private const SERVICE = 'mymaster';

    /** The keys beside the connections that Laravel has in the same array. */
    private const NO_CONNECTIONS = ['client', 'options', 'clusters'];

    /** @var array<string, mixed> the server as the constructor of RedisMutexLock takes it */
    public array $server = [];

    /** The prefix of each key of this connection. */
    public string $prefix = '';

    /** @var array<int|string, mixed>|null the settings of the connection as Laravel merges them */
    private ?array $merged = null;

    /** @var list<array<string, mixed>>|null the nodes of a Cluster */
    private ?array $nodes = null;

    private function __construct(private readonly string $connection)
    {
    }

    /**
     * Returns the settings of a connection.
     *
     * @param mixed $sentinel "sentinel" as the constructor of RedisMutexLock takes it, if these sentinels name the server instead of
     *     the connection, which then gives login, TLS, database and prefix
     * @throws InvalidArgumentException if there is no such connection, or if locks cannot use it
     */
    public static function of(object $manager, string $connection, mixed $sentinel = null): self
    {
        $settings = new self($connection);
        if (!$manager instanceof RedisManager) {
            $settings->refuse('it is not made by the RedisManager of Laravel');
        }
        // The store's own manager knows its settings, while those of config() may be others by now.
        $copy = clone $manager;
        $copy->setDriver('redis-mutex');
        $creators = (fn () => $this->customCreators)->call($manager);
        // The manager of another package may take its own client with any driver.
        foreach (['redis-mutex', ...array_keys($creators)] as $client) {
            $copy->extend((string) $client, fn () => $settings);
        }
        try {
            $copy->resolve($connection);
        } catch (LogicException $e) {
            if ($settings->merged === null) {
                throw $e;
            }
        } finally {
            // The manager has bound the function to itself, and PHP would free such a cycle late, of which each request makes one.
            (function (): void {
                $this->customCreators = [];
            })->call($copy);
        }
        $driver = (fn () => $this->driver)->call($manager);
        if ($manager::class !== RedisManager::class) {
            $driver = $settings->merged['client'] ?? $driver;
        }
        $isOfPackage = isset($creators[$driver]) || !in_array($driver, ['phpredis', 'predis'], true);
        match (true) {
            $sentinel !== null => $settings->readBeside($sentinel, $driver === 'predis' ? $settings->predisOf($manager) : null),
            $isOfPackage && $settings->namesSentinels() => $settings->readSentinels(),
            $driver === 'phpredis' => $settings->readPhpRedis(),
            $driver === 'predis' => $settings->readPredis($settings->predisOf($manager)),
            // Nobody knows what the settings of another client mean, whose host may be a sentinel.
            default => $settings->refuse("its client is [$driver], and locks know phpredis and predis"),
        };

        return $settings;
    }

    /**
     * What var_dump() and dd() show, because the settings have a password.
     *
     * @return array<string, string>
     */
    public function __debugInfo(): array
    {
        return ['connection' => $this->connection];
    }

    /** Returns whether a text is the name of a connection, also of a Cluster. */
    public static function has(RedisManager $manager, string $name): bool
    {
        $redis = self::all($manager);

        return !in_array($name, self::NO_CONNECTIONS, true) && isset($redis[$name])
            || $name !== 'options' && isset($redis['clusters'][$name]);
    }

    /** Returns the prefix of the connections that have none of their own. */
    public static function commonPrefix(RedisManager $manager): string
    {
        // For Laravel, the prefix "0" is none.
        return (string) ((self::all($manager)['options']['prefix'] ?? '') ?: '');
    }

    /**
     * Takes the nodes of a Cluster, with which Laravel calls this.
     *
     * @return never
     */
    public function connectToCluster(array $config, array $clusterOptions, array $options)
    {
        $this->merged = array_merge($options, $clusterOptions, Arr::pull($config, 'options', []));
        $this->nodes = array_values($config);

        throw new LogicException('The settings are known.');
    }

    /**
     * Takes the merged settings of one server, with which Laravel calls this.
     *
     * @return never
     */
    protected function createClient(array $config)
    {
        $this->merged = $config;

        throw new LogicException('The settings are known.');
    }

    /** @return array<string, mixed> "redis" of config/database.php, as the manager got it */
    private static function all(RedisManager $manager): array
    {
        return (fn () => $this->config)->call($manager);
    }

    private function readPhpRedis(): void
    {
        $settings = $this->settingsOfPhpRedis();
        if ($this->nodes !== null) {
            $this->nodes = empty($settings['context']) ? $this->nodes : array_map(self::withTls(...), $this->nodes);
            $this->server = $this->cluster($settings);
        } else {
            $this->server = $this->single($settings);
        }
    }

    /**
     * Takes the prefix of a connection that phpredis opens, and returns the rest of its settings.
     *
     * @return array<int|string, mixed>
     */
    private function settingsOfPhpRedis(): array
    {
        $settings = (array) $this->merged;
        // For Laravel, the prefix "0" is none.
        $this->prefix = (string) (($settings['prefix'] ?? '') ?: '');
        // Later versions of Laravel take every context for one of the stream.
        $isOfStream = isset($settings['context']['stream']) || method_exists(parent::class, 'normalizeContext');

        return $this->nodes === null && isset($settings['context']) && $isOfStream ? self::withTls($settings) : $settings;
    }

    /** Returns whether the connection says where its sentinels are. */
    private function namesSentinels(): bool
    {
        return $this->nodes === null && array_filter(Arr::only((array) $this->merged, self::SENTINELS)) !== [];
    }

    /** Takes the settings of a package that adds Sentinel to phpredis. */
    private function readSentinels(): void
    {
        $settings = $this->settingsOfPhpRedis();
        $flat = array_filter(Arr::only($settings, [...self::SENTINELS, ...self::OF_SENTINELS]));
        $sentinel = Arr::wrap(Arr::pull($flat, 'sentinel'));
        if (isset($flat['sentinels'])) {
            // Beside a list, such a package does not look at the single sentinel.
            $sentinel = Arr::except($sentinel, ['host', 'port']) + array_filter(Arr::only($settings, 'service'));
        } elseif (isset($flat['sentinel_host']) || isset($flat['sentinel_hosts'])) {
            $flat += ['sentinel_service' => self::SERVICE];
        }
        $sentinel += $flat;
        // The settings of the sentinels say whether they speak TLS, and those of the master do not count for them.
        $hosts = Arr::flatten(Arr::only($sentinel, ['host', 'sentinels', 'sentinel_host', 'sentinel_hosts']));
        $saysTls = preg_grep('~(^|[,;\s])(tls|ssl|rediss)://~i', array_filter($hosts, is_string(...))) !== [];
        $hasContext = array_filter(Arr::only($sentinel, ['ssl', 'context', 'sentinel_ssl'])) !== [];
        $sentinel += ['scheme' => $saysTls || $hasContext ? 'tls' : 'tcp'];
        $this->server = self::besideSentinels($sentinel, $settings);
    }

    /**
     * Takes sentinels that do not stand in the connection.
     *
     * @param \Predis\Client|null $client of this connection; null: it is not one of Predis
     */
    private function readBeside(mixed $sentinel, ?object $client): void
    {
        if ($this->nodes !== null) {
            $this->refuse('it is a Cluster, and "sentinel" in "mutex" is for one master');
        }
        if ($client === null) {
            $settings = $this->settingsOfPhpRedis();
        } else {
            $this->prefix = (string) $client->getOptions()->prefix;
            $server = $client->getConnection();
            $settings = $server instanceof NodeConnectionInterface
                ? $server->getParameters()->toArray()
                : (array) ($this->merged['parameters'] ?? []);
        }
        $this->server = self::besideSentinels($sentinel, $settings);
    }

    /**
     * Returns the server that sentinels name.
     *
     * @param array<int|string, mixed> $settings of the connection, whose own server does not count
     * @return array<string, mixed>
     */
    private static function besideSentinels(mixed $sentinel, array $settings): array
    {
        $scheme = $settings['scheme'] ?? null;
        if ($scheme === null && preg_match('~^(\w+)://~', (string) ($settings['host'] ?? ''), $found) === 1) {
            $scheme = $found[1];
        }

        return ['sentinel' => $sentinel] + ['scheme' => $scheme === 'unix' ? null : $scheme]
            + Arr::except(Arr::only($settings, self::KEYS), ['host', 'port', 'path']);
    }

    /**
     * Returns the server with the scheme of TLS, which phpredis speaks if it has a context for the stream and no scheme.
     *
     * @param array<string, mixed> $server
     * @return array<string, mixed>
     */
    private static function withTls(array $server): array
    {
        $saysHow = isset($server['scheme']) || str_contains((string) ($server['host'] ?? ''), '/');

        return $saysHow ? $server : ['scheme' => 'tls'] + $server;
    }

    /** @return \Predis\Client */
    private function predisOf(RedisManager $manager): object
    {
        try {
            return (clone $manager)->resolve($this->connection)->client();
        } catch (Exception $e) {
            // Behind the colon, Predis quotes the URL of a server with its password.
            $this->refuse('Predis refuses its settings (' . strtok($e->getMessage(), ':') . ')');
        }
    }

    /** @param \Predis\Client $client of this connection; Predis connects at its first command */
    private function readPredis(object $client): void
    {
        $this->prefix = (string) $client->getOptions()->prefix;
        $defaults = (array) ($this->merged['parameters'] ?? []);
        $server = $client->getConnection();
        if ($server instanceof NodeConnectionInterface) {
            $this->server = $this->single($server->getParameters()->toArray());
        } elseif (($this->merged['replication'] ?? null) === 'sentinel') {
            $this->server = $this->sentinel($defaults);
        } elseif ($this->nodes !== null && ($this->merged['cluster'] ?? null) === 'redis') {
            $this->server = $this->cluster($defaults + (array) $this->merged);
        } else {
            $this->refuse('its client chooses a server for each key');
        }
    }

    /**
     * @param array<int|string, mixed> $settings
     * @return array<string, mixed>
     */
    private function single(array $settings): array
    {
        // Without this, the lock would be on the server of php.ini.
        if (($settings['host'] ?? '') === '' && ($settings['path'] ?? '') === '') {
            $this->refuse('it has no host');
        }

        return Arr::only($settings, self::KEYS);
    }

    /**
     * @param array<int|string, mixed> $options what holds for all nodes
     * @return array<string, mixed>
     */
    private function cluster(array $options): array
    {
        $common = Arr::only($options, ['username', 'password', 'timeout', 'read_timeout', 'name', 'context', 'ssl']);
        $login = empty($common['password']) ? ['username', 'password'] : [];
        $nodes = [];
        foreach ($this->nodes as $node) {
            if (($node['host'] ?? '') === '') {
                $this->refuse('one of its nodes has no host');
            }
            // A Cluster has no databases, although Laravel's own arrays name one.
            $nodes[] = Arr::only($node, ['scheme', 'host', 'port', 'context', ...$login]);
        }

        return ['cluster' => $nodes] + $common;
    }

    /**
     * @param array<string, mixed> $master the settings of the master
     * @return array<string, mixed>
     */
    private function sentinel(array $master): array
    {
        $service = $this->merged['service'] ?? '';
        $parser = new ConfigurationUrlParser();
        $nodes = [];
        foreach ((array) $this->merged as $key => $node) {
            // Predis takes the entries with a number for the sentinels.
            if (!is_int($key)) {
                continue;
            }
            $node = $parser->parseConfiguration($node);
            if (($node['host'] ?? '') === '') {
                $this->refuse('one of its sentinels has no host');
            }
            $node += ['scheme' => $node['driver'] ?? null];
            $nodes[] = Arr::only($node, ['scheme', 'host', 'port', 'username', 'password']);
        }
        if (!is_string($service) || $service === '' || $nodes === []) {
            $this->refuse('it needs the name of its "service" and its sentinels');
        }

        return self::besideSentinels(['service' => $service, 'nodes' => $nodes], $master);
    }

    private function refuse(string $why): never
    {
        throw new InvalidArgumentException(
            "The driver redis-mutex cannot use the connection [$this->connection]: $why. Use the driver redis for it.",
        );
    }
}
