-- shares/shares: stands before every script about shares | KEYS lock, … | ARGV any | kind() tells a share by its token, shares() counts the living and takes the dead out, lives() says when the lease of one ends, beside() whether anything else lives, room() whether there is a place, put(), stretch() and hold() write
-- A key that is shared is a sorted set: the token of each share, scored with the end of its lease in milliseconds of the
-- server. The key itself ends with its longest lease. So a script and a library that know no shares find a key that is
-- held, and learn when it will be free.
-- A token that begins with `share:` wants any number of others beside it, and one with `share5:` four at most.
local function kind(token) return string.match(token, '^share(%d*):%x+$') end

local function ms() return math.floor(now() / 1000) end

-- The end of this share's lease, if it lives. The members of others beside it do not matter.
local function lives(token)
  local ends = type(holder) == 'table' and redis.pcall('ZSCORE', KEYS[1], token)
  return type(ends) == 'string' and tonumber(ends) > ms() and tonumber(ends)
end

-- How many shares live. 0: the key is free. nil: it is somebody else's, whatever it is, and stays untouched. A set is
-- ours if its lowest member is a share.
local function shares()
  if not holder then return 0 end
  if type(holder) == 'string' then return nil end
  while true do
    local first = redis.pcall('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
    if first.err then return nil end
    if not first[1] then holder = false return 0 end
    if not kind(first[1]) then return nil end
    if tonumber(first[2]) > ms() then return redis.call('ZCARD', KEYS[1]) end
    redis.call('ZREM', KEYS[1], first[1])
  end
end

-- A newer server may word a score as 1.76e+12, which is no integer.
local function stretch()
  local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  if last[2] then redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', last[2])) end
end

-- The lease of this token ends then, or later if it did so already. The key has to be stretched afterwards.
local function put(token, ends) redis.call('ZADD', KEYS[1], 'GT', string.format('%.0f', ends), token) end

local function hold(token, ends)
  put(token, ends)
  stretch()
end

-- Whether another member lives in the set beside this token.
local function beside(token)
  local last = redis.call('ZREVRANGE', KEYS[1], 0, 1, 'WITHSCORES')
  local ends = last[last[1] == token and 4 or 2]
  return ends and tonumber(ends) > ms()
end

local function room(limit) return limit == '' or redis.call('ZCARD', KEYS[1]) < tonumber(limit) end

