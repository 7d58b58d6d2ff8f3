--TEST--
Eight redis-lock run with one name run their commands one at a time, each of them once
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('exclude');
$dir = new TempDir();
// mkdir fails if the other one is inside.
$command = ['sh', '-c', 'mkdir "$1/inside" || exit 1; echo x >>"$1/log"; sleep 0.05; rmdir "$1/inside"', 'sh', $dir->path];
$tools = [];
for ($i = 0; $i < 8; $i++) {
    $tools[] = LockTool::run($server, $name, $command, ['--wait=120']);
}
foreach ($tools as $tool) {
    $tool->ends(0, 'alone');
}
Check::same(8, substr_count($dir->read('log'), "x\n"), 'runs');
echo 'done';
?>
--EXPECT--
done
