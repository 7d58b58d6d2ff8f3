<?php
/*
 * Stand-in: an event of the queue.
 */

declare(strict_types=1);

namespace think\queue\event;

class JobProcessing
{
    public function __construct(public $connection, public $job)
    {
    }
}
