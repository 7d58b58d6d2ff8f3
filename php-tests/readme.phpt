--TEST--
The examples of README.md run, print what stands below them, and name the commands that exist
--FILE--
<?php
require __DIR__ . '/lib/autoload.php';

use Tests\Check;
use Tests\ReadmeBlock;
use Tests\RedisServer;
use Tests\Worker;

// An example that goes on where another one ended. The output of the first one is compared at its own place.
function after(string $before, string $code): string
{
    $declare = 'declare(strict_types=1);';
    $script = str_replace($declare, '', "ob_start();\n$before\nob_end_clean();\n$code", $strict);

    return ($strict > 0 ? $declare : '') . $script;
}

$redis = RedisServer::shared();
$readme = (string) file_get_contents(dirname(__DIR__) . '/README.md');
$blocks = ReadmeBlock::in($readme);

// Without the extension's own address, an example would talk to any server that runs on this machine.
$local = static fn (string $text): string => preg_replace('/\b6379\b/', (string) $redis->port, $text);

$run = $left = 0;
$before = '';
foreach ($blocks as $i => $block) {
    if ($block->language !== 'php') {
        continue;
    }
    $where = "README.md:$block->line";
    if ($block->notRun() !== null) {
        Check::true($block->notRun() !== '', "$where: says why it is not run");
        $left++;
        continue;
    }
    $code = preg_replace('/^\s*<\?php\b/', '', $local($block->text));
    $before = $block->continues() ? $before : '';
    $worker = Worker::run(
        $before === '' ? $code : after($before, $code),
        env: $redis->environment(),
        ini: [
            'redis_mutex_lock.url' => $redis->url(),
            'auto_prepend_file' => __DIR__ . '/lib/readme-prelude.php',
        ],
        modules: $block->modules(),
    );
    try {
        $output = $worker->finish(30);
    } catch (Tests\Failure $failure) {
        throw new Tests\Failure("$where: " . $failure->getMessage());
    }
    $next = $blocks[$i + 1] ?? null;
    if ($next?->language === 'text') {
        Check::same(rtrim($local($next->text)), rtrim($output), "$where: what it prints");
    }
    $before .= $code;
    $run++;
}
Check::true($run > 0, 'at least one example was run');

$shell = '';
foreach ($blocks as $block) {
    $shell .= in_array($block->language, ['sh', 'bash', 'shell', 'console', ''], true) ? $block->text : '';
}
foreach (['make demo', 'make test'] as $command) {
    Check::true(preg_match("/^[\$ ]*$command\b/m", $shell) === 1, "README.md has the command '$command'");
}
echo "README.md: $run examples run, $left not run\n";
?>
--EXPECTF--
README.md: %d examples run, %d not run
