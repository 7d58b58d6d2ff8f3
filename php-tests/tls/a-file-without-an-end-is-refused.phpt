--TEST--
A FIFO, a directory or a device in the place of a file of TLS is refused at once and named, without its bytes in memory
--FILE--
<?php
$suite = Certificates::suite();
$server = RedisServer::start();
$folder = dirname($suite->file('fifos/a', ''));
$fifo = "$folder/12345678.0";
exec('mkfifo ' . escapeshellarg($fifo), $output, $code);
Check::same(0, $code, 'mkfifo');
$client = $suite->client->context();
$cases = [];
foreach ([$fifo, $folder, '/dev/zero'] as $file) {
    foreach (['cafile', 'local_cert', 'local_pk'] as $key) {
        $cases["$key $file"] = [$file, $server->tlsConfig([$key => $file] + ($key === 'cafile' ? [] : $client))];
    }
}
// A folder of CAs has files with such names.
$cases["capath $folder"] = [$folder, ['context' => ['capath' => $folder]] + $server->tlsConfig()];
$cases['capath /dev/zero'] = ['/dev/zero', ['context' => ['capath' => '/dev/zero']] + $server->tlsConfig()];

// Who reads /dev/zero to its end gets no more memory than this, and hurts nobody else.
$worker = Worker::run(<<<'PHP'
    Tests\Under::program('sh', '-c', 'ulimit -v 1500000 && exec "$@"', 'sh');
    while (true) {
        $config = json_decode(hear(), true);
        try {
            @(new RedisMutexLock($config + ['retry_for' => 0]))->lock('a');
            $message = 'locked';
        } catch (ValueError | RedisMutexLockUnavailableException $e) {
            $message = $e->getMessage();
        }
        // The most memory so far, in kB.
        preg_match('/VmHWM:\s*(\d+)/', file_get_contents('/proc/self/status'), $most);
        say("$most[1] $message");
    }
    PHP);
$worker->tell(json_encode($server->tlsConfig()));
[$before, $said] = explode(' ', $worker->line(20), 2);
Check::same('locked', $said, 'with the right files');
foreach ($cases as $what => [$file, $config]) {
    $worker->tell(json_encode($config));
    [$memory, $said] = explode(' ', $worker->line(20), 2);
    Check::true(str_contains($said, $file), "'$file' stands in: $said");
    Check::between(0, $before + 100_000, (int) $memory, "kB of memory, $what");
}
$worker->kill();
echo 'done';
?>
--EXPECT--
done
