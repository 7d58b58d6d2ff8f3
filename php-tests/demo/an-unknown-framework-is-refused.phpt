--TEST--
The demo of an unknown framework ends before anything is built or installed, and names the known frameworks
--FILE--
<?php
$dir = new TempDir();
$top = dirname(__DIR__, 2);
foreach ([
    'demo.php' => [PHP_BINARY, ...Extension::arguments([], ['posix', 'redis']), "$top/examples/demo.php", 'symphony'],
    'make' => ['make', '--no-print-directory', '-C', $top, 'demo', 'FRAMEWORK=symphony'],
] as $what => $command) {
    $process = new Process($command, $dir->file($what), ['MAKEFLAGS' => null, 'MFLAGS' => null]);
    Check::same(2, $process->wait(60), "the exit status of $what");
    $first = strtok($dir->read($what), "\n");
    Check::true(str_ends_with($first, "he demo does not know the framework 'symphony'. It knows: fibers laravel shares"), "what $what says first: $first");
}
echo "done\n";
?>
--EXPECT--
done
