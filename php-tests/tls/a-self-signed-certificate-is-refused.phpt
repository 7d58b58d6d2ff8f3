--TEST--
A self-signed certificate that nobody trusts is refused, and the message says that cafile may name it
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Certificates;
use Tests\RedisServer;
use Tests\Refusal;

$certificate = Certificates::suite()->selfSigned('self');
$server = RedisServer::start($certificate->options());
Refusal::of($server->tlsConfig(), 'self-signed', 'cafile', Certificates::suite()->ca);
Refusal::of(['context' => []] + $server->tlsConfig(), 'self-signed', 'cafile');
// Another self-signed certificate with the same name helps nobody.
$other = Certificates::make()->selfSigned('self');
Refusal::of($server->tlsConfig(['cafile' => $other->file]), $other->file);
echo 'done';
?>
--EXPECT--
done
