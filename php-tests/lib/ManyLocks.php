<?php
/*
 * Objects that hold many locks. Used by the tests of what many locks cost, and of what an end frees.
 */

declare(strict_types=1);

namespace Tests;

use RedisMutexLock;

final class ManyLocks
{
    private const HOLDER = <<<'PHP'
        [, $config, $locks, $objects, $end] = $argv;
        for ($i = 0; $i < $locks; $i++) {
            $all[$i % $objects] ??= new RedisMutexLock(unserialize($config));
            $all[$i % $objects]->lock("n$i", 0, 600) || throw new Exception('not free');
        }
        say('held');
        hear();
        if ($end === 'object') {
            unset($all);
            say('ended');
            hear();
        } elseif ($end === 'exit') {
            exit(0);
        }
        PHP;

    /**
     * Fails if a lock is left after one of the endings. An end has half a second, for all locks of the process.
     *
     * @param array<string, mixed> $config leads to the server, and makes it slow
     * @param list<string> $ends
     */
    public static function areFreed(
        RedisServer $server,
        array $config,
        int $locks,
        int $objects = 1,
        array $ends = ['object', 'exit', 'the end of the script'],
    ): void {
        $redis = $server->client();
        $warm = new RedisMutexLock($server->url());
        Check::true($warm->lock('warm') && $warm->unlock('warm'), 'the script is known');
        foreach ($ends as $end) {
            // If the machine was too slow, the round proves nothing and is repeated.
            $tries = 3;
            do {
                $redis->call('FLUSHALL');
                $worker = Worker::run(self::HOLDER, [serialize($config), $locks, $objects, $end]);
                $worker->expect('held', 60);
                Check::same($locks, $redis->call('DBSIZE'), "$end: locks");
                $worker->tell('go');
                $began = hrtime(true);
                $end === 'object' ? $worker->expect('ended') : $worker->finish();
                $seconds = (hrtime(true) - $began) / 1e9;
                $left = $redis->call('DBSIZE');
                if ($end === 'object') {
                    $worker->tell('end');
                    $worker->finish();
                }
            } while ($left > 0 && $seconds >= 0.5 && --$tries > 0);
            Check::same(0, $left, "$end: keys left after $seconds s");
        }
    }

    /**
     * Fails if taking or releasing the locks of one object costs more for each lock when the object has more of them.
     *
     * @param array<string, mixed> $config
     * @param callable(RedisMutexLock, callable): array<string, float> $more other costs, with all locks held. The second
     *     argument makes work of what is done for each name.
     */
    public static function costTheirShare(array $config, ?float $expire, int $few, callable $more): void
    {
        $server = RedisServer::start();
        $redis = $server->client();
        gc_disable();
        $measure = static function (int $names) use ($server, $redis, $config, $expire, $more): array {
            $lock = new RedisMutexLock(['url' => $server->quickUrl(), 'command_timeout' => 20] + $config);
            $each = static fn (callable $do): callable => static function () use ($names, $do): void {
                for ($i = 0; $i < $names; $i++) {
                    $do($i) || throw new \Exception("$i of $names");
                }
            };
            $all = $each(fn (int $i): bool => $lock->lock("n$i", 0, $expire));
            $cost = ['lock' => Cost::of($all)] + $more($lock, $each);
            $redis->call('FLUSHALL');
            $lock->unlockAll();
            $all();
            $cost['unlock in order'] = Cost::of($each(fn (int $i): bool => $lock->unlock("n$i")));
            $all();
            $cost['unlock in reverse'] = Cost::of($each(fn (int $i): bool => $lock->unlock('n' . $names - 1 - $i)));
            $all();
            $cost['unlockAll'] = Cost::of(fn () => Check::true($lock->unlockAll(), 'unlockAll'));
            Check::same(0, $redis->call('DBSIZE'), 'keys left');
            $all();
            unset($all);
            $cost['death'] = Cost::ofDeath(function () use (&$lock): void {
                $lock = null;
            }, static fn (): int => $redis->call('DBSIZE'), $names);
            $redis->call('FLUSHALL');

            return $cost;
        };
        $measure(200);
        Cost::isLinear($measure($few), $measure($few * Cost::TIMES), 'costs');
    }
}
