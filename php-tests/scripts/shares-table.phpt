--TEST--
The scripts of shares: replies and remaining keys for every state of the key, of the queue, of claims and of the server
--FILE--
<?php
$table = new ShareTable(RedisServer::start());
foreach (ShareTable::PARTS as $part) {
    $table->play($part);
    echo "$part\n";
}
?>
--EXPECT--
foreignKeys
besideLocks
limits
lifetimes
expireAndAdopt
deadShares
membersOfOthers
stringClaims
claimsNobodyReads
line
togetherBehindALock
manyAtOnce
claimsTakenUp
shortForms
companionsOfAnotherType
fullServer
