--TEST--
In a subclass' destructor its locks are still held, and after it they are released
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('destructor');
$anonymous = new class ($server->url()) extends RedisMutexLock {
    public static bool $held = false;

    public function __destruct()
    {
        self::$held = $this->held() !== [] && $this->isLocking($this->held()[0]);
    }
};
$class = $anonymous::class;
$anonymous->lock($name);
unset($anonymous);
Check::same(true, $class::$held, 'still held in the destructor');
Check::same(0, $redis->call('EXISTS', "lock:$name"), 'released after it');

echo 'done';
?>
--EXPECT--
done
