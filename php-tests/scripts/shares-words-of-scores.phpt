--TEST--
The scripts of shares understand a server that words each score as 1.76e+12, as newer servers do with some numbers
--FILE--
<?php
// A server of Redis 7.0 says 1760000000000, and so does a newer one to nearly all numbers. What stands before the scripts here
// says each score as a newer server says a number with few digits.
$worded = <<<'LUA'
    local redis = (function(server)
      local function worded(reply, name, ...)
        local function word(score) return string.format('%.17e', score) end
        if name == 'ZSCORE' and type(reply) == 'string' then return word(reply) end
        if table.concat({ ... }, ' '):find('WITHSCORES', 1, true) and not reply.err then
          for place = 2, #reply, 2 do reply[place] = word(reply[place]) end
        end
        return reply
      end
      return {
        call = function(...) return worded(server.call(...), ...) end,
        pcall = function(...) return worded(server.pcall(...), ...) end,
      }
    end)(redis)

    LUA;
$server = RedisServer::start();
$table = new ShareTable($server);
Script::changed('key', $worded . Script::file('key'), static function () use ($table, $server): void {
    array_map($table->play(...), ShareTable::PARTS);
    // It does say them so, and a script that passes such a word on is wrong.
    $text = Script::file('key') . "return redis.call('ZSCORE', KEYS[1], 'a')";
    $server->client()->call('ZADD', 'z', '1760000000000', 'a');
    Check::same('1.76000000000000000e+12', $server->client()->call('EVAL', $text, 1, 'z'), 'the word');
    $shares = Script::file('shares/shares');
    $passes = str_replace("string.format('%.0f', last[2])", 'last[2]', $shares);
    Check::true($passes !== $shares, 'the place in shares.lua');
    Check::true(Script::changed('shares/shares', $passes, $table->firstWrong(...)) !== null, 'it is noticed');
});
echo 'done';
?>
--EXPECT--
done
