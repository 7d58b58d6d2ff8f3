<?php
/*
 * Stand-in: the numbers of what a watcher of Swoole waits for.
 */

declare(strict_types=1);

const SWOOLE_EVENT_READ = 512;
const SWOOLE_EVENT_WRITE = 1024;
