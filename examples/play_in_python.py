"""Play a game from Python: make it, act, look at the frames, go back to an earlier position.

python examples/play_in_python.py [GAME]
"""

import random
import sys

import arcg

env = arcg.make(sys.argv[1] if len(sys.argv) > 1 else "dyer")

frames = env.reset()  # uint8 of shape (n, 64, 64): the pictures of the first level, oldest first
print(f"{env.program.name}: {env.level_count} levels; actions {[action.name for action in env.actions]}")

# Act by name, by number or by member; a click also has a place in the frame.
frames = env.step("right")
frames = env.step(arcg.Action.LEFT)
if arcg.Action.CLICK in env.actions:
    frames = env.step("click", x=32, y=32)
print(f"{len(frames)} frame(s); the last has the colours {sorted(set(frames[-1].flatten().tolist()))}")

# A snapshot brings everything back, undo included.
before = env.snapshot()
env.step("up")
env.restore(before)

# A player that knows nothing: 200 random actions, the same ones each time.
dice = random.Random(0)
for _ in range(200):
    if env.status is not arcg.Status.PLAYING:
        env.step(arcg.Action.RESET)
    action = dice.choice(env.actions)
    env.step(action, x=dice.randrange(64), y=dice.randrange(64))  # only a click looks at x and y
print(f"after 200 random actions: {env!r}, {env.levels_completed} completed")
