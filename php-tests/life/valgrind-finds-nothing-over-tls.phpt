--TEST--
Under valgrind a script that locks, waits, hands over, renews and forks over TLS reads and writes no memory that is not its own and leaks nothing
--FILE--
<?php
$certificates = Certificates::suite();
// Both versions of TLS, and a client certificate. The servers encrypt with ChaCha20, so nothing has to be suppressed.
// With AES-GCM valgrind is wrong: gcm_ghash_avx of the crate ring copies a register that nobody has set, and XORs it with
// its copy. The result is 0, but valgrind takes it for uninitialised, and with it every byte that is sent.
$newer = ['tls-protocols' => 'TLSv1.3', 'tls-ciphersuites' => 'TLS_CHACHA20_POLY1305_SHA256'];
$server = RedisServer::start($newer + ['tls-auth-clients' => 'yes']);
$older = RedisServer::start(['tls-protocols' => 'TLSv1.2', 'tls-ciphers' => 'ECDHE-ECDSA-CHACHA20-POLY1305']);
$url = $server->tlsUrl(0, ...$certificates->client->context(), ...['lease' => 15, 'timeout' => 60]);
$urls = [$url, $older->tlsUrl(0, timeout: 60), $older->tlsUrl(0, cafile: Certificates::make()->ca, timeout: 60)];
$script = <<<'PHP'
    <?php
    [, $url, $older, $distrusted] = $argv;
    $lock = new RedisMutexLock($url);
    $lock->lock('handed over', 0, 600) || exit(11);
    // The child closes its copy of our connection and sends nothing over it.
    $inChild = function (callable $end) use ($lock, $url): void {
        $child = pcntl_fork();
        if ($child === 0) {
            $lock->isLocking('handed over') && exit(12);
            $lock->lock('of the child', expire: null) && $lock->unlock('of the child') || exit(13);
            $own = new RedisMutexLock($url);
            $own->lock('at the end of the child', expire: null) || exit(14);
            $end($own);
        }
        pcntl_waitpid($child, $status);
        $status === 0 || exit(15);
        $lock->isLocking('handed over') && $lock->lock('of the parent') && $lock->unlock('of the parent') || exit(16);
    };
    $inChild(fn () => exit(0));

    $lock->lock('renewed', expire: null) || exit(17);
    for ($end = hrtime(true) + 60e9; RedisMutexLock::stats()['renewed'] < 1; usleep(1000)) {
        hrtime(true) < $end || exit(18);
    }
    // This child has no copy of the renewing thread. The thread's memory is lost there, and valgrind would call it a leak.
    $inChild(function (RedisMutexLock $own) {
        $own->unlockAll();
        pcntl_exec('/bin/true');
    });

    // The other process gets the lock from us, and then we get it from that process.
    echo "holding\n";
    fgets(STDIN);
    $lock->unlock('handed over') && $lock->lock('handed over', 60, 600) || exit(19);

    // The older version, and a server that is not believed.
    $other = new RedisMutexLock($older);
    $other->lock('older', 0, 600) && $other->unlock('older') || exit(20);
    try {
        @(new RedisMutexLock($distrusted))->lock('distrusted');
        exit(21);
    } catch (RedisMutexLockUnavailableException) {
    }
    echo count($lock->held()), " held at the end\n";
    PHP;

$queue = new Queue($server, 'handed over');
$valgrind = new Valgrind($script, $urls);
$valgrind->expect('holding');
$waiter = $queue->waiter();
$valgrind->goOn();
$waiter->expect('granted', 60);
Check::eventually(fn (): bool => count($queue->tokens()) === 1, 60, 'it waits under valgrind');
$waiter->tell('unlock');
$waiter->expect('released');
$valgrind->finish("holding\n2 held at the end\n", 120);
$waiter->tell('end');
$waiter->finish();
Check::same([], $server->client()->call('KEYS', '*'), 'nothing is left');
echo 'done';
?>
--EXPECT--
done
