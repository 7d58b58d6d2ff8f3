--TEST--
The page of Redis down has each message of a wrong TLS configuration, in both languages, and no other
--FILE--
<?php
/** @return list<string> the messages in the first column of the table under this heading */
function messages(string $path, string $heading): array
{
    $page = new Page(dirname(__DIR__, 2), $path);
    Check::same(1, preg_match("/^## $heading\n(.*?)^## /ms", $page->text, $section), "$path has '$heading'");
    preg_match_all('/^\| (`.*?`) \|/m', $section[1], $cells);
    preg_match_all('/`([^`]+)`/', implode("\n", $cells[1]), $spans);

    return $spans[1];
}

$documented = messages('docs/redis-down.md', 'Errors of TLS');
Check::same($documented, messages('docs/zh-CN/redis-down.md', 'TLS 的错误'), 'the Chinese page');

$suite = Certificates::suite();
$other = Certificates::make();
$client = $suite->client;
$text = $suite->file('text.pem', "no certificate\n");
$missing = '/nowhere/at/all.pem';
$empty = new TempDir();
// Longer than any file of certificates, and without a byte on the disk.
$long = $suite->file('long.pem', '');
ftruncate(fopen($long, 'r+'), 9 << 20);
$sha1 = $suite->issue('sha1', digest: 'sha1');
$rsa1024 = $suite->issue('rsa-1024', key: Certificates::RSA_1024);
$below = $suite->issue('below', null, 'a CA below the CA', '-20 days', '-3 days', isCa: true);
$chain = $suite->chain($suite->issue('chain', issuer: $below), $below);
$young = $suite->issue('young', null, 'a CA below the CA', '+3 days', isCa: true);
$future = $suite->chain($suite->issue('future', issuer: $young), $young);
$servers = [];
// A server ends with its object.
$serve = static function (array $options = []) use (&$servers): RedisServer {
    return $servers[] = RedisServer::start($options);
};
$good = $serve();
$old = ['tls-protocols' => 'TLSv1.1', 'tls-ciphers' => 'DEFAULT:@SECLEVEL=0'];
$cbc = ['tls-protocols' => 'TLSv1.2', 'tls-ciphers' => 'ECDHE-ECDSA-AES128-SHA'];
$expired = $suite->issue('expired', from: '-20 days', to: '-3 days');
// Redis and OpenSSL do not serve such certificates today.
$weak = static function (Certificate $certificate) use (&$servers): array {
    $servers[] = $server = new WeakServer($certificate);

    return Pass::tlsConfig($server->port);
};
$greets = Worker::run(<<<'PHP'
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    say((string) Tests\Port::of($listener));
    while ($client = stream_socket_accept($listener, 60)) {
        fwrite($client, "220 mail.example\r\n");
    }
    PHP, extension: false);
$greeting = (int) $greets->line();
$hangsUp = Worker::run(<<<'PHP'
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    say((string) Tests\Port::of($listener));
    while ($client = stream_socket_accept($listener, 60)) {
        fclose($client);
    }
    PHP, extension: false);
