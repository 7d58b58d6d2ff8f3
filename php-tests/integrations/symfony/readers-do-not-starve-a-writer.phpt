--TEST--
Symfony: a writer in acquire(true) gets the lock among twelve processes whose acquireRead(true) overlap, and nobody is inside with it
--FILE--
<?php
use Tests\Check;
use Tests\Symfonies;
use Tests\SymfonyLocks;
use Tests\TempDir;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    $name = Check::unique('prices');
    $dir = new TempDir();
    $readers = [];
    for ($number = 0; $number < 12; $number++) {
        $readers[] = $symfony->worker(<<<'PHP'
            $lock = $symfony->locks()->createLock($argv[1], 120);
            [$reads, $overlaps] = [0, 0];
            say('ready');
            while (!is_file("$argv[2]/end")) {
                $lock->acquireRead(true);
                touch($mine = "$argv[2]/reader-$argv[3]");
                usleep(20_000);
                is_file("$argv[2]/writer") && $overlaps++;
                unlink($mine);
                $lock->release();
                $reads++;
            }
            say("$reads reads, $overlaps overlaps");
            PHP, [$name, $dir->path, $number]);
    }
    foreach ($readers as $reader) {
        $reader->expect('ready', 60);
    }
    // Readers overlap, so a moment without any would come by chance alone.
    Check::eventually(static fn (): bool => count(glob("$dir->path/reader-*")) > 2, 60, 'several are inside');
    $writer = $symfony->locks()->createLock($name, 120);
    $waits = [];
    for ($i = 0; $i < 20; $i++) {
        $asked = microtime(true);
        $writer->acquire(true);
        $waits[] = microtime(true) - $asked;
        touch("$dir->path/writer");
        Check::same([], glob("$dir->path/reader-*"), 'readers beside the writer');
        usleep(5_000);
        unlink("$dir->path/writer");
        $writer->release();
    }
    // Each time it waits for those that are inside alone.
    sort($waits);
    Check::between(0, 1, $waits[10], 'half of its waits in seconds');
    touch("$dir->path/end");
    foreach ($readers as $number => $reader) {
        $said = $reader->line(60);
        Check::same(1, preg_match('/^([1-9]\d*) reads, 0 overlaps$/', $said), "reader $number: $said");
        $reader->finish();
    }
    Check::eventually(static fn (): bool => $symfony->redis()->call('EXISTS', $name) === 0, 60, 'the key is gone');
});

echo 'done';
?>
--EXPECT--
done
