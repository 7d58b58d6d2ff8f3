<?php
/*
 * A job that Laravel queues once: its id is its unique id. While one is queued or handled, another one is dropped. Used by
 * php-tests/integrations/laravel.
 */

declare(strict_types=1);

namespace Tests;

use Illuminate\Contracts\Queue\ShouldBeUnique;

class LaravelUniqueJob extends LaravelJob implements ShouldBeUnique
{
    /** The lifetime of the lock in seconds. 0: Laravel gives it none. */
    public int $uniqueFor = 0;

    public function uniqueId(): string
    {
        return $this->id;
    }
}
