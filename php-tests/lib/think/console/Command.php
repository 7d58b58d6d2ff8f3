<?php
/*
 * Stand-in: a command of the console.
 */

declare(strict_types=1);

namespace think\console;

use think\App;
use think\console\input\Argument;
use think\console\input\Option;

abstract class Command
{
    /** @var App */
    protected $app;
    /** @var Output */
    protected $output;
    private string $name;
    /** @var list<array{name: string, mode: int, default: mixed}> */
    private array $arguments = [];
    /** @var array<string, string> the names of the options, by their letter */
    private array $options = [];

    public function __construct()
    {
        $this->configure();
    }

    protected function configure()
    {
    }

    protected function execute(Input $input, Output $output)
    {
    }

    public function run(Input $input, Output $output): int
    {
        $this->output = $output;
        $input->bind($this->arguments, $this->options);

        return (int) $this->execute($input, $output);
    }

    public function setApp(App $app): void
    {
        $this->app = $app;
    }

    public function getName(): string
    {
        return $this->name;
    }

    public function setName(string $name): static
    {
        $this->name = $name;

        return $this;
    }

    public function setDescription(string $description): static
    {
        return $this;
    }

    public function addArgument(string $name, int $mode = Argument::OPTIONAL, string $description = '', mixed $default = null): static
    {
        $this->arguments[] = ['name' => $name, 'mode' => $mode, 'default' => $default];

        return $this;
    }

    /** Options without a value only. */
    public function addOption(string $name, string $shortcut, int $mode = Option::VALUE_NONE, string $description = ''): static
    {
        $this->options[$shortcut] = $name;

        return $this;
    }

    protected function table(Table $table): string
    {
        $this->output->writeln($content = $table->render());

        return $content;
    }
}
