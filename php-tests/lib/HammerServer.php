<?php
/*
 * One server as a target of the hammer: it never fails. Used by Hammer.
 */

declare(strict_types=1);

namespace Tests;

final class HammerServer implements HammerTarget
{
    private readonly RedisServer $server;

    public function __construct()
    {
        $this->server = RedisServer::start();
    }

    public function config(): array
    {
        return $this->server->config();
    }

    public function shares(): bool
    {
        return true;
    }

    public function foreign(): ?string
    {
        return $this->server->address();
    }

    public function masters(): array
    {
        return [$this->server];
    }

    public function deeds(): array
    {
        return [];
    }

    public function fail(int $choice): void
    {
    }

    public function mend(): void
    {
    }

    public function reshard(int $choice): void
    {
    }
}
