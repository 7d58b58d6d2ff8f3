--TEST--
ThinkPHP: the calls and the job of its page run and print what stands below them, and its middlewares and its controller lock the session
--FILE--
<?php
use Tests\Check;
use Tests\Page;
use Tests\PageBlock;
use Tests\ThinkPhp;
use Tests\ThinkQueue;
use Tests\ThinkSite;

$page = new Page(dirname(__DIR__, 3), 'docs/thinkphp.md');
$blocks = array_keys(array_filter($page->blocks, static fn (PageBlock $block): bool => $block->notRun() === 'the tests of ThinkPHP run it'));
Check::same(5, count($blocks), 'how many blocks are run');
[$calls, $job, $list, $parameters, $controller] = $blocks;

$worker = ThinkPhp::run('eval(' . var_export($page->blocks[$calls]->text, true) . ');');
Check::same(0, $worker->wait(60), "the calls:\n{$worker->stderr()}");
Check::same($page->blocks[$calls + 1]->text, $worker->rest(), 'what the calls print');

$worker = (new ThinkQueue(retryAfter: 60))->worker($page->blocks[$job]->text);
ThinkQueue::push($worker, ['id' => 7], '\app\job\Export');
$worker->tell('work');
$printed = $page->blocks[$job + 1];
Check::same('text', $printed->language, 'the block below the job says what is printed');
ThinkQueue::end($worker, trim($printed->text));
$worker->tell('size');
$worker->expect('0', 60);

$download = sprintf(<<<'PHP'
    eval(%s);
    $app->route->get('download', static fn (): string => $app->invoke([app\controller\Download::class, 'file']));
    PHP, var_export($page->blocks[$controller]->text, true));
foreach ([$list, $parameters] as $block) {
    $site = new ThinkSite('...eval(' . var_export($page->blocks[$block]->text, true) . ')', $download);
    $id = $site->session();
    $first = $site->begin('/add', $id);
    $site->comes('has read');
    $second = $site->begin('/download', $id);
    ThinkSite::queue($id)->reaches(1);
    $site->goOn('has read');
    Check::same('1', $first->response(60)['body'], 'the first request');
    Check::same('minutes of data', $second->response(60)['body'], 'the second request');
    // A session is saved after its response is sent.
    Check::eventually(static fn (): bool => $site->saved($id) === ['number' => 1, 'downloads' => 1], 30, 'the session after both');
}
echo "done\n";
?>
--EXPECT--
done
