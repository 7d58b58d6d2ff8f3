<?php
/*
 * The bundle of this package, which lets framework.lock name a store by its service. The bundle has no settings and makes no service,
 * so the application defines its stores itself. config/bundles.php lists it, and Symfony Flex finds it there by its long name.
 */

declare(strict_types=1);

namespace RedisMutexLock\Symfony;

use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\HttpKernel\Bundle\Bundle;

final class RedisMutexLockSymfonyBundle extends Bundle
{
    public function build(ContainerBuilder $container): void
    {
        $container->addCompilerPass(new NamedStores());
    }
}
