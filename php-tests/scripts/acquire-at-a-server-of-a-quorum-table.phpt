--TEST--
acquire at a server of a quorum, by its short and by its long form: it does what it does at a lone server, and says besides who has passed the keys on, or who holds the key
--FILE--
<?php
$table = new AcquireTable();
$list = 'KEY:wake:{KEY}:ours';
$claim = ['SET', 'KEY', 'ours', 'PX', 900];
$fresh = ['PEXPIRE', $list, 3000];
$ends = 1_900_000_000_000;
$keys = [
    'free' => [],
    "another's" => [['SET', 'KEY', 'other', 'PX', 60_000]],
    "another's, endless" => [['SET', 'KEY', 'other']],
    "another's claim" => [['SET', 'KEY', 'other', 'PX', 900]],
    'a claim nobody reads' => [
        ['SET', 'KEY', 'other', 'PX', 900],
        ['RPUSH', 'KEY:wake:{KEY}:other', "yours old $ends"],
        ['PEXPIRE', 'KEY:wake:{KEY}:other', 1000],
    ],
    'empty' => [['SET', 'KEY', '']],
    'a hash' => [['HSET', 'KEY', 'other', 'other']],
    'ours' => [['SET', 'KEY', 'ours', 'PX', 60_000]],
    'ours, endless' => [['SET', 'KEY', 'ours']],
    'our claim, read' => [$claim],
    'our claim, unread' => [$claim, ['RPUSH', $list, 'first', "yours $ends"], $fresh],
    'our claim, from old' => [$claim, ['RPUSH', $list, 'first', "yours old $ends"], $fresh],
    'our claim, from two' => [$claim, ['RPUSH', $list, "yours older $ends", "yours a b 17 $ends"], $fresh],
    'our claim, replaced' => [$claim, ['RPUSH', $list, "yours old $ends", "yours $ends"], $fresh],
    'our claim, to watch' => [$claim, ['RPUSH', $list, 'first'], $fresh],
    'our claim, deaf' => [$claim, ['SET', $list, "yours old $ends"]],
];
$alone = static fn (array $lines): array => preg_replace('/, (by|holder) [^|]+ \|/', ' |', $lines);
foreach ($keys as $state => $commands) {
    foreach (AcquireTable::QUEUES as $queue => $waiters) {
        $lines = $table->lines($commands, $waiters, ['joins' => true, 'passedBy' => '']);
        foreach ($lines as $time => $line) {
            printf("%-20s %-15s %d: %s\n", $state, $queue, $time + 1, $line);
        }
        $manners = [false, true, 'new'];
        if (!isset($waiters['ours'])) {
            // A token that says that it has read its wake-up has no unread one, and has left the queue by the hand-over.
            in_array($list, array_merge(...$commands), true) || $manners[] = 'woken';
            // A newcomer leaves it to the waiters before it to look whether anybody is dead.
            $queue === 'unseen ones' || $state === 'a claim nobody reads' || $manners[] = 'newcomer';
        }
        foreach ($manners as $joins) {
            foreach ([false, true] as $fencing) {
                $asked = ['joins' => $joins, 'fencing' => $fencing];
                $among = $table->lines($commands, $waiters, $asked + ['passedBy' => '']);
                $lone = $table->lines($commands, $waiters, $asked);
                Check::same($lone, $alone($among), "$state, $queue, " . json_encode($asked));
                foreach ($among as $line) {
                    $says = preg_match('/^(held|granted.*|.*, holder .+) \|/', $line);
                    Check::same(1, $says, "$line: a place has a holder");
                }
            }
        }
    }
}
echo 'done';
?>
--EXPECT--
free                 nobody          1: granted | ours 30 s |
free                 nobody          2: granted | ours 30 s |
free                 me              1: granted | ours 30 s |
free                 me              2: granted | ours 30 s |
free                 me, then one    1: granted | ours 30 s | b | woken b: first
free                 me, then one    2: granted | ours 30 s | b | woken b: first
free                 one before me   1: claim @10 first, holder a | a a claim | ours | woken a: yours ours: first
free                 one before me   2: claim @10 first, holder a | a a claim | ours | woken a: yours
free                 two before me   1: claim @10 second, holder a | a a claim | b ours | woken a: yours b: first
free                 two before me   2: claim @10 second, holder a | a a claim | b ours | woken a: yours b: first
free                 two, not me     1: claim now second, holder a | a a claim | b ours | woken a: yours b: first
free                 two, not me     2: claim now second, holder a | a a claim | b ours | woken a: yours b: first
free                 unseen ones     1: claim now first, holder c | c a claim | ours | woken c: yours
free                 unseen ones     2: claim now first, holder c | c a claim | ours | woken c: yours
free                 of another type 1: granted | ours 30 s | untouched foreign
free                 of another type 2: granted | ours 30 s | untouched foreign
another's            nobody          1: 60 s now first, holder other | other 60 s | ours
another's            nobody          2: 60 s now first, holder other | other 60 s | ours
another's            me              1: 60 s @10 first, holder other | other 60 s | ours
another's            me              2: 60 s @10 first, holder other | other 60 s | ours
another's            me, then one    1: 60 s @10 first, holder other | other 60 s | ours b
another's            me, then one    2: 60 s @10 first, holder other | other 60 s | ours b
another's            one before me   1: never @10 second, holder other | other 60 s | a ours
another's            one before me   2: never @10 second, holder other | other 60 s | a ours
another's            two before me   1: never @10 behind, holder other | other 60 s | a b ours
another's            two before me   2: never @10 behind, holder other | other 60 s | a b ours
another's            two, not me     1: never now behind, holder other | other 60 s | a b ours
another's            two, not me     2: never now behind, holder other | other 60 s | a b ours
another's            unseen ones     1: never now second, holder other | other 60 s | c ours
another's            unseen ones     2: never now second, holder other | other 60 s | c ours
another's            of another type 1: held | other 60 s | untouched foreign
another's            of another type 2: held | other 60 s | untouched foreign
another's, endless   nobody          1: never now first, holder other | other | ours
another's, endless   nobody          2: never now first, holder other | other | ours
another's, endless   me              1: never @10 first, holder other | other | ours
another's, endless   me              2: never @10 first, holder other | other | ours
another's, endless   me, then one    1: never @10 first, holder other | other | ours b
another's, endless   me, then one    2: never @10 first, holder other | other | ours b
another's, endless   one before me   1: never @10 second, holder other | other | a ours
another's, endless   one before me   2: never @10 second, holder other | other | a ours
another's, endless   two before me   1: never @10 behind, holder other | other | a b ours
another's, endless   two before me   2: never @10 behind, holder other | other | a b ours
another's, endless   two, not me     1: never now behind, holder other | other | a b ours
another's, endless   two, not me     2: never now behind, holder other | other | a b ours
another's, endless   unseen ones     1: never now second, holder other | other | c ours
another's, endless   unseen ones     2: never now second, holder other | other | c ours
another's, endless   of another type 1: held | other | untouched foreign
another's, endless   of another type 2: held | other | untouched foreign
another's claim      nobody          1: claim now first, holder other | other a claim | ours
another's claim      nobody          2: claim now first, holder other | other a claim | ours
another's claim      me              1: claim @10 first, holder other | other a claim | ours
another's claim      me              2: claim @10 first, holder other | other a claim | ours
another's claim      me, then one    1: claim @10 first, holder other | other a claim | ours b
another's claim      me, then one    2: claim @10 first, holder other | other a claim | ours b
another's claim      one before me   1: never @10 second, holder other | other a claim | a ours
another's claim      one before me   2: never @10 second, holder other | other a claim | a ours
another's claim      two before me   1: never @10 behind, holder other | other a claim | a b ours
another's claim      two before me   2: never @10 behind, holder other | other a claim | a b ours
another's claim      two, not me     1: never now behind, holder other | other a claim | a b ours
another's claim      two, not me     2: never now behind, holder other | other a claim | a b ours
another's claim      unseen ones     1: never now second, holder other | other a claim | c ours
another's claim      unseen ones     2: never now second, holder other | other a claim | c ours
another's claim      of another type 1: held | other a claim | untouched foreign
another's claim      of another type 2: held | other a claim | untouched foreign
a claim nobody reads nobody          1: granted | ours 30 s |
a claim nobody reads nobody          2: granted | ours 30 s |
a claim nobody reads me              1: granted | ours 30 s |
a claim nobody reads me              2: granted | ours 30 s |
a claim nobody reads me, then one    1: granted | ours 30 s | b | woken b: first
a claim nobody reads me, then one    2: granted | ours 30 s | b | woken b: first
a claim nobody reads one before me   1: claim @10 first, holder a | a a claim | ours | woken a: yours ours: first
a claim nobody reads one before me   2: claim @10 first, holder a | a a claim | ours | woken a: yours
a claim nobody reads two before me   1: claim @10 second, holder a | a a claim | b ours | woken a: yours b: first
a claim nobody reads two before me   2: claim @10 second, holder a | a a claim | b ours | woken a: yours b: first
a claim nobody reads two, not me     1: claim now second, holder a | a a claim | b ours | woken a: yours b: first
a claim nobody reads two, not me     2: claim now second, holder a | a a claim | b ours | woken a: yours b: first
a claim nobody reads unseen ones     1: claim now first, holder c | c a claim | ours | woken c: yours
a claim nobody reads unseen ones     2: claim now first, holder c | c a claim | ours | woken c: yours
a claim nobody reads of another type 1: granted | ours 30 s | untouched foreign
a claim nobody reads of another type 2: granted | ours 30 s | untouched foreign
empty                nobody          1: never now first, holder '' | '' | ours
empty                nobody          2: never now first, holder '' | '' | ours
empty                me              1: never @10 first, holder '' | '' | ours
empty                me              2: never @10 first, holder '' | '' | ours
empty                me, then one    1: never @10 first, holder '' | '' | ours b
empty                me, then one    2: never @10 first, holder '' | '' | ours b
empty                one before me   1: never @10 second, holder '' | '' | a ours
empty                one before me   2: never @10 second, holder '' | '' | a ours
empty                two before me   1: never @10 behind, holder '' | '' | a b ours
empty                two before me   2: never @10 behind, holder '' | '' | a b ours
empty                two, not me     1: never now behind, holder '' | '' | a b ours
empty                two, not me     2: never now behind, holder '' | '' | a b ours
empty                unseen ones     1: never now second, holder '' | '' | c ours
empty                unseen ones     2: never now second, holder '' | '' | c ours
empty                of another type 1: held | '' | untouched foreign
empty                of another type 2: held | '' | untouched foreign
a hash               nobody          1: never now first, holder none | foreign | ours
a hash               nobody          2: never now first, holder none | foreign | ours
a hash               me              1: never @10 first, holder none | foreign | ours
a hash               me              2: never @10 first, holder none | foreign | ours
a hash               me, then one    1: never @10 first, holder none | foreign | ours b
a hash               me, then one    2: never @10 first, holder none | foreign | ours b
a hash               one before me   1: never @10 second, holder none | foreign | a ours
a hash               one before me   2: never @10 second, holder none | foreign | a ours
a hash               two before me   1: never @10 behind, holder none | foreign | a b ours
a hash               two before me   2: never @10 behind, holder none | foreign | a b ours
a hash               two, not me     1: never now behind, holder none | foreign | a b ours
a hash               two, not me     2: never now behind, holder none | foreign | a b ours
a hash               unseen ones     1: never now second, holder none | foreign | c ours
a hash               unseen ones     2: never now second, holder none | foreign | c ours
a hash               of another type 1: held | foreign | untouched foreign
a hash               of another type 2: held | foreign | untouched foreign
ours                 nobody          1: granted | ours 60 s |
ours                 nobody          2: granted | ours 60 s |
ours                 me              1: granted | ours 60 s |
ours                 me              2: granted | ours 60 s |
ours                 me, then one    1: granted | ours 60 s | b
ours                 me, then one    2: granted | ours 60 s | b
ours                 one before me   1: granted | ours 60 s | a
ours                 one before me   2: granted | ours 60 s | a
ours                 two before me   1: granted | ours 60 s | a b
ours                 two before me   2: granted | ours 60 s | a b
ours                 two, not me     1: granted | ours 60 s | a b
ours                 two, not me     2: granted | ours 60 s | a b
ours                 unseen ones     1: granted | ours 60 s | a b c
ours                 unseen ones     2: granted | ours 60 s | a b c
ours                 of another type 1: granted | ours 60 s | untouched foreign
ours                 of another type 2: granted | ours 60 s | untouched foreign
ours, endless        nobody          1: granted | ours |
ours, endless        nobody          2: granted | ours |
ours, endless        me              1: granted | ours |
ours, endless        me              2: granted | ours |
ours, endless        me, then one    1: granted | ours | b
ours, endless        me, then one    2: granted | ours | b
ours, endless        one before me   1: granted | ours | a
ours, endless        one before me   2: granted | ours | a
ours, endless        two before me   1: granted | ours | a b
ours, endless        two before me   2: granted | ours | a b
ours, endless        two, not me     1: granted | ours | a b
ours, endless        two, not me     2: granted | ours | a b
ours, endless        unseen ones     1: granted | ours | a b c
ours, endless        unseen ones     2: granted | ours | a b c
ours, endless        of another type 1: granted | ours | untouched foreign
ours, endless        of another type 2: granted | ours | untouched foreign
our claim, read      nobody          1: granted | ours 30 s |
our claim, read      nobody          2: granted | ours 30 s |
our claim, read      me              1: granted | ours 30 s |
our claim, read      me              2: granted | ours 30 s |
our claim, read      me, then one    1: granted | ours 30 s | b
our claim, read      me, then one    2: granted | ours 30 s | b
our claim, read      one before me   1: granted | ours 30 s | a
our claim, read      one before me   2: granted | ours 30 s | a
our claim, read      two before me   1: granted | ours 30 s | a b
our claim, read      two before me   2: granted | ours 30 s | a b
our claim, read      two, not me     1: granted | ours 30 s | a b
our claim, read      two, not me     2: granted | ours 30 s | a b
our claim, read      unseen ones     1: granted | ours 30 s | a b c
our claim, read      unseen ones     2: granted | ours 30 s | a b c
our claim, read      of another type 1: granted | ours 30 s | untouched foreign
our claim, read      of another type 2: granted | ours 30 s | untouched foreign
our claim, unread    nobody          1: granted | ours 30 s |
our claim, unread    nobody          2: granted | ours 30 s |
our claim, unread    me              1: granted | ours 30 s |
our claim, unread    me              2: granted | ours 30 s |
our claim, unread    me, then one    1: granted | ours 30 s | b
our claim, unread    me, then one    2: granted | ours 30 s | b
our claim, unread    one before me   1: granted | ours 30 s | a
our claim, unread    one before me   2: granted | ours 30 s | a
our claim, unread    two before me   1: granted | ours 30 s | a b
our claim, unread    two before me   2: granted | ours 30 s | a b
our claim, unread    two, not me     1: granted | ours 30 s | a b
our claim, unread    two, not me     2: granted | ours 30 s | a b
our claim, unread    unseen ones     1: granted | ours 30 s | a b c
our claim, unread    unseen ones     2: granted | ours 30 s | a b c
our claim, unread    of another type 1: granted | ours 30 s | untouched foreign
our claim, unread    of another type 2: granted | ours 30 s | untouched foreign
our claim, from old  nobody          1: granted, by old | ours 30 s |
our claim, from old  nobody          2: granted | ours 30 s |
our claim, from old  me              1: granted, by old | ours 30 s |
our claim, from old  me              2: granted | ours 30 s |
our claim, from old  me, then one    1: granted, by old | ours 30 s | b
our claim, from old  me, then one    2: granted | ours 30 s | b
our claim, from old  one before me   1: granted, by old | ours 30 s | a
our claim, from old  one before me   2: granted | ours 30 s | a
our claim, from old  two before me   1: granted, by old | ours 30 s | a b
our claim, from old  two before me   2: granted | ours 30 s | a b
our claim, from old  two, not me     1: granted, by old | ours 30 s | a b
our claim, from old  two, not me     2: granted | ours 30 s | a b
our claim, from old  unseen ones     1: granted, by old | ours 30 s | a b c
our claim, from old  unseen ones     2: granted | ours 30 s | a b c
our claim, from old  of another type 1: granted, by old | ours 30 s | untouched foreign
our claim, from old  of another type 2: granted | ours 30 s | untouched foreign
our claim, from two  nobody          1: granted, by a b 17 | ours 30 s |
our claim, from two  nobody          2: granted | ours 30 s |
our claim, from two  me              1: granted, by a b 17 | ours 30 s |
our claim, from two  me              2: granted | ours 30 s |
our claim, from two  me, then one    1: granted, by a b 17 | ours 30 s | b
our claim, from two  me, then one    2: granted | ours 30 s | b
our claim, from two  one before me   1: granted, by a b 17 | ours 30 s | a
our claim, from two  one before me   2: granted | ours 30 s | a
our claim, from two  two before me   1: granted, by a b 17 | ours 30 s | a b
our claim, from two  two before me   2: granted | ours 30 s | a b
our claim, from two  two, not me     1: granted, by a b 17 | ours 30 s | a b
our claim, from two  two, not me     2: granted | ours 30 s | a b
our claim, from two  unseen ones     1: granted, by a b 17 | ours 30 s | a b c
our claim, from two  unseen ones     2: granted | ours 30 s | a b c
our claim, from two  of another type 1: granted, by a b 17 | ours 30 s | untouched foreign
our claim, from two  of another type 2: granted | ours 30 s | untouched foreign
our claim, replaced  nobody          1: granted | ours 30 s |
our claim, replaced  nobody          2: granted | ours 30 s |
our claim, replaced  me              1: granted | ours 30 s |
our claim, replaced  me              2: granted | ours 30 s |
our claim, replaced  me, then one    1: granted | ours 30 s | b
our claim, replaced  me, then one    2: granted | ours 30 s | b
our claim, replaced  one before me   1: granted | ours 30 s | a
our claim, replaced  one before me   2: granted | ours 30 s | a
our claim, replaced  two before me   1: granted | ours 30 s | a b
our claim, replaced  two before me   2: granted | ours 30 s | a b
our claim, replaced  two, not me     1: granted | ours 30 s | a b
our claim, replaced  two, not me     2: granted | ours 30 s | a b
our claim, replaced  unseen ones     1: granted | ours 30 s | a b c
our claim, replaced  unseen ones     2: granted | ours 30 s | a b c
our claim, replaced  of another type 1: granted | ours 30 s | untouched foreign
our claim, replaced  of another type 2: granted | ours 30 s | untouched foreign
our claim, to watch  nobody          1: granted | ours 30 s |
our claim, to watch  nobody          2: granted | ours 30 s |
our claim, to watch  me              1: granted | ours 30 s |
our claim, to watch  me              2: granted | ours 30 s |
our claim, to watch  me, then one    1: granted | ours 30 s | b
our claim, to watch  me, then one    2: granted | ours 30 s | b
our claim, to watch  one before me   1: granted | ours 30 s | a
our claim, to watch  one before me   2: granted | ours 30 s | a
our claim, to watch  two before me   1: granted | ours 30 s | a b
our claim, to watch  two before me   2: granted | ours 30 s | a b
our claim, to watch  two, not me     1: granted | ours 30 s | a b
our claim, to watch  two, not me     2: granted | ours 30 s | a b
our claim, to watch  unseen ones     1: granted | ours 30 s | a b c
our claim, to watch  unseen ones     2: granted | ours 30 s | a b c
our claim, to watch  of another type 1: granted | ours 30 s | untouched foreign
our claim, to watch  of another type 2: granted | ours 30 s | untouched foreign
our claim, deaf      nobody          1: granted | ours 30 s |  | woken ours: foreign
our claim, deaf      nobody          2: granted | ours 30 s |  | woken ours: foreign
our claim, deaf      me              1: granted | ours 30 s |  | woken ours: foreign
our claim, deaf      me              2: granted | ours 30 s |  | woken ours: foreign
our claim, deaf      me, then one    1: granted | ours 30 s | b | woken ours: foreign
our claim, deaf      me, then one    2: granted | ours 30 s | b | woken ours: foreign
our claim, deaf      one before me   1: granted | ours 30 s | a | woken ours: foreign
our claim, deaf      one before me   2: granted | ours 30 s | a | woken ours: foreign
our claim, deaf      two before me   1: granted | ours 30 s | a b | woken ours: foreign
our claim, deaf      two before me   2: granted | ours 30 s | a b | woken ours: foreign
our claim, deaf      two, not me     1: granted | ours 30 s | a b | woken ours: foreign
our claim, deaf      two, not me     2: granted | ours 30 s | a b | woken ours: foreign
our claim, deaf      unseen ones     1: granted | ours 30 s | a b c | woken ours: foreign
our claim, deaf      unseen ones     2: granted | ours 30 s | a b c | woken ours: foreign
our claim, deaf      of another type 1: granted | ours 30 s | untouched foreign | woken ours: foreign
our claim, deaf      of another type 2: granted | ours 30 s | untouched foreign | woken ours: foreign
done