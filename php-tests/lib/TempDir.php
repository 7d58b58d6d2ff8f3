<?php
/*
 * A private directory for sockets, logs and data. It is removed with its content when no variable holds its object, or
 * when the process that made it ends. Used by RedisServer, Worker, Proxy, Fpm and the runner.
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
        // A short path: that of a Unix socket may have 107 bytes.
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

    /** The text of a file in the directory. '': there is no such file. */
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
        // A forked child has a copy of this object, but the directory belongs to its parent.
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
