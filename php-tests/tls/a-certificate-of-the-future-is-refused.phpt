--TEST--
A certificate that is not valid yet is refused, and the message mentions the clock
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Certificates;
use Tests\RedisServer;
use Tests\Refusal;

$certificate = Certificates::suite()->issue('future', from: '+3 days');
$server = RedisServer::start($certificate->options());
Refusal::of($server->tlsConfig(), 'valid', 'clock');
echo 'done';
?>
--EXPECT--
done
