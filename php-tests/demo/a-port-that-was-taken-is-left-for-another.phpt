--TEST--
A program that takes the port before the Redis of the demo does is no reason to fail, because the demo tries another port
--FILE--
<?php
$taken = RedisServer::shared()->port;
$dir = new TempDir();
// The first start gets the port of a server that runs, and the second start gets the port that the demo names.
file_put_contents($dir->file('server'), <<<SH
    #!/bin/sh
    if mkdir "{$dir->file('first')}"; then
        exec redis-server "\$@" --port $taken
    fi
    exec redis-server "\$@"
    SH);
chmod($dir->file('server'), 0700);
$demo = new Demo(0, ['REDIS_SERVER' => $dir->file('server')]);
$demo->read(1);
Check::true(is_dir($dir->file('first')), 'the first start got the taken port');
Check::true(str_contains($demo->output, 'a private Redis'), "its first line: $demo->output");
$demo->process->signal(SIGINT);
$demo->ends('after SIGINT');
Check::same(130, $demo->process->wait(10), 'the exit status');
echo "done\n";
?>
--EXPECT--
done
