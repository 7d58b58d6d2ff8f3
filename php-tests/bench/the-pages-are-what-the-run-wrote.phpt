--TEST--
The speed pages are what the templates and the figures of one run make, and nothing of them is written by hand
--FILE--
<?php
// The checkout. The tests run in a copy.
$root = dirname(realpath(__DIR__ . '/../lib'), 2);
require "$root/bench/load.php";

$parts = array_keys(Parts::all());
$results = Results::load("$root/bench/figures.json");
foreach (SpeedPage::PAGES as $language => $page) {
    $made = (new SpeedPage($results, $language))->page($parts);
    Check::same($made, file_get_contents("$root/$page"), "$page: run 'make bench', or put the change into the templates");
}

$templates = ['page/opening', ...array_map(static fn (string $part) => "parts/$part/page", $parts), 'page/method'];
foreach ($templates as $template) {
    $placeholders = [];
    foreach (array_keys(SpeedPage::PAGES) as $language) {
        $text = SpeedPage::template($template, $language);
        preg_match_all('/\{\{.+?\}\}/', $text, $found);
        $placeholders[] = $found[0];
        // What is left when figures, code and the names of rows and columns are gone.
        $prose = preg_replace(['/```.*?```/s', '/\{\{.+?\}\}/', '/`[^`]*`/', '/\]\([^)]*\)/'], '', $text);
        $prose = preg_replace(['/^\|.*\n(?=\| ---)/m', '/^\|[^|]*\|/m'], '', $prose);
        Check::same(0, preg_match('/.*\d.*/', $prose, $line), "$template ($language): a figure that no run has written: " . ($line[0] ?? ''));
    }
    Check::same($placeholders[0], $placeholders[1], "$template: the figures of both languages");
}
echo "done\n";
?>
--EXPECT--
done
