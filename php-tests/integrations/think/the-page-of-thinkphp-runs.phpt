--TEST--
ThinkPHP: the job of its page runs, and prints what stands below it
--FILE--
<?php
use Tests\Check;
use Tests\Page;
use Tests\PageBlock;
use Tests\ThinkQueue;

$page = new Page(dirname(__DIR__, 3), 'docs/thinkphp.md');
$blocks = array_keys(array_filter($page->blocks, static fn (PageBlock $block): bool => $block->notRun() === 'the tests of ThinkPHP run it'));
Check::same(1, count($blocks), 'how many blocks are run');

// The job.
$worker = (new ThinkQueue(retryAfter: 60))->worker($page->blocks[$blocks[0]]->text);
ThinkQueue::push($worker, ['id' => 7], '\app\job\Export');
$worker->tell('work');
$printed = $page->blocks[$blocks[0] + 1];
Check::same('text', $printed->language, 'the block below the job says what is printed');
ThinkQueue::end($worker, trim($printed->text));
$worker->tell('size');
$worker->expect('0', 60);
echo "done\n";
?>
--EXPECT--
done
