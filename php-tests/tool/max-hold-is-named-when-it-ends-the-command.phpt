--TEST--
When max_hold ends the command, the sentence says so, whether a URL, an array or php.ini has the setting
--FILE--
<?php
$server = RedisServer::shared();
$dir = new TempDir();
file_put_contents($dir->file('array.php'), "<?php return ['url' => '{$server->url()}', 'max_hold' => 0.5];");
$url = $server->url(0, max_hold: 0.5);
$cases = [
    'URL' => [["--url=$url"], []],
    'array' => [["--config={$dir->file('array.php')}"], []],
    'php.ini' => [[], ['redis_mutex_lock.url' => $url]],
];
Together::each($cases, function (array $configuration, string $case): void {
    [$options, $ini] = $configuration;
    $tool = new LockTool(['run', Check::unique('max'), '--lease=2', ...$options, '--', 'sleep', '300'], ini: $ini);
    $tool->ends(70, $case);
    Check::same(1, preg_match('/ was held for its max_hold of 0\.5 s, and ends in \d\.\d s, so the command is ended\.\n\z/', $tool->stderr()), "$case: {$tool->stderr()}");
});
echo 'done';
?>
--EXPECT--
done
