--TEST--
SessionInit: close(), and `early` before the response is sent, save the session and let the next request go on; it is saved once
--FILE--
<?php
use RedisMutexLock\Think\middleware\SessionInit;
use Tests\Check;
use Tests\ThinkSite;

$class = SessionInit::class . '::class';
$early = new ThinkSite("[$class, ['early' => true]]");
$id = $early->session(3);
Check::same('4', $early->body('/add-and-stop-at-the-end', $id), 'the request that ends late');
$early->comes('the end');
Check::same('4', $early->body('/read', $id), 'the next request, while the first one goes on');
Check::same('5', $early->body('/add-and-stop-at-the-end', $id), 'a request that writes');
$early->comes('the end');
$early->goOn('the end');
$early->goOn('the end');

$site = new ThinkSite($class, <<<'PHP'
    $app->route->get('close', static function (RedisMutexLock\Think\middleware\SessionInit $middleware) use ($app): string {
        $app->session->set('number', 10);
        $middleware->close();
        stop('closed');
        $app->session->set('number', 20);

        return 'ok';
    });
    PHP);
$id = $site->session();
$long = $site->begin('/close', $id);
$site->comes('closed');
$next = $site->begin('/add', $id);
$site->comes('has read');
$site->goOn('closed');
Check::same('ok', $long->response(60)['body'], 'the long request');
$site->goOn('has read');
Check::same('11', $next->response(60)['body'], 'the request that came meanwhile');
Check::same('11', $site->body('/read', $id), 'what the long request wrote after close() is not saved');
echo "done\n";
?>
--EXPECT--
done
