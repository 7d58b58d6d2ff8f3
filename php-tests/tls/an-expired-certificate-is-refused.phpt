--TEST--
An expired certificate is refused, and the message says so
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Certificates;
use Tests\RedisServer;
use Tests\Refusal;

$certificate = Certificates::suite()->issue('expired', from: '-20 days', to: '-3 days');
$server = RedisServer::start($certificate->options());
Refusal::of($server->tlsConfig(), 'expired');
echo 'done';
?>
--EXPECT--
done
