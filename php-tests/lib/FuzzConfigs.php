<?php
/*
 * Configurations: working ones for the pool, and wild ones in which anything may be wrong. Every password in them
 * contains FuzzWorld::SECRET. Used by FuzzPool and FuzzValues.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzConfigs
{
    /** Every key of the design, also the ignored and the refused ones. */
    private const KEYS = [
        'url', 'scheme', 'host', 'port', 'path', 'username', 'password', 'auth', 'database', 'db', 'select', 'timeout',
        'read_timeout', 'context', 'name', 'lock_prefix', 'lease', 'max_hold', 'lock_delay', 'fencing', 'auto_release', 'busy_poll',
        'retry_for', 'min_replicas', 'command_timeout', 'sentinel', 'cluster', 'servers', 'service', 'sentinel_password', 'options', 'prefix', 'expire',
        'persistent', 'serializer', 'ssl', 'cafile', 'capath', 'local_cert', 'local_pk', 'peer_name', 'verify_peer',
        'verify_peer_name', 'passphrase', 'peer_fingerprint', 'allow_self_signed',
    ];
    private const SECRETS = ['password', 'auth', 'passphrase', 'sentinel_password'];

    public function __construct(private readonly FuzzWorld $world)
    {
    }

    /** A server that answers. */
    public function sound(): array
    {
        return [
            'url' => $this->world->server->url, 'lock_prefix' => $this->world->prefix, 'command_timeout' => 20,
            'lease' => 30,
        ];
    }

    /** @return array|string|null the argument of the constructor, no object */
    public function wild(): array|string|null
    {
        return match ($this->world->random->weighted(['array' => 50, 'url' => 40, 'text' => 8, 'null' => 2])) {
            'array' => $this->array(),
            'url' => $this->url(),
            'text' => $this->world->values->text(),
            'null' => null,
        };
    }

    private function array(): array
    {
        $random = $this->world->random;
        // It has another prefix than the others: it may have been configured to release nothing.
        $config = $random->below(3) === 0 ? ['lock_prefix' => 'wild:'] + $this->sound() : [];
        for ($left = $random->below(5); $left >= 0; $left--) {
            $key = $this->key();
            $config[$key] = match (true) {
                in_array($key, self::SECRETS, true) => $this->secret(),
                $key === 'url' => $this->url(),
                default => $this->value((string) $key),
            };
        }
        if ($random->below(12) === 0) {
            // An array that contains itself.
            $config['options'] = &$config;
        }
        if ($random->below(8) === 0) {
            // Values behind references.
            foreach ($config as &$value) {
            }
        }

        return $config;
    }

    private function key(): string|int
    {
        $random = $this->world->random;
        $key = $random->one(self::KEYS);

        return match ($random->below(20)) {
            0 => $this->world->values->text(),
            1 => $random->below(3),
            2 => $this->spoiled($key),
            3 => "$key\xff",
            default => $key,
        };
    }

    private function value(string $key): mixed
    {
        $random = $this->world->random;
        if ($random->below(4) === 0) {
            return $this->world->values->any();
        }

        return match ($key) {
            'scheme' => $random->one(['redis', 'tcp', 'unix', 'rediss', 'tls', 'valkey', 'http', '', 'REDIS']),
            'host' => $random->one(['127.0.0.1', 'localhost', '::1', '[::1]', '/no/socket', 'redis://h', 'a b', '0', '']),
            'path' => $random->one([$this->world->server->socket, '/no/socket', 'relative', "/a\0b", '']),
            'port', 'database', 'db', 'select' => $random->one([0, 1, '0', '6379', -1, 65536, '1e3', 2.5, PHP_INT_MAX]),
            'context', 'ssl' => $this->context(),
            'cafile', 'capath', 'local_cert', 'local_pk' => $random->one(['/no/file', 'relative', '', null, "/a\0b", '/']),
            'peer_name' => $random->one(['redis.example', '10.0.0.1', '*.a', '', "\xff", '-']),
            'options', 'sentinel', 'cluster', 'servers' => $this->deployment(),
            'fencing', 'auto_release', 'verify_peer', 'verify_peer_name', 'allow_self_signed' => $random->one([true, false, 0, 1, '0', 'yes', 'off', null, '']),
            'name', 'username' => $random->one(['me', '', 'a b', "a\nb", "\xff", '0']),
            'lock_prefix', 'prefix' => $random->one(['', 'x:', "\0", "\xff", str_repeat('p', 1025), 'wild:']),
            default => $random->one([0, 1, 0.01, '0.5', ' 5 ', -1, 1e308, NAN, INF, '', null, '1e-3', 31_536_000]),
        };
    }

    /** A list of nodes in which nobody listens, or something near it. */
    private function deployment(): mixed
    {
        $random = $this->world->random;
        $node = fn (): mixed => $random->one(['127.0.0.1:1', '[::1]:1', '127.0.0.1:x', "\xff", '', null, 1, 'tls://127.0.0.1:1',
            'redis://:' . implode((array) $this->secret()) . '@127.0.0.1:1', ['host' => '127.0.0.1', 'port' => '1'],
            ['host' => '127.0.0.1', 'port' => 1, 'password' => $this->secret()], ['url' => 'redis://127.0.0.1:1', 'lease' => 1]]);
        $nodes = $random->one([[$node()], [$node(), $node()], [$node(), $node(), '127.0.0.1:2'], '127.0.0.1:1,127.0.0.1:2', [], ['']]);

        return $random->one([[], null, ['enable' => false], $nodes, ['enable' => 1, 'seeds' => $nodes, 'name' => null],
            ['service' => 'm', 'nodes' => $nodes], ['service' => 'm', 'nodes' => $nodes, 'password' => $this->secret()],
            ['enable' => true, 'master_name' => "\xff", 'nodes' => $nodes], (array) $nodes + ['options' => []]]);
    }

    /** TLS settings directly, under `stream` or under `ssl`, now and then with an unknown key. */
    private function context(): mixed
    {
        $random = $this->world->random;
        $context = [];
        foreach (['cafile', 'local_cert', 'local_pk', 'verify_peer', 'peer_name', 'ciphers', 'passphrase', 'auth', 'zzz'] as $key) {
            if ($random->below(4) === 0) {
                $context[$key] = in_array($key, [...self::SECRETS, 'local_pk'], true) ? $this->secret() : $this->value($key);
            }
        }

        return $random->one([$context, ['stream' => $context], ['ssl' => $context], [], null, true, ['stream' => true]]);
    }

    /** A password with a byte in it that ends parts of URLs. */
    private function secret(): string|array
    {
        $random = $this->world->random;
        $secret = FuzzWorld::SECRET . $random->one(['', '/', '?', '#', '&', '@', '%', ':', '=', ' ', "\n", "\0", "\xff"])
            . FuzzWorld::SECRET;

        return $random->below(6) === 0 ? ['user', $secret] : $secret;
    }

    private function url(): string
    {
        $random = $this->world->random;
        $secret = implode((array) $this->secret());
        $url = match ($random->below(9)) {
            0 => "redis://user:$secret@127.0.0.1:6379/0",
            1 => "redis://:$secret@localhost?lease=5",
            2 => "unix://{$this->world->server->socket}?password=$secret&db=0",
            3 => "tcp://127.0.0.1:1?auth=$secret&fencing=1",
            4 => "redis+cluster://user:$secret@127.0.0.1:1,[::1]:1/0?lease=5",
            5 => "redis+sentinel://127.0.0.1:1,127.0.0.1:2/0?service=m&sentinel_password=$secret",
            6 => "redis+quorum://user:$secret@127.0.0.1:1,[::1]:1,127.0.0.1:2/0?lease=5",
            7 => "redis://:$secret@127.0.0.1:1,rediss://user:$secret@127.0.0.1:2,unix:///no/socket?password=$secret",
            8 => $this->world->server->url . '?' . http_build_query([(string) $this->key() => 'x', 'lease' => '0.5']),
        };
        for ($left = $random->below(4); $left > 0; $left--) {
            $url = $this->spoiled($url);
        }

        return $url;
    }

    /** The text with one byte more, one byte less, another byte, or cut. A secret in it does not change. */
    private function spoiled(string $text): string
    {
        $random = $this->world->random;
        $at = $random->below(strlen($text) + 1);
        $secret = strpos($text, FuzzWorld::SECRET);
        if ($secret !== false) {
            // The secret with the character in front of it, which makes it a password.
            $from = $secret - strcspn(strrev(substr($text, 0, $secret)), ':?&') - 1;
            if ($at >= $from && $at < (int) strrpos($text, FuzzWorld::SECRET) + strlen(FuzzWorld::SECRET) + 1) {
                return $text;
            }
        }
        // In front of a password such a byte would end the password's place in the URL.
        $byte = $random->one($secret === false ? ["\xff", "\0", '/', '@', ':', '?', '%', '#', '&', 'x', "\n", '[', '9']
            : ["\xff", 'x', '%', '9', '-', '.']);

        return match ($random->below(3)) {
            0 => substr($text, 0, $at) . $byte . substr($text, $at),
            1 => substr($text, 0, $at) . $byte . substr($text, $at + 1),
            2 => $secret === false ? substr($text, 0, $at) : $text . $byte,
        };
    }
}
