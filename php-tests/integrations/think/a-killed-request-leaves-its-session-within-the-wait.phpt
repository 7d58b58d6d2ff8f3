--TEST--
SessionInit: after a SIGKILL of a request, the next one of its session goes on before its wait is over
--FILE--
<?php
use RedisMutexLock\Think\middleware\SessionInit;
use Tests\Check;
use Tests\ThinkSite;

const WAIT = 10;

// The lease of the settings is longer than the wait, so the middleware has one of its own.
$site = new ThinkSite('[' . SessionInit::class . "::class, ['wait' => " . WAIT . ']]', lock: ['lease' => 3600]);
$id = $site->session(3);
$killed = $site->begin('/add', $id);
$site->comes('has read');
$began = hrtime(true);
$site->kill();
Check::same('3', $site->body('/read', $id), 'the next request');
Check::between(0, WAIT, (hrtime(true) - $began) / 1e9, 'seconds from the kill to the answer');
echo "done\n";
?>
--EXPECT--
done
