--TEST--
An empty string, such as an environment variable without a value, is a ValueError and never the server of php.ini
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$connections = static function () use ($redis): int {
    preg_match('/^total_connections_received:(\d+)/m', $redis->call('INFO', 'stats'), $found);

    return (int) $found[1];
};
$before = $connections();
$worker = Worker::run(<<<'PHP'
    $unset = (string) getenv('NOBODY_HAS_SET_THIS');
    $empty = new class {
        public function __toString(): string
        {
            return '';
        }
    };
    foreach ([$unset, '', false, $empty] as $i => $given) {
        $error = Tests\Check::throws(ValueError::class, function () use ($given) {
            $lock = new RedisMutexLock($given);
            $lock->lock('a', 0, 60);
        });
        $subject = 'RedisMutexLock::__construct(): Argument #1 ($config) must not be an empty string; ';
        Tests\Check::true(str_starts_with($error->getMessage(), $subject), "$i: {$error->getMessage()}");
    }
    foreach ([' ', "\n", "\t\r\n"] as $blanks) {
        Tests\Check::throws(ValueError::class, fn () => new RedisMutexLock($blanks), 'Argument #1 ($config) must ');
    }
    say('refused');
    hear();
    // Inside an array, an empty string means that this part was not given.
    foreach ([null, [], ['url' => ''], ['url' => '', 'host' => '', 'port' => '', 'password' => '']] as $i => $given) {
        $lock = new RedisMutexLock($given);
        Tests\Check::true($lock->lock('a', 0, 60) && $lock->unlock('a'), "$i: the server of php.ini");
    }
    PHP, env: ['NOBODY_HAS_SET_THIS' => null], ini: ['redis_mutex_lock.url' => $server->url()]);
$worker->expect('refused');
Check::same($before, $connections(), 'connections');
$worker->tell('go on');
$worker->finish();
Check::same(1, $connections() - $before, 'connections of what was given');
echo "done\n";
--EXPECT--
done
