--TEST--
A test that passes only when run-tests.php repeats it is red, and the runner shows why it failed the first time
--FILE--
<?php
$dir = new TempDir();
$mark = var_export($dir->file('mark'), true);
$tests = [
    // A test with usleep() in it may be repeated.
    'sometimes' => "usleep(1); if (!file_exists($mark)) { touch($mark); throw new Exception('not the first time'); } echo 'done';",
    'always' => "usleep(1); echo 'done';",
];
$run = static function (string $name) use ($dir, $tests): array {
    $file = $dir->file("$name.phpt");
    file_put_contents($file, "--TEST--\nIt passes $name\n--FILE--\n<?php\n$tests[$name]\n?>\n--EXPECT--\ndone\n");
    $runner = new Process([PHP_BINARY, '-n', __DIR__ . '/run.php', '--plain', $file], $dir->file("output of $name"), orphaned: 'TERM');

    return [$runner->wait(120), $dir->read("output of $name")];
};
[$code, $output] = $run('always');
Check::same(0, $code, "a good test, exit status:\n$output");
Check::true(str_contains($output, "\n1 passed, 0 failed, 0 skipped\n"), $output);
[$code, $output] = $run('sometimes');
Check::same(1, $code, "a test that fails once, exit status:\n$output");
Check::true(str_contains($output, "\n0 passed, 1 failed, 0 skipped\n"), $output);
Check::true(str_contains($output, 'not the first time'), $output);
echo 'done';
?>
--EXPECT--
done
