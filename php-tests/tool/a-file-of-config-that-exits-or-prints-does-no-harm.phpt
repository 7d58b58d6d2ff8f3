--TEST--
A file of --config that ends the program gives 78 and a sentence, what it prints is dropped, and a relative path leads to no file of the include_path
--FILE--
<?php
$server = RedisServer::shared();
$dir = new TempDir();
$array = "['host' => '127.0.0.1', 'port' => $server->plainPort, 'lock_prefix' => '" . Check::unique('config') . "']";
foreach (["<?php defined('NOWHERE') OR exit('No direct script access');", '<?php echo "x"; ob_start(); echo "y"; exit(0);', '<?php die(3);'] as $code) {
    file_put_contents($dir->file('ends.php'), $code);
    foreach ([['run', 'a', "--config={$dir->file('ends.php')}", '--', 'echo', 'it ran'], ['list', "--config={$dir->file('ends.php')}"]] as $words) {
        $tool = new LockTool($words);
        Check::same('', $tool->ends(78, $code), "$code: output");
        Check::true(str_contains($tool->stderr(), "The file {$dir->file('ends.php')} of --config ended the program"), $tool->stderr());
    }
}
file_put_contents($dir->file('prints.php'), "\xef\xbb\xbf<?php echo 'hello'; ob_start(); echo 'more'; return $array;");
Check::same("[]\n", (new LockTool(['list', '--json', "--config={$dir->file('prints.php')}"]))->ends(0, 'a file that prints'), 'JSON alone');
// A file of the same name stands in the include_path.
mkdir($dir->file('here'));
mkdir($dir->file('other'));
file_put_contents($dir->file('here/redis.php'), "<?php return $array;");
file_put_contents($dir->file('other/redis.php'), '<?php return [];');
$program = LockTool::program(['include_path' => $dir->file('other')]);
$inFolder = ['sh', '-c', 'cd "$0" && exec "$@"', $dir->file('here'), ...$program, 'run', 'a', '--config=redis.php', '--', 'echo', 'it ran'];
$process = new Process($inFolder, $dir->file('log'));
Check::same(0, $process->wait(60), $dir->read('log'));
Check::same("it ran\n", $dir->read('log'), 'the file of this folder counts');
echo 'done';
?>
--EXPECT--
done
