<?php
/*
 * Stand-in: the cookies that the response sets.
 */

declare(strict_types=1);

namespace think;

class Cookie
{
    /** @var array<string, string> */
    private array $cookies = [];

    public function set(string $name, string $value, mixed $option = null): void
    {
        $this->cookies[$name] = $value;
    }

    public function save(): void
    {
        foreach ($this->cookies as $name => $value) {
            setcookie($name, $value, ['path' => '/']);
        }
    }
}
