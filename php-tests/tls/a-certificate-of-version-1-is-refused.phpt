--TEST--
A certificate of X.509 version 1 is refused for its version, and is not called self-signed
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Certificates;
use Tests\Check;
use Tests\RedisServer;
use Tests\Refusal;

$certificate = Certificates::suite()->versionOne();
$server = RedisServer::start($certificate->options());
foreach ([[], ['verify_peer_name' => false], ['cafile' => $certificate->file]] as $context) {
    $message = Refusal::of($server->tlsConfig($context), 'X.509 version 1', 'subjectAltName');
    Check::true(!str_contains($message, 'self-signed'), $message);
}
echo 'done';
?>
--EXPECT--
done
