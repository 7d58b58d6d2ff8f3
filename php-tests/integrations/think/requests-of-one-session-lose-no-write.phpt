--TEST--
SessionInit: two requests of one session at the same time lose no write, as they do with ThinkPHP's own; two sessions do not wait
--FILE--
<?php
use RedisMutexLock\Think\middleware\SessionInit;
use Tests\Check;
use Tests\ThinkSite;

$stock = new ThinkSite(think\middleware\SessionInit::class . '::class');
$id = $stock->session();
$requests = [$stock->begin('/add', $id), $stock->begin('/add', $id)];
foreach ($requests as $request) {
    $stock->comes('has read');
}
foreach ($requests as $request) {
    $stock->goOn('has read');
}
Check::same(['1', '1'], array_map(static fn ($request): string => $request->response(60)['body'], $requests), "ThinkPHP's own");
Check::eventually(static fn (): bool => $stock->saved($id) === ['number' => 1], 30, "ThinkPHP's own saves one of two additions");

$site = new ThinkSite(SessionInit::class . '::class');
$id = $site->session();
$first = $site->begin('/add', $id);
$site->comes('has read');
$second = $site->begin('/add', $id);
ThinkSite::queue($id)->reaches(1);
// Another session has a lock of its own.
Check::same('7', $site->body('/read', $site->session(7)), 'another session');
$site->goOn('has read');
Check::same('1', $first->response(60)['body'], 'the first request');
$site->comes('has read');
$site->goOn('has read');
Check::same('2', $second->response(60)['body'], 'the second request');
Check::same('2', $site->body('/read', $id), 'a third request reads what two additions have saved');
echo "done\n";
?>
--EXPECT--
done
