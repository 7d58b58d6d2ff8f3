<?php
/*
 * How a script ends: every way that code can catch, by name, as PHP source. Used by the tests of what is free afterwards.
 * The script around it has $url (null in php-fpm, where php.ini has it), $name, $expire, and in $lock an object with locks.
 */

declare(strict_types=1);

namespace Tests;

final class Endings
{
    private const OF_ALL = [
        'return' => 'return;',
        'exit' => '(function () { exit(0); })();',
        'exit in synchronized' => '$lock->synchronized("$name-sync", fn () => exit(0), expire: $expire);',
        'exit in a shutdown function' => 'register_shutdown_function(fn () => exit(0));',
        'exception' => 'throw new RuntimeException("x");',
        'Error' => 'undefined_function();',
        'E_USER_ERROR' => 'trigger_error("x", E_USER_ERROR);',
        'fatal error in a frame' => '(function ($url, $name, $expire) { $local = new RedisMutexLock($url);
            $local->lock("$name-local", expire: $expire); trigger_error("x", E_USER_ERROR); })($url, $name, $expire);',
        'memory limit' => 'ini_set("memory_limit", "8M"); $a = []; while (true) { $a[] = [1, 2, count($a)]; }',
        'time limit' => 'set_time_limit(1); while (true) {}',
        'failing destructor' => '$failing = new class ($lock) { function __construct(public $lock) {}
            function __destruct() { throw new LogicException("x"); } }; unset($lock);',
        'destructor with a fatal error' => '$fatal = new class ($lock) { function __construct(public $lock) {}
            function __destruct() { trigger_error("x", E_USER_ERROR); } };',
        'cyclic garbage' => 'gc_disable(); $o = new stdClass(); $o->o = $o; $o->lock = $lock; unset($o, $lock);',
        'static' => 'class A { static $kept; } A::$kept = $lock; unset($lock);',
        'callback that has the object' => '$lock->onLost(function () use ($lock) {}); unset($lock);',
    ];

    /** Needs the modules pcntl and posix. */
    private const OF_PROCESSES = [
        'exit in a signal handler' => 'pcntl_async_signals(true); pcntl_signal(SIGTERM, fn () => exit(0));
            posix_kill(getmypid(), SIGTERM); while (true) {}',
        'exit in a wait' => 'pcntl_async_signals(true); pcntl_signal(SIGALRM, fn () => exit(0)); pcntl_alarm(1);
            @(new RedisMutexLock($url))->lock($name, 60);',
    ];

    private const OF_REQUESTS = [
        'exit with words' => 'exit("left");',
        'fastcgi_finish_request' => 'echo "x"; fastcgi_finish_request(); usleep(50_000);',
    ];

    /** @return array<string, string> */
    public static function ofProcess(): array
    {
        return self::OF_ALL + self::OF_PROCESSES;
    }

    /** @return array<string, string> */
    public static function ofRequest(): array
    {
        return self::OF_ALL + self::OF_REQUESTS;
    }
}
