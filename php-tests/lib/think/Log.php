<?php
/*
 * Stand-in: the log, of which each record is an event too.
 */

declare(strict_types=1);

namespace think;

use think\event\LogRecord;

class Log
{
    public function __construct(private readonly Event $event)
    {
    }

    public function warning(string $message): void
    {
        $this->event->trigger(new LogRecord('warning', $message));
    }
}
