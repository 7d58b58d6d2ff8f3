"""
redis-py, used as its manual says: a lock of 20 s, acquired and released. It talks to its parent as contestant.php does.
    contestant-redis.py PORT WARM_UP SECONDS
"""
import sys
import time

import redis

port, warm_up, seconds = int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
client = redis.Redis(host="127.0.0.1", port=port)


def run(duration):
    pairs = 0
    end = time.monotonic() + duration
    while True:
        for _ in range(16):
            lock = client.lock("lock:bench", timeout=20)
            if not lock.acquire(blocking=False):
                sys.exit("The lock was not free.")
            lock.release()  # raises if it cannot
        pairs += 16
        if time.monotonic() >= end:
            return pairs


run(warm_up)
print("ready", flush=True)
if not sys.stdin.readline():
    sys.exit(1)  # the parent has ended
start = time.monotonic()
done = run(seconds)
print(f"{done} {time.monotonic() - start:.6f}", flush=True)
