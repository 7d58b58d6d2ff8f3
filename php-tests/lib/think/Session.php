<?php
/*
 * Stand-in: a session in the cache. A request reads the whole session when it begins and writes all of it when it ends.
 */

declare(strict_types=1);

namespace think;

class Session
{
    private array $data = [];
    private string $id;

    public function __construct(private readonly App $app)
    {
        $this->setId();
    }

    public function getConfig(?string $name = null, mixed $default = null): mixed
    {
        return $this->app->config->get($name === null ? 'session' : "session.$name", $default);
    }

    public function getName(): string
    {
        return $this->getConfig('name') ?: 'PHPSESSID';
    }

    /** What does not look like an id becomes a new one. */
    public function setId(?string $id = null): void
    {
        $this->id = $id !== null && strlen($id) === 32 && ctype_alnum($id) ? $id : bin2hex(random_bytes(16));
    }

    public function getId(): string
    {
        return $this->id;
    }

    public function init(): void
    {
        $data = (string) $this->store()->get($this->key());
        $this->data = [...$this->data, ...($data === '' ? [] : unserialize($data))];
    }

    public function save(): void
    {
        if ($this->data === []) {
            $this->store()->delete($this->key());
        } else {
            $this->store()->set($this->key(), serialize($this->data), $this->getConfig('expire', 1440));
        }
    }

    public function set(string $name, mixed $value): void
    {
        $this->data[$name] = $value;
    }

    public function get(string $name, mixed $default = null): mixed
    {
        return $this->data[$name] ?? $default;
    }

    public function all(): array
    {
        return $this->data;
    }

    public function regenerate(bool $destroy = false): void
    {
        if ($destroy) {
            $this->store()->delete($this->key());
        }
        $this->setId();
    }

    private function store(): cache\Driver
    {
        return $this->app->cache->store($this->getConfig('store'));
    }

    private function key(): string
    {
        return $this->getConfig('prefix', '') . $this->id;
    }
}
