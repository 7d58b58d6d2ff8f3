<?php
/*
 * The servers on which the hammer's processes lock, and what the hammer does to them. Used by Hammer.
 */

declare(strict_types=1);

namespace Tests;

interface HammerTarget
{
    /** @return array<string, mixed> of the processes' objects; a lock that they get survives what the hammer does */
    public function config(): array;

    /** Whether names can be shared there. */
    public function shares(): bool;

    /** @return string|null the address at which a library that knows only SET NX locks the same names; null: none does */
    public function foreign(): ?string;

    /** @return list<RedisServer> those that grant locks now */
    public function masters(): array;

    /** @return list<string> what of fail() and reshard() it can do */
    public function deeds(): array;

    /** A master fails, in a way that the number chooses. Does not wait for another one. */
    public function fail(int $choice): void;

    /** All servers work again when this returns. */
    public function mend(): void;

    /** Keys move to another master. $choice says which ones. */
    public function reshard(int $choice): void;
}
