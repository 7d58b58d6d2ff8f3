<?php
/*
 * Stand-in: what a command prints and asks.
 */

declare(strict_types=1);

namespace think\console;

class Output
{
    public const OUTPUT_RAW = 1;

    public function writeln(string $messages, int $type = 0): void
    {
        echo $type === self::OUTPUT_RAW ? $messages : $this->formatted($messages), "\n";
    }

    public function confirm(Input $input, string $question, bool $default = true): bool
    {
        echo $this->formatted("<info>$question</info>"), ' (yes/no) [', $default ? 'yes' : 'no', "]:\n> ";
        $answer = fgets(STDIN);
        if ($answer === false) {
            throw new \RuntimeException('Aborted');
        }
        echo "\n";

        return trim($answer) === '' ? $default : (bool) preg_match('/^y/i', $answer);
    }

    /** Without its styles, as where the output is no terminal. */
    private function formatted(string $text): string
    {
        return str_replace('\\<', '<', preg_replace('#(?<!\\\\)</?(info|error|comment|[fb]g=[a-z]+)>#', '', $text));
    }
}
