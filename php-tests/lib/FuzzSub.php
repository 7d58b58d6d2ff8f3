<?php
/*
 * A lock whose magic methods do deeds. They run when other code touches the object. Used by FuzzPool.
 */

declare(strict_types=1);

namespace Tests;

class FuzzSub extends \RedisMutexLock
{
    /** Does the deeds. It is static: in the object a dump would show all of the fuzzer. */
    public static ?FuzzWorld $world = null;

    /** Without a type: PHP 8.2 destroys the old value of a typed reference too early. */
    public $cycle = null;

    public function isLocked(string $name): bool
    {
        $this->deed();

        return parent::isLocked($name);
    }

    public function __get(string $name): mixed
    {
        $this->deed();

        return $name;
    }

    public function __set(string $name, mixed $value): void
    {
        $this->deed();
    }

    public function __isset(string $name): bool
    {
        $this->deed();

        return false;
    }

    public function __unset(string $name): void
    {
        $this->deed();
    }

    public function __call(string $name, array $arguments): mixed
    {
        $this->deed();

        return null;
    }

    public function __debugInfo(): array
    {
        return [];
    }

    public function __destruct()
    {
        self::$world?->deeds->happen(solid: true);
        self::$world?->calls->own($this);
    }

    private function deed(): void
    {
        self::$world?->deeds->happen(solid: true);
    }
}
