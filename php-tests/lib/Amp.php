<?php
/*
 * The package integrations/event-loop in this process, with the fibers of AMPHP in the loop of Revolt. AMP_SOURCES names the
 * folder `src` of the real AMPHP, which needs the real Revolt of REVOLT_SOURCES, and without it there is the stand-in of lib/amp.
 * Used by php-tests/integrations/event-loop.
 */

declare(strict_types=1);

namespace Tests;

final class Amp
{
    public static function load(): void
    {
        $real = getenv('AMP_SOURCES');
        if ($real !== false && !is_file(getenv('REVOLT_SOURCES') . '/EventLoop.php')) {
            throw new Failure('AMP_SOURCES needs REVOLT_SOURCES, because the real AMPHP needs the real Revolt');
        }
        Revolt::load(['Amp\\' => $folder = $real ?: __DIR__ . '/amp']);
        // The functions that AMPHP's composer.json loads at once.
        foreach (['functions.php', 'Future/functions.php', 'Internal/functions.php'] as $file) {
            if (is_file("$folder/$file")) {
                require "$folder/$file";
            }
        }
    }
}
