--TEST--
3,000 objects, each with a lock of its own, are alive at the end of the request, and all of their locks are freed
--FILE--
<?php
$server = RedisServer::start();
// The server is a millisecond away: single releases would take three seconds, and the end has half a second.
$proxy = Proxy::to($server, ['command' => 'EVAL*', 'do' => 'delayReply', 'ms' => 1]);
ManyLocks::areFreed($server, ['url' => $proxy->url()], 3000, objects: 3000, ends: ['exit', 'the end of the script']);
echo 'done';
?>
--EXPECT--
done
