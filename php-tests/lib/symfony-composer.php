<?php
/*
 * The class of Composer that FrameworkBundle asks since Symfony 6 whether a package is there for development only. Debian's Symfony
 * was not installed by Composer, so no package is. Used by SymfonyApplication.
 */

declare(strict_types=1);

namespace Composer;

if (!class_exists(InstalledVersions::class)) {
    final class InstalledVersions
    {
        public static function isInstalled(string $package): bool
        {
            return false;
        }
    }
}
