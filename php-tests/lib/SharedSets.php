<?php
/*
 * The deployments of the suite: each is started once, and only if a test of this run shares it. They end with this
 * object. Used by PhptStep.
 */

declare(strict_types=1);

namespace Tests;

final class SharedSets
{
    /** @var list<SentinelSet|ClusterSet|QuorumSet> */
    private array $sets = [];

    /**
     * @param list<string> $plain the phpt files of the plain pass
     * @param list<string> $tls the phpt files of the TLS pass
     */
    public function __construct(array $plain, array $tls)
    {
        // The first test that shares a set waits until it is whole. Other tests run meanwhile.
        foreach ([false => $plain, true => $tls] as $isTls => $files) {
            if (self::anySays('SentinelSet::shared()', $files)) {
                $this->sets[] = SentinelSet::start(tls: (bool) $isTls, waits: false);
            }
        }
        if (self::anySays('ClusterSet::shared()', [...$plain, ...$tls])) {
            $this->sets[] = ClusterSet::start(waits: false);
        }
        if (self::anySays('QuorumSet::shared()', [...$plain, ...$tls])) {
            $this->sets[] = QuorumSet::start();
        }
    }

    /** @return array<string, string> the environment in which the tests find them */
    public function environment(): array
    {
        return array_merge([], ...array_map(static fn (SentinelSet|ClusterSet|QuorumSet $set): array => $set->environment(), $this->sets));
    }

    /** @param list<string> $files */
    private static function anySays(string $text, array $files): bool
    {
        foreach ($files as $file) {
            if (str_contains((string) file_get_contents($file), $text)) {
                return true;
            }
        }

        return false;
    }
}
