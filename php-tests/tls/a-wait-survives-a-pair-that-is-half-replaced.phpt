--TEST--
A client certificate and its key are replaced one after the other: a wait that connects in between goes on and gets the lock
--FILE--
<?php
// As certbot and the like do: the new file takes the place of the old one.
$replace = static function (string $file, string $by): void {
    copy($by, "$file.new");
    rename("$file.new", $file);
};
$suite = Certificates::suite();
$old = $suite->client;
$new = $suite->issue('new', null, 'the new client');
$own = new Certificate(
    $suite->file('own.pem', file_get_contents($old->file)),
    $suite->file('own.key', file_get_contents($old->key)),
);
$server = RedisServer::start(['tls-auth-clients' => 'yes']);
$proxy = BlindProxy::to($server);
$start = static fn (): Worker => Worker::run(<<<'PHP'
    $lock = new RedisMutexLock(json_decode($argv[1], true));
    while (true) {
        [$timeout, $seconds] = [(float) hear(), hrtime(true)];
        try {
            $said = $lock->lock('a', $timeout) && $lock->unlock('a') ? 'got it' : 'not in time';
        } catch (RedisMutexLockUnavailableException $e) {
            $said = $e->getMessage();
        }
        say((hrtime(true) - $seconds) / 1e9 . " $said");
    }
    PHP, [json_encode($proxy->tlsConfig($own->context()) + ['retry_for' => 2.5])]);
$waiter = $start();
$hears = static function (string $words, float $least = 0) use (&$waiter): void {
    [$seconds, $said] = explode(' ', $waiter->line(40), 2);
    Check::true(str_contains($said, $words), "'$words' stands in: $said");
    Check::between($least, 30, (float) $seconds, "seconds: $said");
};
$waiter->tell('0');
$hears('got it');

$replace($own->file, $new->file);
$proxy->drop();
// Who does not wait gets to know which key it is.
$waiter->tell('0');
$hears($own->key);
$waiter->tell('60');
// Nothing outside shows when the wait has read the files. If that is later, this test proves less, and does not fail.
usleep(300_000);
Check::true(!$waiter->spoke(), 'the wait goes on');
$replace($own->key, $new->key);
$hears('got it');

// A key that stays the wrong one ends the wait after retry_for.
$replace($own->key, $old->key);
$proxy->drop();
$waiter->tell('60');
$hears($own->key, 2.4);
$waiter->kill();

// A process that has never connected goes on too.
$waiter = $start();
$waiter->tell('60');
usleep(300_000);
Check::true(!$waiter->spoke(), 'the wait of a new process goes on');
$replace($own->key, $new->key);
$hears('got it');
$waiter->kill();
echo 'done';
?>
--EXPECT--
done
