--TEST--
The check of Sentinel asks each sentinel, says whether they agree and can fail over, and examines the master
--FILE--
<?php
$set = SentinelSet::shared();
$sentinels = $set->sentinels();
$findings = Findings::of($set->config());
Check::same(['good', 'good', 'good'], array_column($findings->rows('sentinel'), 'state'), "each sentinel: $findings");
$findings->expect('good', 'sentinels', '3 of 3 name the same master');
$findings->expect('good', 'failover');
$master = $findings->at(":{$set->master()->port}, database 0 (service \"");
$master->expect('good', 'role', 'master');
$master->expect('good', 'replicas', '2 are connected');
$master->expect('good', 'write');
Findings::of($set->config(['min_replicas' => 2]))->expect('good', 'replicas', '2 have the key');

// One of three is dead, and of two others one is no sentinel.
$dead = RedisServer::start();
$dead->kill();
$findings = Findings::of(SentinelSet::asking([$dead, $sentinels[0], $sentinels[1]]));
$findings->expect('warning', 'sentinels', '2 of 3');
$findings->at(":$dead->port,")->expect('bad', 'reachable', 'cannot be reached');
$findings->at(":{$set->master()->port}, database 0 (service \"")->expect('good', 'write');
$findings = Findings::of(SentinelSet::asking([RedisServer::shared(), $sentinels[0], $dead]));
$findings->expect('bad', 'sentinels', '1 of 3');
$findings->at(':' . RedisServer::shared()->port . ',')->expect('bad', 'sentinel', 'unknown command');
Findings::of(SentinelSet::asking([$sentinels[0]]))->expect('warning', 'sentinels', 'at least three');

// A service that nobody knows.
$config = $set->config();
$config['sentinel']['service'] = 'nobody';
$findings = Findings::of($config);
Check::same(['bad', 'bad', 'bad'], array_column($findings->rows('sentinel'), 'state'), "no sentinel knows it: $findings");
$findings->expect('bad', 'reachable', 'no sentinel knows "nobody"; check "service"');

// A user of the sentinels with few rights.
$sentinel = RedisServer::start(['sentinel' => ['monitor ' . SentinelSet::SERVICE . " 127.0.0.1 {$set->master()->port} 1"]], sentinel: true);
Rights::grant($sentinel, Rights::line('for Sentinel, at each sentinel'));
$config = SentinelSet::asking([$sentinel]);
$config['sentinel'] += Rights::USER;
$findings = Findings::of($config);
$findings->expect('good', 'sentinel', "it names 127.0.0.1:{$set->master()->port}");
$findings->expect('warning', 'failover', 'could not be seen', "'+sentinel|ckquorum'");
Rights::grant($sentinel, str_replace('<user>', 'locks', $findings->row('failover')['advice']));
$findings = Findings::of($config);
Check::true(!str_contains($findings->row('failover')['found'], 'could not be seen'), "with its line: $findings");
echo 'done';
?>
--EXPECT--
done
