<?php
/*
 * Stand-in: what a package brings into an application. The package extends it.
 */

declare(strict_types=1);

namespace think;

abstract class Service
{
    public function __construct(protected App $app)
    {
    }

    protected function commands(array|string $commands): void
    {
        Console::starting(static fn (Console $console) => $console->addCommands((array) $commands));
    }
}
