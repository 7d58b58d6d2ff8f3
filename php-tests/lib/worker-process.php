<?php
/*
 * The process side of Worker. It runs before the script (auto_prepend_file), and gives it the classes of this folder and
 * the functions say() and hear().
 */

declare(strict_types=1);

require_once __DIR__ . '/autoload.php';

/** Sends the test a line. */
function say(string $line): void
{
    fwrite(STDOUT, "$line\n");
    fflush(STDOUT);
}

/** Waits for the next line of the test. Signal handlers run meanwhile. If the test has ended, the worker ends. */
function hear(): string
{
    // No static variable: if dl() adds functions later, PHP does not free it, and a debug build reports that.
    $unread = &$GLOBALS['bytes that hear() has read'];
    $unread ??= '';
    stream_set_blocking(STDIN, false);
    while (($newline = strpos($unread, "\n")) === false) {
        $read = [STDIN];
        $none = null;
        // A signal ends select with a warning and false.
        if (@stream_select($read, $none, $none, 1) > 0) {
            $bytes = (string) fread(STDIN, 65536);
            $unread .= $bytes;
            if ($bytes === '' && feof(STDIN)) {
                fwrite(STDERR, "the test is gone\n");
                exit(1);
            }
        }
    }
    $line = substr($unread, 0, $newline);
    $unread = substr($unread, $newline + 1);

    return $line;
}
