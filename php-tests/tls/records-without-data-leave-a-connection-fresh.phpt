--TEST--
Records without data that come while a connection rests leave it fresh; data and the end do not
--FILE--
<?php
// The server is OpenSSL's own. What we write to its stdin goes to the client, but a line that is only k changes its key.
$port = Port::free();
$suite = Certificates::suite();
$dir = new TempDir();
$identity = ['-cert', $suite->server->file, '-key', $suite->server->key];
$words = ['openssl', 's_server', '-accept', "127.0.0.1:$port", ...$identity, '-tls1_3'];
$server = new Process($words, $dir->file('stderr'), talks: true);
$seen = '';
$hears = static function (string $word) use ($server, &$seen): void {
    Check::eventually(static function () use ($server, $word, &$seen): bool {
        $seen .= (string) fread($server->stdout, 65536);

        return str_contains($seen, $word);
    }, 10, "the server hears $word");
    $seen = substr($seen, strpos($seen, $word) + strlen($word));
};
$says = static function (string $bytes) use ($server): void {
    fwrite($server->stdin, $bytes);
};
$hears('ACCEPT');
$proxy = BlindProxy::toPort($port);
$client = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock(json_decode($argv[1], true));
    while (($word = hear()) !== 'end') {
        say(json_encode($lock->owner($word)));
    }
    PHP, [json_encode($proxy->tlsConfig() + ['command_timeout' => 10])]);
$connects = static function () use ($hears, $says): void {
    $hears('INFO');
    $says("\$26\r\nid=1 addr=127.0.0.1:1 db=0\r\n");
};
$asks = static function (string $name) use ($client, $hears, $says): void {
    $hears("lock:$name");
    $says("\$5\r\nowner\r\n");
    $client->expect('"owner"');
};
$client->tell('first');
$connects();
$asks('first');
foreach (['second', 'third'] as $name) {
    $before = strlen($proxy->received(1));
    $says("k\n");
    Check::eventually(static fn (): bool => strlen($proxy->received(1)) > $before, 10, 'the record was sent');
    // A connection that rested for a millisecond is looked at before its use.
    usleep(20_000);
    $client->tell($name);
    $asks($name);
}
Check::same(1, $proxy->accepted(), 'connections');
// Data that nobody has asked for: the next command goes on another connection.
$says("+OK\r\n");
usleep(20_000);
$client->tell('fourth');
$connects();
$asks('fourth');
Check::same(2, $proxy->accepted(), 'connections after that');
// The end of the connection, in an orderly way.
$says("q\n");
Check::eventually(static fn (): bool => $proxy->open() === 0, 10, 'the connection has ended');
$client->tell('fifth');
$connects();
$asks('fifth');
Check::same(3, $proxy->accepted(), 'connections in the end');
$client->tell('end');
$client->finish();
echo 'done';
?>
--EXPECT--
done
