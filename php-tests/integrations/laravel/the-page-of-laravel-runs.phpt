--TEST--
Laravel: the examples of its page run and print what stands below them, with the configuration of the page
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\Page;

Laravels::each(static function (Laravel $laravel): void {
    $page = new Page(dirname(__DIR__, 3), 'docs/laravel.md');
    $blocks = ['lines of config/cache.php' => [], 'the tests of Laravel run it' => []];
    foreach ($page->blocks as $number => $block) {
        if ($block->language === 'php') {
            $blocks[$block->notRun()][] = [$block, $page->blocks[$number + 1]];
        }
    }
    Check::same(['lines of config/cache.php', 'the tests of Laravel run it'], array_keys($blocks), 'the kinds of blocks');
    $run = 0;
    foreach ($blocks['lines of config/cache.php'] as [$config]) {
        $store = eval("return [$config->text];");
        $application = $laravel->again(['cache.stores.redis' => $store['redis'], 'cache.default' => 'redis']);
        Check::same(true, $application->cache('redis')->lock("of line $config->line", 10)->get(), "a lock with the store of line $config->line");
        $run++;
    }
    // The last configuration has all settings.
    foreach ($blocks['the tests of Laravel run it'] as [$example, $printed]) {
        Check::same('text', $printed->language, "the block behind line $example->line says what is printed");
        ob_start();
        (static fn () => eval($example->text))();
        Check::same($printed->text, ob_get_clean(), "what line $example->line prints");
        $run++;
    }
    Check::same(10, $run, 'how many blocks were run');
});

echo 'done';
?>
--EXPECT--
done
