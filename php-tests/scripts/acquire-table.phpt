--TEST--
acquire without joining: reply and remaining keys for every state of the key, run twice
--FILE--
<?php
ScriptTable::print(Script::acquire(...));
?>
--EXPECT--
absent             1: [1,null] string 'ours', 30 s
absent             2: [1,null] string 'ours', 30 s
ours               1: [1,null] string 'ours', 60 s
ours               2: [1,null] string 'ours', 60 s
ours, shorter      1: [1,null] string 'ours', 30 s
ours, shorter      2: [1,null] string 'ours', 30 s
ours, no TTL       1: [1,null] string 'ours', no TTL
ours, no TTL       2: [1,null] string 'ours', no TTL
another's          1: [0]      string 'other', 60 s
another's          2: [0]      string 'other', 60 s
another's, no TTL  1: [0]      string 'other', no TTL
another's, no TTL  2: [0]      string 'other', no TTL
empty              1: [0]      string '', no TTL
empty              2: [0]      string '', no TTL
list               1: [0]      list, no TTL
list               2: [0]      list, no TTL
list with TTL      1: [0]      list, 60 s
list with TTL      2: [0]      list, 60 s
hash               1: [0]      hash, no TTL
hash               2: [0]      hash, no TTL
hash with TTL      1: [0]      hash, 60 s
hash with TTL      2: [0]      hash, 60 s
zset               1: [0]      zset, no TTL
zset               2: [0]      zset, no TTL
zset with TTL      1: [0]      zset, 60 s
zset with TTL      2: [0]      zset, 60 s
set                1: [0]      set, no TTL
set                2: [0]      set, no TTL
stream             1: [0]      stream, no TTL
stream             2: [0]      stream, no TTL
