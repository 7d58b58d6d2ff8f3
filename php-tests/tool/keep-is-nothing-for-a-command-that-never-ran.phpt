--TEST--
A command that turns out not to start, when the lock is held already, leaves no lock in spite of --keep, while the command's own 127 keeps it
--FILE--
<?php
$server = RedisServer::shared();
$dir = new TempDir();
file_put_contents($dir->file('lost'), "#!/nowhere/interpreter\n");
chmod($dir->file('lost'), 0o755);
foreach (['with setpriv' => [], 'without setpriv' => ['disable_functions' => 'proc_open']] as $case => $ini) {
    $cases = ['never ran' => [[$dir->file('lost')], 0], 'its own 127' => [['sh', '-c', 'exit 127'], 1]];
    foreach ($cases as $what => [$command, $held]) {
        $name = Check::unique('never');
        LockTool::run($server, $name, $command, ['--keep=100'], ini: $ini)->ends(127, "$case, $what");
        Check::same($held, $server->client()->call('EXISTS', "lock:$name"), "$case, $what: the lock");
    }
}
echo 'done';
?>
--EXPECT--
done
