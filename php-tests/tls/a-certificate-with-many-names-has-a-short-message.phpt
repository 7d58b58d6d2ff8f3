--TEST--
A certificate with 1,500 names is refused with a short message: it has some of them, and says how many more there are
--FILE--
<?php
$names = static fn (int $count, string $pattern): string
    => implode(',', array_map(static fn (int $i): string => sprintf("DNS:$pattern", $i), range(1, $count)));
$suite = Certificates::suite();
$cases = [
    'short names' => [1500, 'h%d.example'],
    'long names' => [100, str_repeat(str_repeat('n', 60) . '.', 3) . 'h%d.example'],
];
foreach ($cases as $what => [$count, $pattern]) {
    $server = RedisServer::start($suite->issue('many', $names($count, $pattern))->options());
    $message = Refusal::of($server->tlsConfig(), 'its certificate is for');
    Check::between(0, 1000, strlen($message), "$what: bytes of " . substr($message, 0, 300));
    Check::same(1, preg_match('/(\d+) more/', $message, $more), $message);
    Check::same($count, (int) $more[1] + substr_count($message, '.example'), "$what: names in $message");
}
echo 'done';
?>
--EXPECT--
done
