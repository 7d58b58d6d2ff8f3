--TEST--
The speed page names first each comparison in which a peer is faster, the worst first, and what this machine could not measure
--FILE--
<?php
$root = dirname(realpath(__DIR__ . '/../lib'), 2);
require "$root/bench/load.php";

$results = Results::load("$root/bench/figures.json");
$bare = new Results();
$bare->about = ['doubts' => ['en' => [], 'zh-CN' => []], 'versions' => ['Predis' => null, 'Redis' => '7']] + $results->about;
$page = static function (Results $results, string $language): string {
    return (new ReflectionMethod(SpeedPage::class, 'fill'))->invoke(new SpeedPage($results, $language), "{{@slower}}\n{{@versions}}\n{{faster}} {{absent}}\n{{@run}}");
};

$bare->set('faster', [1.5, 1.6, 1.7], Figure::RATIO);
$bare->set('absent', null, Figure::TIME);
Check::true(str_contains($page($bare, 'en'), 'no comparison shows a peer that is faster'), 'nothing is slower');
Check::true(str_contains($page($bare, 'en'), '| Predis | not installed, so not measured here |'), 'a peer that is missing is named');
Check::true(str_contains($page($bare, 'en'), '1.60 × not measured here'), 'a figure that is missing says so');
Check::true(!str_contains($page($bare, 'en'), 'proves nothing'), 'a run without doubts');

$bare->compare('pair', 'phpredis', [90.0, 95.0, 101.0], [100.0, 100.0, 100.0], ['en' => 'a pair', 'zh-CN' => '一对操作']);
$bare->compare('start', 'symfony', [50.0, 50.0], [100.0, 100.0], ['en' => 'a start', 'zh-CN' => '启动']);
$bare->compare('other', 'predis', [200.0], [100.0], ['en' => 'another', 'zh-CN' => '其他']);
$bare->compare('gone', 'laravel', [200.0], null, ['en' => 'gone', 'zh-CN' => '没有']);
Check::same(<<<'TEXT'
    In this run these are slower than with a peer:

    - a start: 0.50 × (0.50 to 0.50) the speed of Symfony Lock
    - a pair: 0.95 × (0.90 to 1.01) the speed of phpredis by hand, so the difference lies within the spread
    TEXT, strstr($page($bare, 'en'), "\n| program", true), 'the block');
Check::true(str_contains($page($bare, 'zh-CN'), '- 启动：与 Symfony Lock 相比，速度是 0.50 倍（0.50 到 0.50）'), 'the Chinese block');
echo "done\n";
?>
--EXPECT--
done
