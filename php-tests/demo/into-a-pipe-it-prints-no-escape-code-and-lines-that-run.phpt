--TEST--
Into a pipe the demo prints no escape code and redraws nothing; it ends with three lines of PHP that run, and with the command that runs them
--FILE--
<?php
$output = (new Demo(0))->whole();
Check::same([false, false], [str_contains($output, "\e"), str_contains($output, "\r")], 'escape codes, redrawn lines');
Check::true(str_contains($output, '400 of 400 customers have a code of their own'), 'the result');
Check::same(1, preg_match('/^  <\?php\n(  .+\n){2}/m', $output, $lines), 'three lines of PHP');
Check::true(str_contains($lines[0], '127.0.0.1:6379'), 'the address is the usual one');
$code = str_replace('6379', (string) RedisServer::shared()->port, $lines[0]);
Check::same("Hello, one at a time.\n", Worker::run($code)->finish(), 'what the lines print');
Check::true(str_ends_with($output, "\n  php -d extension=\"" . Extension::path() . "\" hello.php\n"), 'the last line');
echo "done\n";
?>
--EXPECT--
done
