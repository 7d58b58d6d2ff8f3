--TEST--
The constructor converts scalars and Stringable to a URL, as PHP does for array|string|null
--FILE--
<?php
$url = new class(RedisServer::shared()->url()) {
    public function __construct(private string $url)
    {
    }

    public function __toString(): string
    {
        return $this->url;
    }
};
$name = Check::unique('stringable');
$lock = new RedisMutexLock($url);
Check::true($lock->lock($name) && $lock->unlock($name), 'a Stringable');
foreach ([5, 1.5, true, false] as $scalar) {
    // The text of these values is no URL. The message does not repeat it.
    Check::throws(ValueError::class, fn () => new RedisMutexLock($scalar), '/Argument #1 \(\$config\) must /');
}
Check::throws(TypeError::class, fn () => new RedisMutexLock(new stdClass()), 'must be of type array|string|null, stdClass given');
echo "done\n";
?>
--EXPECT--
done