$closing = (int) $hangsUp->line();
$wants = ['tls-auth-clients' => 'yes'];
$cases = [
    'another CA' => $good->tlsConfig(['cafile' => $other->ca]),
    // A development build on a busy machine reads them for longer than the usual second.
    'the CAs of the system' => ['context' => [], 'command_timeout' => 10] + $good->tlsConfig(),
    'self-signed' => $serve($suite->selfSigned('self')->options())->tlsConfig(),
    'another name' => $serve($suite->issue('elsewhere', 'DNS:elsewhere.example')->options())->tlsConfig(),
    'no name' => $serve($suite->issue('common', null)->options())->tlsConfig(),
    'version 1' => $serve($suite->versionOne()->options())->tlsConfig(),
    'expired' => $serve($expired->options())->tlsConfig(),
    'expired in its chain' => $serve($chain->options())->tlsConfig(),
    'not yet valid in its chain' => $serve($future->options())->tlsConfig(),
    'not yet valid' => $serve($suite->issue('future', from: '+3 days')->options())->tlsConfig(),
    'not for a server' => $serve($suite->issue('use', usage: 'clientAuth')->options())->tlsConfig(),
    'signed with SHA-1' => $weak($sha1),
    'a short RSA key' => $weak($rsa1024),
    'no client certificate' => $serve($wants + ['tls-protocols' => 'TLSv1.3'])->tlsConfig(),
    'no client certificate, TLS 1.2' => $serve($wants + ['tls-protocols' => 'TLSv1.2'])->tlsConfig(),
    'no common cipher' => $serve($cbc)->tlsConfig(),
    'a client of another CA' => $serve($wants)->tlsConfig($other->client->context()),
    'a client that has expired' => $serve($wants)->tlsConfig($expired->context()),
    'a key of another' => $good->tlsConfig(['local_cert' => $client->file, 'local_pk' => $other->client->key]),
    'an encrypted key' => $good->tlsConfig($suite->encrypted($client, 'the passphrase')->context()),
    'no file of CAs' => $good->tlsConfig(['cafile' => $missing]),
    'no folder of CAs' => ['context' => ['capath' => $missing]] + $good->tlsConfig(),
    'no file of the client' => $good->tlsConfig(['local_cert' => $missing, 'local_pk' => $client->key]),
    'no file of the key' => $good->tlsConfig(['local_cert' => $client->file, 'local_pk' => $missing]),
    'a folder as a file of CAs' => $good->tlsConfig(['cafile' => dirname($long)]),
    'a folder as the client' => $good->tlsConfig(['local_cert' => '/', 'local_pk' => $client->key]),
    'a device as the key' => $good->tlsConfig(['local_cert' => $client->file, 'local_pk' => '/dev/zero']),
    'a long file of CAs' => $good->tlsConfig(['cafile' => $long]),
    'a long file of the client' => $good->tlsConfig(['local_cert' => $long, 'local_pk' => $client->key]),
    'a long file of the key' => $good->tlsConfig(['local_cert' => $client->file, 'local_pk' => $long]),
    'no CA in the folder' => ['context' => ['capath' => $empty->path]] + $good->tlsConfig(),
    'no CA in the file' => $good->tlsConfig(['cafile' => $text]),
    'no certificate in the file' => $good->tlsConfig(['local_cert' => $text, 'local_pk' => $client->key]),
    'no key in the file' => $good->tlsConfig(['local_cert' => $client->file]),
    'no CA in the system' => ['context' => [], 'of the system' => $text] + $good->tlsConfig(),
    'old TLS' => $serve($old)->tlsConfig(),
    'a port of mail' => ['port' => $greeting] + $good->tlsConfig(),
    'a port that closes' => ['port' => $closing] + $good->tlsConfig(),
    'TLS to a plain port' => ['port' => $good->plainPort] + $good->tlsConfig(),
    'plain to a TLS port' => ['port' => $good->tlsPort],
];
$said = Together::each($cases, function (array $config, string $what): string {
    // A process of its own: the CAs of the system are read once.
    $system = $config['of the system'] ?? null;
    $env = $system === null ? [] : ['SSL_CERT_FILE' => $system, 'SSL_CERT_DIR' => null];
    unset($config['of the system']);
    $worker = Worker::run(<<<'PHP'
        try {
            @(new RedisMutexLock(json_decode($argv[1], true)))->lock('a');
        } catch (ValueError | RedisMutexLockUnavailableException $e) {
            say($e->getMessage());
        }
        PHP, [json_encode($config)], $env);
    $message = $worker->line(20);
    $parts = preg_split('/ (?:cannot be (?:reached|used)|was reached and does not answer): /', $message, 2);
    Check::same(2, count($parts), "$what: $message");

    return $parts[1];
}, most: 6);
$patterns = [];
foreach ($documented as $sentence) {
    $patterns[$sentence] = '/^' . str_replace('…', '.+', preg_quote($sentence, '/')) . '$/';
}
foreach ($said as $what => $message) {
    $matching = array_filter($patterns, static fn (string $pattern): bool => preg_match($pattern, $message) === 1);
    Check::same(1, count($matching), "rows that have the message of '$what': $message");
}
foreach ($patterns as $sentence => $pattern) {
    Check::true(preg_grep($pattern, $said) !== [], "the extension says: $sentence");
}
echo "done\n";
?>
--EXPECT--
done
