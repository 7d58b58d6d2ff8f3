--TEST--
Symfony: a signal handler that throws right behind the grant leaves no lock and no share
--FILE--
<?php
use Tests\Check;
use Tests\Proxy;
use Tests\RedisServer;
use Tests\Symfonies;
use Tests\SymfonyLocks;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    foreach (['acquire', 'acquire true', 'acquireRead', 'acquireRead true'] as $call) {
        $proxy = Proxy::to(RedisServer::shared());
        $name = Check::unique('interrupted');
        $worker = $symfony->worker(<<<'PHP'
            pcntl_async_signals(true);
            pcntl_signal(SIGALRM, static fn () => throw new DomainException('thrown'));
            $store = $symfony->store(['port' => (int) $argv[3], 'command_timeout' => 60]);
            $lock = $symfony->locks($store)->createLock($argv[1], 120, false);
            [$method, $waits] = explode(' ', $argv[2]) + [1 => ''];
            // So the proxy has a connection, and Redis has the scripts.
            say($lock->$method() ? 'ready' : 'refused');
            $lock->release();
            hear();
            try {
                $lock->$method($waits === 'true');
                say('granted');
            } catch (Symfony\Component\Lock\Exception\LockAcquiringException $e) {
                say($e->getPrevious()->getMessage());
            }
            hear();
            say($lock->isAcquired() ? 'mine' : 'not mine');
            PHP, [$name, $call, $proxy->port]);
        $worker->expect('ready', 60);
        Check::eventually(static fn (): bool => $symfony->redis()->call('EXISTS', $name) === 0, 60, "$call: the key is gone");
        // The signal comes while the reply of the grant is in flight.
        $grants = str_starts_with($call, 'acquireRead') ? 'EVALSHA' : 'SET';
        $proxy->rule(['command' => $grants, 'do' => 'delayReply', 'ms' => 3000, 'times' => 1]);
        $worker->tell('go');
        Check::eventually(static fn (): bool => $symfony->redis()->call('EXISTS', $name) === 1, 60, "$call: the key is there");
        posix_kill($worker->pid, SIGALRM);
        $worker->expect('thrown', 60);
        // Long before its lifetime is over.
        Check::eventually(static fn (): bool => $symfony->redis()->call('EXISTS', $name) === 0, 60, "$call: the key is gone behind the exception");
        $worker->tell('go');
        $worker->expect('not mine', 60);
        $worker->finish();
    }
});

echo 'done';
?>
--EXPECT--
done
