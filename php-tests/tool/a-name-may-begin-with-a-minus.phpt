--TEST--
The word behind -- is a name for release and a pattern for list, so a name that begins with a minus can be listed and released
--FILE--
<?php
$server = RedisServer::start();
$url = "--url={$server->url()}";
$server->client()->call('SET', 'lock:--yes', 'another');
Check::same(2, substr_count((new LockTool(['list', $url, '--', '--y*']))->ends(0, 'list'), "\n"), 'the heading and the lock');
Check::true(str_ends_with((new LockTool(['release', $url, '--yes', '--', '--yes']))->ends(0, 'release'), "Released.\n"), 'released');
Check::same(0, $server->client()->call('EXISTS', 'lock:--yes'), 'the key');
echo 'done';
?>
--EXPECT--
done
