--TEST--
The page of managed Redis has, for the console of a service, the ACL line that grants everything, without quotes
--FILE--
<?php
$everything = array_values(Rights::lines())[0];
Check::true(str_contains($everything, ' +wait ') && str_contains($everything, 'client|kill'), "everything: $everything");
$rules = str_replace("'", '', strstr($everything, '~lock:*'));
Check::true(str_contains($everything, "'~lock:*'"), 'the line has quotes for a shell');
foreach (['docs/managed-redis.md', 'docs/zh-CN/managed-redis.md'] as $path) {
    $page = new Page(dirname(__DIR__, 2), $path);
    Check::true(str_contains($page->text, "\n$rules\n"), "$path has the line: $rules");
}
echo 'done';
?>
--EXPECT--
done
