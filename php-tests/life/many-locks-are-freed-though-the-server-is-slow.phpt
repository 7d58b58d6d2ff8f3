--TEST--
The end of a request and the death of an object free hundreds of locks at a server that is slow and answers all the time
--FILE--
<?php
$server = RedisServer::start();
// The releases take at least 0.3 s. This is more than a command may take, and less than the 0.5 s of the whole end.
$proxy = Proxy::to($server, ['command' => 'EVAL*', 'do' => 'pace', 'us' => 600]);
ManyLocks::areFreed($server, ['url' => $proxy->url(), 'command_timeout' => 0.25], 500);
echo 'done';
?>
--EXPECT--
done
