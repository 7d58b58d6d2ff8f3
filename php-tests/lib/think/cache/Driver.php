<?php
/*
 * Stand-in: what all caches have in common. Its remember() looks like a lock and is none: it looks at a mark and sets it in
 * two steps, and it does not look at the entry again.
 */

declare(strict_types=1);

namespace think\cache;

use Closure;
use think\Container;

abstract class Driver
{
    protected $options = [];

    abstract public function has($name): bool;

    abstract public function get($name, $default = null): mixed;

    abstract public function set($name, $value, $expire = null): bool;

    abstract public function delete($name): bool;

    abstract public function append($name, $value): void;

    public function getCacheKey(string $name): string
    {
        return $this->options['prefix'] . $name;
    }

    public function getTagKey(string $tag): string
    {
        return $this->options['tag_prefix'] . md5($tag);
    }

    public function remember($name, $value, $expire = null)
    {
        $hit = $this->get($name);
        if ($hit !== null) {
            return $hit;
        }
        for ($end = microtime(true) + 5; $this->has("{$name}_lock") && microtime(true) < $end;) {
            usleep(200_000);
        }
        try {
            $this->set("{$name}_lock", true);
            $value = $value instanceof Closure ? Container::getInstance()->invokeFunction($value) : $value;
            $this->set($name, $value, $expire);
        } finally {
            $this->delete("{$name}_lock");
        }

        return $value;
    }

    public function tag($name): TagSet
    {
        return new TagSet((array) $name, $this);
    }
}
