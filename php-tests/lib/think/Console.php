<?php
/*
 * Stand-in: the commands of the services and of config/console.php.
 */

declare(strict_types=1);

namespace think;

use think\console\Command;
use think\console\Input;
use think\console\Output;

class Console
{
    /** @var list<\Closure> */
    private static array $starting = [];
    /** @var array<string, Command> */
    private array $commands = [];

    public function __construct(private readonly App $app)
    {
        $app->initialized() || $app->initialize();
        $this->addCommands($app->config->get('console.commands', []));
        foreach (self::$starting as $add) {
            $add($this);
        }
    }

    public static function starting(\Closure $callback): void
    {
        self::$starting[] = $callback;
    }

    /** @param list<class-string<Command>> $commands */
    public function addCommands(array $commands): void
    {
        foreach ($commands as $class) {
            $command = $this->app->invokeClass($class);
            $command->setApp($this->app);
            $this->commands[$command->getName()] = $command;
        }
    }

    public function find(string $name): Command
    {
        return $this->commands[$name] ?? throw new \InvalidArgumentException("Command \"$name\" is not defined.");
    }

    public function run(): never
    {
        $tokens = array_slice($_SERVER['argv'], 1);
        try {
            exit($this->find($tokens[0] ?? 'list')->run(new Input($tokens), new Output()));
        } catch (\Exception $thrown) {
            fwrite(STDERR, $thrown::class . ": {$thrown->getMessage()}\n");
            exit($thrown->getCode() ?: 1);
        }
    }
}
