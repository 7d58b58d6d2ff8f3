--TEST--
A port of the suite belongs to the process that took it until this process ends, whether anybody listens there or not
--FILE--
<?php
$owner = Worker::run(
    'require $argv[1]; say((string) Tests\Port::free()); hear();',
    [__DIR__ . '/lib/autoload.php'],
    extension: false,
);
$port = (int) $owner->line(30);
if ($port < (int) file_get_contents('/proc/sys/net/ipv4/ip_local_port_range')) {
    Check::same(false, Port::take($port), 'the port of another process');
    $owner->kill();
    Check::true(Port::take($port), 'the port of a dead process');
    Check::same(false, Port::take($port), 'its own port, a second time');
}
echo 'done';
?>
--EXPECT--
done
