--TEST--
A call of remember() that finds the value under the lock returns it, also if the lock is lost at that moment
--FILE--
<?php
use Tests\ThinkPhp;

echo ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\facade\Lock;
    use Tests\Check;

    // The others: one has made the value since the first look, and an operator releases the lock.
    $cache = new class($app->config->get('cache.stores.redis')) extends \RedisMutexLock\Think\cache\Redis {
        public int $lost = 0;

        public function get($name, $default = null): mixed
        {
            $hit = parent::get($name, $default);
            if ($hit === null) {
                $this->set($name, 'made elsewhere', 60);
            } else {
                $this->lost += (int) Lock::forceUnlock("remember:$name");
            }

            return $hit;
        }
    };
    $other = new RedisMutexLock($app->config->get('cache.stores.redis'));
    foreach (['at once' => 0, 'after a wait' => 1] as $when => $seconds) {
        $name = Check::unique('stats');
        $seconds === 0 || $other->lock("remember:$name", 0, $seconds);
        $value = $cache->remember($name, static fn (): string => 'made here', 60);
        Check::same('made elsewhere', $value, "the value $when");
        Check::same(1, $cache->lost, "locks that were lost $when");
        $cache->lost = 0;
    }
    say('done');
    PHP)->finish(60);
?>
--EXPECT--
done
