--TEST--
SessionInit: after `hold` the lock of a request that hangs ends, the next one goes on, and the first one saves nothing over it
--FILE--
<?php
use RedisMutexLock\Think\middleware\SessionInit;
use Tests\Check;
use Tests\ThinkSite;

const WARNING = 'warning: A request had its session for longer than its lock, so its changes of the session are not saved.';

$hang = <<<'PHP'
    $app->route->get('hang', static function () use ($app): string {
        $app->session->set('number', 100);
        stop('hangs');

        return 'ok';
    });
    PHP;
// The next request has the same lock, which must outlast it on a busy machine too.
$site = new ThinkSite('[' . SessionInit::class . "::class, ['wait' => 60, 'hold' => 0.1]]", $hang, ['lease' => 4]);
$id = $site->session(3);
$hangs = $site->begin('/hang', $id);
$site->comes('hangs');
$next = $site->begin('/add', $id);
$site->goOn('has read');
Check::same('4', $next->response(60)['body'], 'the next request, while the first one hangs');
$site->comes('has read');
$site->goOn('hangs');
Check::same('ok', $hangs->response(60)['body'], 'the request that hung');
$site->comes(WARNING);
$site->goOn(WARNING);
Check::same('4', $site->body('/read', $id), 'the session');
echo "done\n";
?>
--EXPECT--
done
