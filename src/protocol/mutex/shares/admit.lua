-- shares/admit: stands behind queue and shares, before the scripts that let shares in | KEYS lock, queue | ARGV any | admit() hands places over
-- The claim of a share. Another may have its place when the claim is over, and nothing is lost, because the waiter keeps
-- its ticket.
local SHARE_CLAIM = 250

-- Gives claims to the shares at the head of the queue, as long as there is room; at most 16 in one script, each of which
-- admits more when its claim is taken up. `moved`: the head is another one already.
local function admit(moved)
  local most, place, admitted = 2, 1, 0
  local line = living(most)
  while line and admitted < 16 do
    local head = line[place]
    local limit = head and kind(head[1])
    if not limit or not room(limit) then break end
    -- The last one of a line that is full is let in by the next look only, so the queue exists when that asks.
    if place == most then
      most, place = math.min(4 * most, 17), 1
      line = living(most)
      head = line[place]
    end
    local ends = ms() + math.min(head[3], SHARE_CLAIM)
    leave(head[1])
    put(head[1], ends)
    wake(head[1], string.format('yours %.0f', ends), UNREAD)
    admitted, place = admitted + 1, place + 1
  end
  if admitted > 0 then stretch() end
  if line and (moved or admitted > 0) then tell_first(line[place]) end
end
