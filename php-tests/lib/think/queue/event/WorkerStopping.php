<?php
/*
 * Stand-in: the event of a worker that ends.
 */

declare(strict_types=1);

namespace think\queue\event;

class WorkerStopping
{
    public function __construct(public $status = 0)
    {
    }
}
