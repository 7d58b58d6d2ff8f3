--TEST--
The demo of an unknown deployment, or of a framework and a deployment, ends before anything is built or installed, and says why
--FILE--
<?php
$dir = new TempDir();
$top = dirname(__DIR__, 2);
foreach ([
    'unknown' => ['', 'quorom', "he demo does not know the deployment 'quorom'. It knows: quorum"],
    'both' => ['laravel', 'quorum', 'he demo shows a framework or a deployment, not both at once'],
] as $which => [$framework, $deployment, $says]) {
    foreach ([
        'demo.php' => [PHP_BINARY, ...Extension::arguments([], ['posix', 'redis']), "$top/examples/demo.php", $framework, $deployment],
        'make' => ['make', '--no-print-directory', '-C', $top, 'demo', "FRAMEWORK=$framework", "DEPLOYMENT=$deployment"],
    ] as $what => $command) {
        $process = new Process($command, $dir->file("$what-$which"), ['MAKEFLAGS' => null, 'MFLAGS' => null]);
        Check::same(2, $process->wait(60), "the exit status of $what, $which");
        $first = strtok($dir->read("$what-$which"), "\n");
        Check::true(str_ends_with(rtrim($first, '.'), $says), "what $what says first, $which: $first");
    }
}
echo "done\n";
?>
--EXPECT--
done
