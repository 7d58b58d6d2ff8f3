--TEST--
The check of a server that is dead, hung or falls silent in the midst ends in time, and a wrong password is named and not shown
--FILE--
<?php
$server = RedisServer::start(['appendonly' => 'yes', 'requirepass' => 'correct-horse']);
$way = $server->config();
$timed = static function (array $config): array {
    $began = hrtime(true);
    $findings = Findings::of($config);

    return [$findings, (hrtime(true) - $began) / 1e9];
};

$findings = Findings::of($way + ['password' => 'battery-staple']);
$findings->expect('bad', 'reachable', 'WRONGPASS', 'check "username" and "password"');
Check::same(1, count($findings->rows), "no other row: $findings");
Check::same(false, str_contains((string) $findings, 'battery-staple'), "no password: $findings");
$findings = Findings::of($way);
$findings->expect('bad', 'reachable', 'NOAUTH', 'set "password"');
$findings = Findings::of($way + ['password' => 'correct-horse']);
Check::same(['reachable'], array_column($findings->rows('reachable'), 'what'), 'the right password');
Check::same(false, str_contains((string) $findings, 'correct-horse'), "no password: $findings");
Check::same([], $findings->troubles(), "nothing is wrong: $findings");

// The deadline is long enough for a busy machine, and each upper bound has twice as much.
$silent = Proxy::to($server, ['command' => 'INFO', 'do' => 'stall']);
[$findings, $seconds] = $timed($silent->config() + ['password' => 'correct-horse', 'command_timeout' => 2]);
$findings->expect('bad', 'reachable', 'no answer within 2000 ms');
$findings->expect('good', 'tls');
Check::same(['reachable', 'tls'], array_column($findings->rows, 'what'), "the rows so far: $findings");
Check::between(2, 8, $seconds, 'seconds until the check gives a silent server up');

$server->pause();
[$findings, $seconds] = $timed($way + ['password' => 'correct-horse', 'command_timeout' => 2]);
$findings->expect('bad', 'reachable', 'was reached and does not answer');
Check::same(1, count($findings->rows), "no other row: $findings");
Check::between(1.9, 8, $seconds, 'seconds until the check gives a hung server up');
$server->resume();

$server->kill();
$findings = Findings::of($way);
$findings->expect('bad', 'reachable', 'cannot be reached', 'look whether the server runs');
echo 'done';
?>
--EXPECT--
done
