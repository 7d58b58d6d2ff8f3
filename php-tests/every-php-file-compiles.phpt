--TEST--
PHP compiles every PHP file of the project without a message
--FILE--
<?php
// What a build or an installation has written is not of this project.
const FOREIGN = ['target', 'vendor'];

// The checkout. In its copy, run-tests.php writes and deletes PHP files all the time.
$root = dirname(realpath(__DIR__ . '/lib'), 2);
$own = new RecursiveCallbackFilterIterator(
    new RecursiveDirectoryIterator($root, FilesystemIterator::SKIP_DOTS),
    static fn (SplFileInfo $file): bool => !in_array($file->getFilename(), FOREIGN, true),
);
$files = preg_grep('~\.php$|/bin/redis-lock$~', array_keys(iterator_to_array(new RecursiveIteratorIterator($own))));
Check::true(count($files) > 100, 'the files are found');

// OPcache compiles a file without running it. `php -l` does so too, and begins PHP for each file.
$lint = [PHP_BINARY, '-n', '-d', 'error_reporting=-1', '-d', 'display_errors=1'];
$opcache = ini_get('extension_dir') . '/opcache.so';
$command = is_file($opcache) && extension_loaded('pcntl')
    ? [...$lint, '-d', "zend_extension=$opcache", '-d', 'opcache.enable_cli=1', '-r', <<<'PHP'
        foreach (explode("\0", stream_get_contents(STDIN)) as $file) {
            // Two files may have a function of the same name.
            if (pcntl_fork() === 0) {
                echo opcache_compile_file($file) ? "No syntax errors detected in $file\n" : '';
                exit;
            }
            pcntl_wait($status);
        }
        PHP]
    // xargs ends at the exit status of a file with an error.
    : ['xargs', '-0', '-n', '1', '-P', '4', 'sh', '-c', '"$@" || :', 'sh', ...$lint, '-l'];
$process = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
fwrite($pipes[0], implode("\0", $files));
fclose($pipes[0]);
$printed = array_filter(explode("\n", stream_get_contents($pipes[1])));
proc_close($process);

$good = array_map(static fn (string $file): string => "No syntax errors detected in $file", $files);
if (array_diff($printed, $good) !== []) {
    throw new Failure(implode("\n", array_diff($printed, $good)));
}
Check::same([], array_diff($good, $printed), 'files that PHP did not compile');
echo count($files), " files\n";
?>
--EXPECTF--
%d files
