<?php
/*
 * Stand-in: the event of a record of the log.
 */

declare(strict_types=1);

namespace think\event;

class LogRecord
{
    public function __construct(public $type, public $message)
    {
    }
}
