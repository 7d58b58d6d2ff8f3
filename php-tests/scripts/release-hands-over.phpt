--TEST--
release with waiters, by its short and by its long form: new holder and its lease, wake-ups and remaining keys, run twice
--FILE--
<?php
HandOverTable::print(forGood: false);
?>
--EXPECT--
nobody                 ours          1: 1 free        |
nobody                 ours          2: 0 free        |
nobody                 ours, endless 1: 1 free        |
nobody                 ours, endless 2: 0 free        |
nobody                 another's     1: 0 other, 60 s |
nobody                 another's     2: 0 other, 60 s |
one                    ours          1: 1 a, 1 s      |                              | woken a: yours
one                    ours          2: 0 a, 1 s      |                              | woken a: yours
one                    ours, endless 1: 1 a, 1 s      |                              | woken a: yours
one                    ours, endless 2: 0 a, 1 s      |                              | woken a: yours
one                    another's     1: 0 other, 60 s | a seen:a
one                    another's     2: 0 other, 60 s | a seen:a
two                    ours          1: 1 a, 1 s      | b seen:b                     | woken a: yours b: first
two                    ours          2: 0 a, 1 s      | b seen:b                     | woken a: yours b: first
two                    ours, endless 1: 1 a, 1 s      | b seen:b                     | woken a: yours b: first
two                    ours, endless 2: 0 a, 1 s      | b seen:b                     | woken a: yours b: first
two                    another's     1: 0 other, 60 s | a b seen:a seen:b
two                    another's     2: 0 other, 60 s | a b seen:a seen:b
an unseen one          ours          1: 1 free        |
an unseen one          ours          2: 0 free        |
an unseen one          ours, endless 1: 1 free        |
an unseen one          ours, endless 2: 0 free        |
an unseen one          another's     1: 0 other, 60 s |
an unseen one          another's     2: 0 other, 60 s |
unseen ones first      ours          1: 1 c, 1 s      |                              | woken c: yours
unseen ones first      ours          2: 0 c, 1 s      |                              | woken c: yours
unseen ones first      ours, endless 1: 1 c, 1 s      |                              | woken c: yours
unseen ones first      ours, endless 2: 0 c, 1 s      |                              | woken c: yours
unseen ones first      another's     1: 0 other, 60 s | c seen:c
unseen ones first      another's     2: 0 other, 60 s | c seen:c
one long ago, but seen ours          1: 1 a, 1 s      | b seen:b                     | woken a: yours b: first
one long ago, but seen ours          2: 0 a, 1 s      | b seen:b                     | woken a: yours b: first
one long ago, but seen ours, endless 1: 1 a, 1 s      | b seen:b                     | woken a: yours b: first
one long ago, but seen ours, endless 2: 0 a, 1 s      | b seen:b                     | woken a: yours b: first
one long ago, but seen another's     1: 0 other, 60 s | a b seen:a seen:b
one long ago, but seen another's     2: 0 other, 60 s | a b seen:a seen:b
one without seen       ours          1: 1 b, 1 s      |                              | woken b: yours
one without seen       ours          2: 0 b, 1 s      |                              | woken b: yours
one without seen       ours, endless 1: 1 b, 1 s      |                              | woken b: yours
one without seen       ours, endless 2: 0 b, 1 s      |                              | woken b: yours
one without seen       another's     1: 0 other, 60 s | b seen:b
one without seen       another's     2: 0 other, 60 s | b seen:b
the holder itself      ours          1: 1 free        |
the holder itself      ours          2: 0 free        |
the holder itself      ours, endless 1: 1 free        |
the holder itself      ours, endless 2: 0 free        |
the holder itself      another's     1: 0 other, 60 s |
the holder itself      another's     2: 0 other, 60 s |
the holder and another ours          1: 1 a, 1 s      |                              | woken a: yours
the holder and another ours          2: 0 a, 1 s      |                              | woken a: yours
the holder and another ours, endless 1: 1 a, 1 s      |                              | woken a: yours
the holder and another ours, endless 2: 0 a, 1 s      |                              | woken a: yours
the holder and another another's     1: 0 other, 60 s | a seen:a                     | woken a: first
the holder and another another's     2: 0 other, 60 s | a seen:a                     | woken a: first
the holder in between  ours          1: 1 a, 1 s      |                              | woken a: yours
the holder in between  ours          2: 0 a, 1 s      |                              | woken a: yours
the holder in between  ours, endless 1: 1 a, 1 s      |                              | woken a: yours
the holder in between  ours, endless 2: 0 a, 1 s      |                              | woken a: yours
the holder in between  another's     1: 0 other, 60 s | a seen:a
the holder in between  another's     2: 0 other, 60 s | a seen:a
a short claim          ours          1: 1 a, 0.9 s    | b seen:b                     | woken a: yours b: first
a short claim          ours          2: 0 a, 0.9 s    | b seen:b                     | woken a: yours b: first
a short claim          ours, endless 1: 1 a, 0.9 s    | b seen:b                     | woken a: yours b: first
a short claim          ours, endless 2: 0 a, 0.9 s    | b seen:b                     | woken a: yours b: first
a short claim          another's     1: 0 other, 60 s | a b seen:a seen:b
a short claim          another's     2: 0 other, 60 s | a b seen:a seen:b
of another type        ours          1: 1 free        | untouched
of another type        ours          2: 0 free        | untouched
of another type        ours, endless 1: 1 free        | untouched
of another type        ours, endless 2: 0 free        | untouched
of another type        another's     1: 0 other, 60 s | untouched
of another type        another's     2: 0 other, 60 s | untouched
