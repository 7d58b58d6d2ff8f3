<?php
/*
 * Stand-in: a cache whose entries get a tag.
 */

declare(strict_types=1);

namespace think\cache;

class TagSet
{
    public function __construct(private readonly array $tag, private readonly Driver $handler)
    {
    }

    public function remember($name, $value, $expire = null)
    {
        $result = $this->handler->remember($name, $value, $expire);
        foreach ($this->tag as $tag) {
            $this->handler->append($this->handler->getTagKey($tag), $this->handler->getCacheKey($name));
        }

        return $result;
    }
}
