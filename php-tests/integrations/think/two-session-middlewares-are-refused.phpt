--TEST--
SessionInit beside ThinkPHP's own, which would save the session without the lock, is refused by name; a binding replaces it
--FILE--
<?php
use Tests\ThinkPhp;

ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\middleware\SessionInit;
    use Tests\Check;
    use think\middleware\SessionInit as Stock;

    $app->middleware->import([Stock::class]);
    $middleware = $app->make(SessionInit::class);
    $handle = static fn () => $middleware->handle(new think\Request(), static fn () => think\Response::create('ok'));
    $message = Check::throws(LogicException::class, $handle)->getMessage();
    Check::same('app/middleware.php has think\middleware\SessionInit beside RedisMutexLock\Think\middleware\SessionInit: remove the first one.', $message, 'the message');

    $app->bind(Stock::class, SessionInit::class);
    $app->delete(Stock::class);
    Check::same('ok', $handle()->getContent(), 'with a binding');
    PHP)->finish(60);
echo "done\n";
?>
--EXPECT--
done
