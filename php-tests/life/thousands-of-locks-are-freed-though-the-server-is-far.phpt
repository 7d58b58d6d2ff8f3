--TEST--
The end of a request and the death of an object free 3,000 locks at a server with late answers
--FILE--
<?php
$server = RedisServer::start();
// A release is a script, a lock() is none. A round trip for each hundred releases would take 3 s.
$proxy = Proxy::to($server, ['command' => 'EVAL*', 'do' => 'delayReply', 'ms' => 100]);
ManyLocks::areFreed($server, ['url' => $proxy->url()], 3000);
echo 'done';
?>
--EXPECT--
done
