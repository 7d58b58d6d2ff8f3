--TEST--
A TLS connection that ended while it rested, in an orderly way or not, costs no command: the next one opens another
--FILE--
<?php
$server = RedisServer::start();
$ways = [
    'closed with a word of TLS' => static fn (Proxy $proxy, BlindProxy $blind) => $proxy->drop(),
    'cut' => static fn (Proxy $proxy, BlindProxy $blind) => $blind->drop(),
];
foreach ($ways as $way => $end) {
    $proxy = Proxy::tls($server);
    $blind = BlindProxy::toPort($proxy->port);
    $lock = new RedisMutexLock($blind->tlsConfig() + ['command_timeout' => 10]);
    for ($i = 1; $i <= 5; $i++) {
        Check::true($lock->lock('a', 0, 60), "$way: lock $i");
        Check::same($i, $blind->accepted(), "$way: connections");
        $asked = count($proxy->log());
        $end($proxy, $blind);
        Check::eventually(static fn (): bool => $blind->open() === 0 && $proxy->open() === 0, 10, "$way: the end");
        Check::same($asked, count($proxy->log()), "$way: no command went with it");
        Check::true($lock->unlock('a'), "$way: unlock $i");
        Check::same($i + 1, $blind->accepted(), "$way: connections after that");
        Check::same(false, $lock->isLocked('a'), "$way: released");
    }
}
echo 'done';
?>
--EXPECT--
done
