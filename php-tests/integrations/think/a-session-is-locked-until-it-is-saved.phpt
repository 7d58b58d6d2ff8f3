--TEST--
SessionInit: the client has its response before the session is saved, and its next request waits for that; with a new id too
--FILE--
<?php
use RedisMutexLock\Think\middleware\SessionInit;
use Tests\Check;
use Tests\ThinkSite;

$regenerate = <<<'PHP'
    $app->route->get('new-id-and-stop-at-the-end', static function () use ($app): string {
        $app->session->regenerate();
        $app->session->set('number', 5);

        return $app->session->getId();
    });
    PHP;
$cookie = static function (array $response): string {
    Check::true(preg_match('/PHPSESSID=(\w{32})/', $response['headers']['set-cookie'] ?? '', $found) === 1, 'the cookie of the session');

    return $found[1];
};

$stock = new ThinkSite(think\middleware\SessionInit::class . '::class');
$id = $cookie($stock->begin('/add-and-stop-at-the-end')->response(60));
$stock->comes('the end');
Check::same('0', $stock->body('/read', $id), "ThinkPHP's own: what the next request reads");
$stock->goOn('the end');

$site = new ThinkSite(SessionInit::class . '::class', $regenerate);
$old = $site->session();
foreach ([['/add-and-stop-at-the-end', null, '1'], ['/add-and-stop-at-the-end', $old, '1'], ['/new-id-and-stop-at-the-end', $old, '5']] as [$path, $given, $number]) {
    $id = $cookie($site->begin($path, $given)->response(60));
    $site->comes('the end');
    $next = $site->begin('/read', $id);
    ThinkSite::queue($id)->reaches(1);
    $site->goOn('the end');
    Check::same($number, $next->response(60)['body'], "what the next request reads after $path with " . ($given ?? 'no session'));
}
Check::true($id !== $old, 'the id was a new one');
echo "done\n";
?>
--EXPECT--
done
