--TEST--
README.zh-CN.md has the headings, code blocks and table rows of README.md
--FILE--
<?php
require __DIR__ . '/lib/autoload.php';

use Tests\Check;
use Tests\ReadmeBlock;

/** The matching lines outside of code blocks, reduced to the first group of the pattern. */
function outside_code(string $markdown, string $pattern): array
{
    $prose = preg_replace('/^\h*(```+).*?^\h*\1\h*$/ms', '', $markdown);
    preg_match_all($pattern, $prose, $found);

    return $found[1];
}

$root = dirname(__DIR__);
$english = (string) file_get_contents("$root/README.md");
$chinese = (string) file_get_contents("$root/README.zh-CN.md");

$headings = static fn (string $markdown): array => outside_code($markdown, '/^(#{1,6}) /m');
Check::true(count($headings($english)) > 0, 'README.md has headings');
Check::same($headings($english), $headings($chinese), 'levels of the headings');

$blocks = [ReadmeBlock::in($english), ReadmeBlock::in($chinese)];
Check::true(count($blocks[0]) > 0, 'README.md has code blocks');
foreach ($blocks[0] as $i => $block) {
    $other = $blocks[1][$i] ?? null;
    Check::true($other !== null, "the block of README.md:$block->line stands in README.zh-CN.md");
    $where = "README.zh-CN.md:$other->line, in README.md:$block->line";
    Check::same($block->language, $other->language, "$where: language");
    Check::same($block->text, $other->text, "$where: text");
}
Check::same(count($blocks[0]), count($blocks[1]), 'code blocks');

$rows = static fn (string $markdown): int => count(outside_code($markdown, '/^(\|)/m'));
Check::true($rows($english) > 0, 'README.md has tables');
Check::same($rows($english), $rows($chinese), 'table rows');
echo "done\n";
?>
--EXPECT--
done
