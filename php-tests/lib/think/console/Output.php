<?php
/*
 * Stand-in: what a command prints and asks.
 */

declare(strict_types=1);

namespace think\console;

class Output
{
    public function writeln(string $messages): void
    {
        echo "$messages\n";
    }

    public function confirm(Input $input, string $question, bool $default = true): bool
    {
        echo $question, ' (yes/no) [', $default ? 'yes' : 'no', "]:\n> ";
        $answer = fgets(STDIN);
        if ($answer === false) {
            throw new \RuntimeException('Aborted');
        }
        echo "\n";

        return trim($answer) === '' ? $default : (bool) preg_match('/^y/i', $answer);
    }
}
