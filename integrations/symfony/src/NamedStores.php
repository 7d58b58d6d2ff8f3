<?php
/*
 * Puts a store where framework.lock names its service. Symfony's own StoreFactory takes the name for a DSN, or the service for a
 * connection, and refuses both. Definitions that name no store of this container stay as they are. RedisMutexLockSymfonyBundle adds it to
 * the container, which runs it once, while it is compiled.
 */

declare(strict_types=1);

namespace RedisMutexLock\Symfony;

use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Reference;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\StoreFactory;

final class NamedStores implements CompilerPassInterface
{
    public function process(ContainerBuilder $container): void
    {
        foreach ($container->getDefinitions() as $id => $definition) {
            if ($definition->getFactory() !== [StoreFactory::class, 'createStore']) {
                continue;
            }
            $named = $definition->getArguments()[0] ?? null;
            // Older versions of Symfony have the name, and newer ones a reference.
            if ((is_string($named) || $named instanceof Reference) && self::isStore($container, (string) $named)) {
                $container->setAlias($id, (string) $named);
            }
        }
    }

    private static function isStore(ContainerBuilder $container, string $name): bool
    {
        if (!$container->has($name)) {
            return false;
        }
        $class = $container->getParameterBag()->resolveValue($container->findDefinition($name)->getClass() ?? $name);

        return is_a($class, PersistingStoreInterface::class, true);
    }
}
