--TEST--
Symfony: the configurations of its page give the store to FrameworkBundle, and its examples print what stands below them
--FILE--
<?php
use Tests\Check;
use Tests\Page;
use Tests\PageBlock;
use Tests\RedisServer;
use Tests\Symfonies;
use Tests\SymfonyLocks;
use Tests\SymfonyApplication;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    $page = new Page(dirname(__DIR__, 3), 'docs/symfony.md');
    // This Redis is of this version alone, because the page has the same names for all.
    $redis = RedisServer::start();
    $here = static fn (string $text): string => str_replace('redis://127.0.0.1:6379', $redis->url(), $text);
    $_ENV['REDIS_URL'] = $redis->url();
    $client = $redis->client();

    $ofKind = static fn (string $language): array => array_values(array_filter(
        $page->blocks,
        static fn (PageBlock $block): bool => $block->language === $language,
    ));
    [$bundles, $examples] = [[], []];
    foreach ($page->blocks as $number => $block) {
        if ($block->language === 'php' && str_starts_with($block->text, '// config/bundles.php')) {
            $bundles = array_keys(eval($block->text));
        } elseif ($block->language === 'php') {
            Check::same('text', $page->blocks[$number + 1]->language, "the block behind line $block->line says what is printed");
            $examples[] = [$block, $page->blocks[$number + 1]->text];
        }
    }
    Check::same([RedisMutexLock\Symfony\RedisMutexLockSymfonyBundle::class], $bundles, 'the bundles');

    // Each services.yaml is followed by its lock.yaml.
    $applications = [];
    foreach (array_chunk($ofKind('yaml'), 2) as $pair) {
        $files = [];
        foreach ($pair as $block) {
            Check::true(preg_match('/\A# (config\/\S+)\n/', $block->text, $found) === 1, "line $block->line names its file");
            $files[$found[1]] = $block->text;
        }
        Check::same(['config/services.yaml', 'config/packages/lock.yaml'], array_keys($files), "the files of line $block->line");
        $applications[] = new SymfonyApplication($bundles, $files);
    }
    Check::same(2, count($applications), 'how many applications');
    foreach ([[0, 'default', 300], [1, 'default', 300], [1, 'request', 30]] as [$number, $resource, $ttl]) {
        $lock = $applications[$number]->locks($resource)->createLock('of-the-page', null);
        Check::same(true, $lock->acquire(true), "acquire(true) of $resource");
        Check::same(1, preg_match('/\A[0-9a-f]{32}\z/', (string) $client->call('GET', 'of-the-page')), "the token of $resource");
        Check::between($ttl * 1000 - 25_000, $ttl * 1000, $client->call('PTTL', 'of-the-page'), "milliseconds of $resource");
        $lock->release();
    }

    // A name that is no store is left to Symfony, which knows it.
    $flock = new SymfonyApplication($bundles, ['config/packages/lock.yaml' => "framework:\n    lock: flock\n"]);
    Check::same(true, $flock->locks()->createLock(Check::unique('flock'))->acquire(), 'the store flock');
    // Without the bundle Symfony refuses the store, which is why the page asks for it.
    $without = new SymfonyApplication([], ['config/services.yaml' => $ofKind('yaml')[0]->text, 'config/packages/lock.yaml' => $ofKind('yaml')[1]->text]);
    Check::throws(Symfony\Component\Lock\Exception\InvalidArgumentException::class, static fn () => $without->locks(), '/^(Unsupported Connection|No lock store)/');

    $locks = $applications[0]->locks();
    foreach ($examples as [$example, $printed]) {
        ob_start();
        (static function (string $code) use ($locks): void {
            eval($code);
        })($here($example->text));
        Check::same($printed, ob_get_clean(), "what line $example->line prints");
    }
    Check::same(4, count($examples), 'how many examples');
    $redis->stop();
});

echo 'done';
?>
--EXPECT--
done
