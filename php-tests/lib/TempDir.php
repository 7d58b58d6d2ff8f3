<?php
/*
 * A private directory for sockets, logs and data, removed with everything in it when it is no longer
 * used or when the process that made it ends. Used by RedisServer, Worker, Proxy and Fpm.
 */

declare(strict_types=1);

namespace Tests;

final class TempDir
{
    public readonly string $path;
    private readonly int $owner;

    public function __construct()
    {
        $this->owner = getmypid();
        // Short: a Unix socket's path may have 107 bytes.
        $this->path = sys_get_temp_dir() . '/rml-' . bin2hex(random_bytes(5));
        if (!mkdir($this->path, 0700)) {
            throw new Failure("cannot make the directory $this->path");
        }
        Cleanup::register($this, 'remove');
    }

    public function file(string $name): string
    {
        return "$this->path/$name";
    }

    /** The text of a file in it, '' when there is none. */
    public function read(string $name): string
    {
        return (string) @file_get_contents($this->file($name));
    }

    public function remove(): void
    {
        self::erase($this->path);
    }

    public function __destruct()
    {
        // A forked child ends with a copy of this object; the directory is its parent's.
        if (getmypid() === $this->owner) {
            $this->remove();
        }
    }

    private static function erase(string $path): void
    {
        if (is_dir($path) && !is_link($path)) {
            foreach (array_diff(scandir($path) ?: [], ['.', '..']) as $name) {
                self::erase("$path/$name");
            }
            @rmdir($path);
        } else {
            @unlink($path);
        }
    }
}
