--TEST--
A wrong server of a quorum is refused by its number and key, and no password is shown
--FILE--
<?php
$refused = function (array|string $config, string $sentence): void {
    $error = Check::throws(ValueError::class, fn () => new RedisMutexLock($config));
    Check::same("RedisMutexLock::__construct(): Argument #1 (\$config) $sentence", $error->getMessage(), 'the message');
    Check::true(!str_contains((string) $error, 'hunter2'), "no password: {$error->getMessage()}");
};
$forms = 'host:port, [IPv6]:port, a URL, the path of a Unix socket, or an array with "host" and "port"';
$in = fn (mixed $entry): array => ['servers' => ['a', $entry, 'c']];
foreach ([true, 'on', 1, 1.5] as $value) {
    $given = json_encode($value);
    $refused(['servers' => $value], "\"servers\" must be a list of servers, such as ['10.0.0.1:6379', '10.0.0.2:6379', '10.0.0.3:6379'], $given given");
}
$refused(['servers' => ['host' => 'a']], '"servers" has the unknown key "host"; it is a list of servers');
$refused($in(''), "server 2 of \"servers\" is empty; a server is $forms");
$refused($in(null), "server 2 of \"servers\" is empty; a server is $forms");
$refused(['servers' => 'a,,c'], "server 2 of \"servers\" is empty; a server is $forms");
$refused($in('user:hunter2@b'), "server 2 of \"servers\" must be $forms");
$refused($in(false), "server 2 of \"servers\" must be $forms, false given");
$refused($in('::1'), "server 2 of \"servers\" must be $forms; an IPv6 address needs its brackets");
$refused($in(['port' => 1]), "server 2 of \"servers\" must name a host or a socket; a server is $forms");
$refused($in(['host' => 'b', 'passwort' => 'hunter2']), 'server 2 of "servers" has the unknown key "passwort" (did you mean "password"?)');
$refused($in(['host' => 'b', 'port' => 70000]), '"port" in server 2 of "servers" must be between 1 and 65535, 70000 given');
$refused($in('redis+cluster://:hunter2@b'), 'server 2 of "servers" must be the URL of one server');
$refused($in(['host' => 'b', 'username' => 'u']) + ['password' => 'hunter2'],
    'server 2 of "servers" has a "username" and no "password"; give both there, because the login of the top level counts as a whole');
$refused($in(['host' => 'b', 'cafile' => '/ca.pem']),
    '"cafile" in server 2 of "servers" needs TLS, which rediss:// or "scheme" => "tls" switches on');
// The deepest place that is read.
$parameters = ['context' => ['ssl' => ['cafile' => 'ca.pem']], 'password' => 'hunter2'];
$refused($in(['host' => 'b', 'scheme' => 'tls', 'options' => ['parameters' => $parameters]]),
    '"cafile" in "context" in "parameters" in server 2 of "servers" must be the absolute path of a file, "ca.pem" given');
$refused('redis://a,redis://u:hunter2@b:x,redis://c',
    'server 2 of the URL must have a port between 1 and 65535; in a password, "#" is written %23, "/" is written %2F and "?" is written %3F');
$refused('redis+quorum://a,b,c:70000', '"port" in server 3 of the URL must be between 1 and 65535, "70000" given');
$refused('redis://a?servers=b,c,d', 'has "servers" in its query; write redis+quorum://host:port,host:port');
$refused(['quorum' => ['a', 'b', 'c']], 'has the unknown key "quorum" (did you mean "servers"?)');
echo "done\n";
?>
--EXPECT--
done
