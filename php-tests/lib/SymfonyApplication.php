<?php
/*
 * A small application of Symfony with FrameworkBundle, which has the bundles and the files of configuration that a test gives
 * it. Its LockFactory services are public. Used by php-tests/integrations/symfony.
 */

declare(strict_types=1);

namespace Tests;

use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Component\Config\Loader\LoaderInterface;
use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\HttpKernel\Kernel;
use Symfony\Component\Lock\LockFactory;

final class SymfonyApplication extends Kernel implements CompilerPassInterface
{
    private readonly TempDir $dir;

    /**
     * @param list<class-string> $bundleNames besides FrameworkBundle
     * @param array<string, string> $files the YAML text of each file below the application, such as `config/services.yaml`
     */
    public function __construct(private readonly array $bundleNames, private readonly array $files)
    {
        require_once __DIR__ . '/symfony-composer.php';
        $this->dir = new TempDir();
        foreach ($files as $path => $text) {
            @mkdir(dirname($this->dir->file($path)), recursive: true);
            file_put_contents($this->dir->file($path), $text);
        }
        parent::__construct('test', false);
    }

    public function registerBundles(): iterable
    {
        yield new FrameworkBundle();
        foreach ($this->bundleNames as $name) {
            yield new $name();
        }
    }

    public function registerContainerConfiguration(LoaderInterface $loader): void
    {
        // Without these lines the versions warn of their defaults, which differ.
        $loader->load(static function (ContainerBuilder $container): void {
            $container->loadFromExtension('framework', ['secret' => 's', 'http_method_override' => false]);
        });
        foreach (array_keys($this->files) as $path) {
            $loader->load($this->dir->file($path));
        }
    }

    public function getProjectDir(): string
    {
        return $this->dir->path;
    }

    /** The LockFactory that a resource of framework.lock has. */
    public function locks(string $resource = 'default'): LockFactory
    {
        $this->boot();

        return $this->getContainer()->get("lock.$resource.factory");
    }

    public function process(ContainerBuilder $container): void
    {
        foreach ($container->getDefinitions() as $id => $definition) {
            if (preg_match('/^lock\.\w+\.factory$/', $id) === 1) {
                $definition->setPublic(true);
            }
        }
    }
}
