--TEST--
Thousands of objects, each with a lock of its own, are alive at the end of the request, and all of their locks are freed
--FILE--
<?php
$server = RedisServer::start();
// The proxy is PHP too, and one with assertions carries a third of the bytes in the same time.
$objects = PHP_DEBUG ? 1000 : 3000;
// The server is a millisecond away: single releases would take a second or three, and the end has half a second.
$proxy = Proxy::to($server, ['command' => 'EVAL*', 'do' => 'delayReply', 'ms' => 1]);
ManyLocks::areFreed($server, ['url' => $proxy->url()], $objects, objects: $objects, ends: ['exit', 'the end of the script']);
echo 'done';
?>
--EXPECT--
done
