--TEST--
Laravel: a child that the callback of block() or get() forks never releases or refreshes the lock of its parent
--FILE--
<?php
use RedisMutexLock\Laravel\MutexLock;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

/** Forks, and the child runs $child. SIGTERM: it returned true; an exception leaves this function in the child. */
function forked(Closure $child): int
{
    $pid = pcntl_fork();
    if ($pid === 0) {
        // Without destructors: they are the parent's.
        posix_kill(getmypid(), $child() ? SIGTERM : SIGKILL);
    }
    pcntl_waitpid($pid, $status);

    return pcntl_wtermsig($status);
}

Laravels::each(static function (Laravel $laravel): void {
    $parent = getmypid();
    $cache = $laravel->cache();
    $calls = [
        'block' => static fn (MutexLock $lock, Closure $work): mixed => $lock->block(1, $work),
        'get' => static fn (MutexLock $lock, Closure $work): mixed => $lock->get($work),
    ];
    $locks = [
        '60 s' => ['job', 60, null], 'renewed' => ['job', null, null], 'named' => ['job', 60, 'somebody'],
        'long' => [str_repeat('n', 5000), 60, null],
    ];
    foreach ($locks as $which => [$name, $seconds, $owner]) {
        $free = static fn (): bool => (bool) $cache->lock($name, 60, 'another-owner')->get();
        foreach ($calls as $how => $call) {
            $what = "$which, $how";
            $lock = $cache->lock($name, $seconds, $owner);
            // The child leaves the callback by an exception, or returns from it. Both leave the call in the child.
            foreach (['throws', 'returns'] as $way) {
                $result = null;
                try {
                    $result = $call($lock, static function () use ($what, $way, $free): string {
                        $child = pcntl_fork();
                        if ($child === 0) {
                            return $way === 'returns' ? 'by the child' : throw new DomainException('by the child');
                        }
                        pcntl_waitpid($child, $status);
                        Check::same(SIGTERM, pcntl_wtermsig($status), "$what: the child $way");
                        Check::same(false, $free(), "$what: another owner after the child $way");

                        return 'by the parent';
                    });
                } catch (DomainException) {
                    $result = 'by the child';
                }
                if (getmypid() !== $parent) {
                    posix_kill(getmypid(), $result === 'by the child' ? SIGTERM : SIGKILL);
                }
                Check::same('by the parent', $result, "$what: the result");
                $check = $cache->lock($name, 60);
                Check::same(true, $check->get(), "$what: free after the callback");
                Check::same(true, $check->release(), "$what: release");
            }
        }

        // What the child calls itself.
        $lock = $cache->lock($name, $seconds, $owner);
        Check::same(true, $lock->get(), "$which: get");
        Check::same(true, $lock->isOwnedByCurrentProcess(), "$which: the parent owns it");
        $left = $laravel->redis()->call('PTTL', $laravel->key($name));
        foreach ([
            'release' => static fn (): bool => $lock->release() === false,
            'refresh' => static fn (): bool => $lock->refresh() === false,
            'refresh(900)' => static fn (): bool => $seconds === null || $lock->refresh(900) === false,
            'isOwnedByCurrentProcess' => static fn (): bool => $lock->isOwnedByCurrentProcess() === false,
            'remaining' => static fn (): bool => $lock->remaining() === null,
            'isLocked' => static fn (): bool => $lock->isLocked(),
            'the release of a clone' => static fn (): bool => (clone $lock)->release() === false,
        ] as $method => $call) {
            Check::same(SIGTERM, forked($call), "$which: $method in the child");
        }
        Check::same(true, $lock->isOwnedByCurrentProcess(), "$which: the parent owns it still");
        Check::between(1, max($left, 60_000), $laravel->redis()->call('PTTL', $laravel->key($name)), "$which: its lifetime in ms");

        // A restored lock is of every process.
        $token = $lock->owner();
        Check::same(SIGTERM, forked(static fn (): bool => $cache->restoreLock($name, $token)->release()), "$which: a restored lock");
        Check::same(false, $lock->release(), "$which: release after that");

        // forceRelease() asks for no owner.
        Check::same(true, $lock->get(), "$which: get again");
        $force = static function () use ($lock): bool {
            $lock->forceRelease();

            return true;
        };
        Check::same(SIGTERM, forked($force), "$which: forceRelease");
        Check::same(false, $lock->release(), "$which: release after forceRelease");
    }

    // A lock that the child has acquired itself is the child's.
    $lock = $cache->lock('own', 60);
    $own = static fn (): bool => $lock->get() && $lock->isOwnedByCurrentProcess() && $lock->refresh(30) && $lock->release();
    Check::same(SIGTERM, forked($own), 'a lock of the child');

    if (method_exists(\Illuminate\Cache\Repository::class, 'withoutOverlapping')) {
        $result = null;
        try {
            $result = $cache->withoutOverlapping('job', static function () use ($cache): string {
                $child = pcntl_fork();
                if ($child === 0) {
                    throw new DomainException('by the child');
                }
                pcntl_waitpid($child, $status);
                Check::same(false, $cache->lock('job', 60)->get(), 'withoutOverlapping: another owner');

                return 'by the parent';
            }, 60);
        } catch (DomainException) {
            posix_kill(getmypid(), SIGTERM);
        }
        Check::same('by the parent', $result, 'withoutOverlapping');
    }
});

echo 'done';
?>
--EXPECT--
done
