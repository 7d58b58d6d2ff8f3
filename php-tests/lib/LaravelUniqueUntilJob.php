<?php
/*
 * A job that Laravel queues once: while one is queued, another one is dropped. When its handling begins, another one may be
 * queued. Used by php-tests/integrations/laravel.
 */

declare(strict_types=1);

namespace Tests;

use Illuminate\Contracts\Queue\ShouldBeUniqueUntilProcessing;

final class LaravelUniqueUntilJob extends LaravelUniqueJob implements ShouldBeUniqueUntilProcessing
{
}
