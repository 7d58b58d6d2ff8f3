-- shares/admit: stands behind queue and shares, before the scripts that let shares in | KEYS lock, queue | ARGV any | admit() hands places over
-- The claim of a share. Another may have its place when the claim is over, and nothing is lost, because the waiter keeps
-- its ticket.
local SHARE_CLAIM = 250

-- Gives claims to the shares at the head of the queue, as long as there is room; at most 16 in one script, each of which
-- admits more when its claim is taken up. `moved`: the head is another one already.
local function admit(moved)
  local line, admitted = living(2), false
  for _ = 1, 16 do
    local head = line and line[1]
    local limit = head and kind(head[1])
    if not limit or not room(limit) then break end
    local ends = ms() + math.min(head[3], SHARE_CLAIM)
    leave(head[1])
    put(head[1], ends)
    wake(head[1], string.format('yours %.0f', ends), UNREAD)
    moved, admitted = true, true
    line = line[2] and living(2)
  end
  if admitted then stretch() end
  if moved and line then tell_first(line[1]) end
end
