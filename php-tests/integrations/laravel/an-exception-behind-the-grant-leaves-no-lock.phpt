--TEST--
Laravel: a signal handler that throws right behind the grant leaves no lock, in Redis or in the process
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\Proxy;
use Tests\RedisServer;

Laravels::each(static function (Laravel $laravel): void {
    foreach (['get()', 'block(30)'] as $call) {
        $proxy = Proxy::to(RedisServer::shared());
        $name = Check::unique('interrupted');
        $worker = $laravel->worker(<<<'PHP'
            pcntl_async_signals(true);
            pcntl_signal(SIGALRM, static fn () => throw new DomainException('thrown'));
            $lock = $laravel->cache()->lock($argv[1], 120);
            // So the next acquisition is under another token.
            say($lock->get() && $lock->release() ? 'ready' : 'refused');
            hear();
            try {
                $argv[2] === 'get()' ? $lock->get() : $lock->block(30);
                say('granted');
            } catch (DomainException $e) {
                say($e->getMessage());
            }
            hear();
            say($laravel->cache()->lock($argv[1], 120)->get() ? 'free' : 'refused');
            PHP, [$name, $call], ['database.redis.default.port' => $proxy->port, 'cache.stores.mutex.mutex' => ['command_timeout' => 60]]);
        $worker->expect('ready', 30);
        // The signal comes while the reply of the grant is in flight.
        $proxy->rule(['command' => 'SET', 'do' => 'delayReply', 'ms' => 3000, 'times' => 1]);
        $worker->tell('go');
        $granted = static fn (): bool => $laravel->redis()->call('EXISTS', $laravel->key($name)) === 1;
        Check::eventually($granted, 30, "$call: the key is there");
        posix_kill($worker->pid, SIGALRM);
        $worker->expect('thrown', 30);
        Check::same(null, $laravel->redis()->call('GET', $laravel->key($name)), "$call: the key behind the exception");
        $worker->tell('go');
        $worker->expect('free', 30);
        $worker->finish();
    }
});

echo 'done';
?>
--EXPECT--
done
