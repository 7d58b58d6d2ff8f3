--TEST--
A certificate for another name is refused, and the message has both names and the settings that help
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Certificates;
use Tests\RedisServer;
use Tests\Refusal;

$suite = Certificates::suite();
foreach (['DNS:elsewhere.example' => 'elsewhere.example', 'IP:10.9.8.7' => '10.9.8.7'] as $names => $shown) {
    $server = RedisServer::start($suite->issue('elsewhere', $names)->options());
    Refusal::of($server->tlsConfig(), $shown, '127.0.0.1', 'peer_name');
}
$server = RedisServer::start($suite->issue('localhost', 'DNS:localhost')->options());
Refusal::of($server->tlsConfig(), 'localhost', 'peer_name');
Refusal::of($server->tlsConfig(['peer_name' => 'elsewhere.example']), 'localhost', 'elsewhere.example');
echo 'done';
?>
--EXPECT--
done
