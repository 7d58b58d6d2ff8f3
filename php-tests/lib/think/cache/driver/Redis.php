<?php
/*
 * Stand-in: a cache in Redis, by phpredis. The driver of the package extends it.
 */

declare(strict_types=1);

namespace think\cache\driver;

use think\cache\Driver;

class Redis extends Driver
{
    protected $options = [
        'host' => '127.0.0.1',
        'port' => 6379,
        'password' => '',
        'select' => 0,
        'timeout' => 0,
        'expire' => 0,
        'prefix' => '',
        'tag_prefix' => 'tag:',
    ];
    private ?\Redis $redis = null;

    public function __construct(array $options = [])
    {
        $this->options = array_merge($this->options, $options);
    }

    public function handler(): \Redis
    {
        if ($this->redis === null) {
            $this->redis = new \Redis();
            $this->redis->connect($this->options['host'], (int) $this->options['port'], (float) $this->options['timeout']);
            $this->options['password'] === '' || $this->redis->auth($this->options['password']);
            $this->redis->select((int) $this->options['select']);
        }

        return $this->redis;
    }

    public function has($name): bool
    {
        return (bool) $this->handler()->exists($this->getCacheKey($name));
    }

    public function get($name, $default = null): mixed
    {
        $value = $this->handler()->get($this->getCacheKey($name));

        return match (true) {
            $value === false => $default,
            is_numeric($value) => $value,
            default => unserialize($value),
        };
    }

    public function set($name, $value, $expire = null): bool
    {
        $value = is_numeric($value) ? (string) $value : serialize($value);
        $expire ??= $this->options['expire'];

        return $this->handler()->set($this->getCacheKey($name), $value, $expire > 0 ? ['ex' => $expire] : []);
    }

    public function inc($name, $step = 1)
    {
        return $this->handler()->incrBy($this->getCacheKey($name), $step);
    }

    public function delete($name): bool
    {
        return $this->handler()->del($this->getCacheKey($name)) > 0;
    }

    public function append($name, $value): void
    {
        $this->handler()->sAdd($this->getCacheKey($name), $value);
    }
}
