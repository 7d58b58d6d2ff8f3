--TEST--
SessionInit: a request that waits for its session longer than `wait` is answered with 503, and leaves the session as it is
--FILE--
<?php
use RedisMutexLock\Think\middleware\SessionInit;
use Tests\Check;
use Tests\ThinkSite;

// Long enough for the first request to wait for the one that made the session and still releases it.
$site = new ThinkSite('[' . SessionInit::class . "::class, ['wait' => 3]]");
$id = $site->session(3);
$first = $site->begin('/add', $id);
$site->comes('has read');
$refused = $site->begin('/add', $id)->response(60);
Check::same(503, $refused['status'], 'the status');
Check::same('1', $refused['headers']['retry-after'] ?? null, 'Retry-After');
Check::same(['number' => 3], $site->saved($id), 'the session after the refusal');
$site->goOn('has read');
Check::same('4', $first->response(60)['body'], 'the first request');
Check::same('4', $site->body('/read', $id), 'the session');
echo "done\n";
?>
--EXPECT--
done
