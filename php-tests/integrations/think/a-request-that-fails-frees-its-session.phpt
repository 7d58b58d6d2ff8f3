--TEST--
SessionInit: an exception and an exit in the action free the session at once; a request without an id of ThinkPHP waits for nobody
--FILE--
<?php
use RedisMutexLock\Think\middleware\SessionInit;
use Tests\Check;
use Tests\ThinkSite;

$site = new ThinkSite('[' . SessionInit::class . "::class, ['wait' => 0]]", <<<'PHP'
    $app->route->get('throw', static function () use ($app): string {
        $app->session->set('number', 10);
        throw new DomainException('no data');
    });
    $app->route->get('exit', static function () use ($app): string {
        $app->session->set('number', 20);
        exit('left');
    });
    PHP, ['lease' => 3600, 'auto_release' => false]);
$id = $site->session(3);
$queue = ThinkSite::queue($id);
$isFree = static fn (): bool => $queue->holder() === null;

Check::same(500, $site->begin('/throw', $id)->response(60)['status'], 'the status after an exception');
Check::eventually($isFree, 30, 'the session is free after an exception');
Check::same(['number' => 10], $site->saved($id), 'the session after an exception, which ThinkPHP saves');
Check::same('left', $site->body('/exit', $id), 'the answer of an exit');
Check::eventually($isFree, 30, 'the session is free after an exit');
Check::same(['number' => 10], $site->saved($id), 'the session after an exit, which ThinkPHP does not save');

// Two requests with the same text that is no id.
$first = $site->begin('/add', 'no-id');
$site->comes('has read');
$second = $site->begin('/add', 'no-id');
$site->comes('has read');
$site->goOn('has read');
$site->goOn('has read');
Check::same(['1', '1'], [$first->response(60)['body'], $second->response(60)['body']], 'requests without an id');
echo "done\n";
?>
--EXPECT--
done
