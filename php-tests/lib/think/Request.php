<?php
/*
 * Stand-in: a request, as PHP has it. Used by Http and the middlewares.
 */

declare(strict_types=1);

namespace think;

class Request
{
    private readonly string $pathinfo;
    private readonly array $request;
    private readonly array $cookie;

    public function __construct()
    {
        $this->pathinfo = trim($_SERVER['PATH_INFO'] ?? '', '/');
        $this->request = $_REQUEST;
        $this->cookie = $_COOKIE;
    }

    public function pathinfo(): string
    {
        return $this->pathinfo;
    }

    public function request(string $name, mixed $default = null): mixed
    {
        return $this->request[$name] ?? $default;
    }

    public function cookie(string $name, mixed $default = null): mixed
    {
        return $this->cookie[$name] ?? $default;
    }
}
