<?php
/*
 * A copy of this Debian, in which a test installs and removes packages. The machine itself stays as it is. Used by the tests
 * of the Debian package.
 */

declare(strict_types=1);

namespace Tests;

final class DebianCopy
{
    /**
     * The first line of a test: the rest of it runs in the copy, as root or as a user that looks like root there. The copy is
     * gone when the test ends.
     */
    public static function enter(): void
    {
        // Each copy is mounted in a namespace of its own, so all may have one place.
        $folder = sys_get_temp_dir() . '/rml-debian';
        @mkdir($folder);
        $unshare = Under::unshare('--mount', '--propagation', 'private')
            ?? throw new Failure('the kernel permits no mount namespace: neither as we are, nor with a user namespace');
        // After this line we are in the copy, and the folder outside holds nothing.
        Under::program(...$unshare, ...['sh', __DIR__ . '/debian-copy.sh', $folder]);
    }

    /** @return list<string> what packages have asked for since the last call: `php8.2-fpm restart` */
    public static function restarts(): array
    {
        $asked = file('/run/services', FILE_IGNORE_NEW_LINES);
        file_put_contents('/run/services', '');

        return $asked;
    }

    /** @return list<string> what is left of the extension in the copy */
    public static function leftovers(): array
    {
        $names = ['(', '-name', '*redis?mutex?lock*', '-o', '-name', 'redis-lock*', ')'];
        $found = Command::mustRun(['find', '/etc', '/var', '/run', ini_get('extension_dir'), '/usr/share/doc', '/usr/bin', ...$names]);

        return preg_split('/\n/', $found, -1, PREG_SPLIT_NO_EMPTY);
    }
}
