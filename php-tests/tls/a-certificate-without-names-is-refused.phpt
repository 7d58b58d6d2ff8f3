--TEST--
A certificate whose only name is its common name is refused, and the message says what it lacks
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Certificates;
use Tests\RedisServer;
use Tests\Refusal;

$certificate = Certificates::suite()->issue('common', null, '127.0.0.1');
$server = RedisServer::start($certificate->options());
Refusal::of($server->tlsConfig(), '127.0.0.1', 'subjectAltName', 'verify_peer_name');
echo 'done';
?>
--EXPECT--
done
