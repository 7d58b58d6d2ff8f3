<?php
/*
 * Stand-in: the arguments and options of one call of a command. The first token is the name of the command.
 */

declare(strict_types=1);

namespace think\console;

use think\console\input\Argument;

class Input
{
    private array $arguments = [];
    private array $options = [];

    /** @param list<string> $tokens */
    public function __construct(private readonly array $tokens)
    {
    }

    public function bind(array $arguments, array $options): void
    {
        $this->options = array_fill_keys($options, false);
        $values = [];
        foreach (array_slice($this->tokens, 1) as $token) {
            $name = match (true) {
                str_starts_with($token, '--') => substr($token, 2),
                str_starts_with($token, '-') => $options[substr($token, 1)] ?? $token,
                default => null,
            };
            if ($name === null) {
                $values[] = $token;
            } elseif (isset($this->options[$name])) {
                $this->options[$name] = true;
            } else {
                throw new \RuntimeException("The \"$token\" option does not exist.");
            }
        }
        foreach ($arguments as $i => $argument) {
            if ($argument['mode'] === Argument::REQUIRED && !isset($values[$i])) {
                throw new \RuntimeException('Not enough arguments.');
            }
            $this->arguments[$argument['name']] = $values[$i] ?? $argument['default'];
        }
    }

    public function getArgument(string $name): mixed
    {
        return $this->arguments[$name];
    }

    public function getOption(string $name): mixed
    {
        return $this->options[$name];
    }
}
