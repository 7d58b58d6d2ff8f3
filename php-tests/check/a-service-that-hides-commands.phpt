--TEST--
The check of a service without INFO and CONFIG says what it could not see, and a command that the service does not have
--FILE--
<?php
$server = RedisServer::start(['appendonly' => 'yes']);
Rights::grant($server, Rights::line(Rights::ALL_FEATURES), Rights::line('in addition, for list'), Rights::line('in addition, for shares'));
$server->client()->call('ACL', 'SETUSER', 'locks', '+client|info', '+client|kill');
$findings = Findings::of($server->config() + Rights::USER);
Check::same(['warning maxmemory-policy', 'warning persistence'], $findings->troubles(), "without +info: $findings");
foreach (['maxmemory-policy', 'persistence'] as $what) {
    $findings->expect('warning', $what, 'could not be seen, because the user lacks the right +info', 'redis-cli ACL SETUSER <user> +info');
}
// HELLO says these, for which nobody needs a right.
$product = str_starts_with((string) shell_exec('redis-server --version'), 'Valkey') ? 'Valkey' : 'Redis';
$findings->expect('good', 'version', $product);
$findings->expect('good', 'role', 'master');
$findings->expect('good', 'rights');

$hidden = static fn (string ...$commands): RedisServer => RedisServer::start([
    'rename-command' => array_map(static fn (string $command): string => "$command \"\"", $commands),
]);
$service = $hidden('INFO', 'CONFIG', 'EVAL', 'BLPOP');
$findings = Findings::of($service->config());
Check::same(
    ['warning maxmemory-policy', 'warning persistence', 'bad rights', 'warning rights'],
    $findings->troubles(),
    "what the service does not have: $findings",
);
Check::true(str_contains($findings->rows('persistence')[0]['found'], 'INFO gave: ERR unknown command'), "INFO: $findings");
[$eval, $blpop] = $findings->rows('rights');
Check::true(str_contains("$eval[found] $eval[advice]", 'does not permit eval: locks need it, to be acquired, released or waited for'), "EVAL: $eval[found]");
Check::true(str_contains("$blpop[found] $blpop[advice]", 'docs/managed-redis.md, What the service must permit'), "BLPOP: $blpop[found]");

$service = $hidden('EVALSHA');
$findings = Findings::of($service->config());
$findings->expect('warning', 'rights', 'EVALSHA', 'one more round trip');
$service = $hidden('HELLO');
$findings = Findings::of($service->config());
$findings->expect('good', 'version', $product);
$findings->expect('good', 'role', 'master');
echo 'done';
?>
--EXPECT--
done
