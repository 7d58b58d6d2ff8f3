<?php
/*
 * The ways in which one command or its reply is lost. Each way has a process with a server and a proxy of its own, so that
 * the silences of all ways pass together. Used by php-tests/faults/one-lost-reply-*.
 */

declare(strict_types=1);

namespace Tests;

final class LostReply
{
    /** The silent ways come first, and run alone: the others compute, which would make their silences seem longer. */
    private const WAYS = [
        'swallow' => ['do' => 'swallow'],
        'stall' => ['do' => 'stall'],
        'half a reply, then silence' => ['do' => 'halfReply', 'bytes' => 3, 'then' => 'stall'],
        'half a reply, then a cut' => ['do' => 'halfReply', 'bytes' => 1],
        'cutBefore' => ['do' => 'cutBefore'],
        'cutAfter' => ['do' => 'cutAfter'],
        'reset' => ['do' => 'reset'],
        'resetAfter' => ['do' => 'resetAfter'],
    ];
    /** The ways that the client notices only when its command_timeout is over. */
    private const SILENT = ['swallow', 'stall', 'half a reply, then silence'];

    /**
     * Calls $do once for each way.
     *
     * @param callable(RedisServer, Proxy, callable(string): void, array<string, mixed>): void $do gets a server, a proxy in
     *     front of it, a function that loses the next command of a name, and a configuration for the proxy
     * @param float $silence the command_timeout of the silent ways. That of the others is 5 s
     */
    public static function each(callable $do, float $silence = 0.8): void
    {
        Together::each(self::WAYS, static function (array $rule, string $way) use ($do, $silence): void {
            $server = RedisServer::start();
            $proxy = Proxy::to($server);
            $lose = static fn (string $command) => $proxy->rule(['command' => $command, 'times' => 1] + $rule);
            $timeout = in_array($way, self::SILENT, true) ? $silence : 5;
            $do($server, $proxy, $lose, ['url' => $proxy->url(), 'command_timeout' => $timeout]);
        }, most: count(self::SILENT));
    }
}
