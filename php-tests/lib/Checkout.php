<?php
/*
 * A folder that a test makes a repository of git, in which it commits. Settings of the machine's git do not matter. Used by the
 * tests of packages and of the long proof.
 */

declare(strict_types=1);

namespace Tests;

final class Checkout
{
    public function __construct(public readonly string $folder)
    {
        $this->git('init', '--quiet');
    }

    /** Runs git there, which must succeed, and returns what it printed. */
    public function git(string ...$words): string
    {
        $settings = ['user.name=a', 'user.email=a@localhost', 'commit.gpgsign=false', 'tag.gpgsign=false'];
        $settings = array_merge(...array_map(static fn (string $setting): array => ['-c', $setting], $settings));

        return Command::mustRun(['git', '-C', $this->folder, ...$settings, ...$words]);
    }

    /** Commits all that is there, and returns the commit. */
    public function commit(string $subject): string
    {
        $this->git('add', '.');
        $this->git('commit', '--quiet', '-m', $subject);

        return $this->git('rev-parse', 'HEAD');
    }
}
