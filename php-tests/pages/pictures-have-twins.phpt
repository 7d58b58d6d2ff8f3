--TEST--
Each picture with words has a Chinese twin, which has the same shapes, and both are on the same pages
--FILE--
<?php
$root = dirname(__DIR__, 2);

/** @return list<string> the tags with their colours, without their words and places */
function shapes(string $file): array
{
    $picture = (string) file_get_contents($file);
    Check::true(preg_match('~^<svg [^<>]*aria-label="[^"]+"[^<>]*>\n.*</svg>\n$~s', $picture) === 1, "$file is an SVG with a label");
    preg_match_all('~<(/?[a-z]+)([^<>]*)>~', $picture, $tags, PREG_SET_ORDER);
    $shapes = [];
    foreach ($tags as [, $name, $attributes]) {
        // Words of another length may stand elsewhere, on a ground of another width.
        $shapes[] = $name . (preg_match('/class="([^"]+)"/', $attributes, $class) === 1 ? " $class[1]" : '');
    }

    return $shapes;
}

$twins = glob("$root/docs/zh-CN/*.svg");
Check::true($twins !== [], 'there are Chinese pictures');
foreach ($twins as $twin) {
    $picture = "$root/docs/" . basename($twin);
    Check::same(shapes($picture), shapes($twin), basename($twin));
    Check::true(preg_match('/\p{Han}/u', (string) file_get_contents($twin)) === 1, "$twin is Chinese");
}
foreach (Page::english($root) as $page) {
    $chinese = new Page($root, $page->chinesePath());
    $pictures = static fn (Page $page): array => array_values(preg_filter('/.*?([\w-]+\.svg)$/', '$1', array_column($page->links(), 1)));
    Check::same($pictures($page), $pictures($chinese), "the pictures of $chinese->path");
}
echo "done\n";
?>
--EXPECT--
done
