"""What the Python package costs: `PYTHONPATH=python HEXAD_LIBRARY=build/libhexad.so python3 bench/python.py`. Processor time, the best of five."""

import time

import hexad


def best(work, rounds=5):
    times = []
    for _ in range(rounds):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


def per_call(name, call, times=20000):
    def loop():
        for _ in range(times):
            call()

    def empty():
        for _ in range(times):
            pass

    print(f"{name:32} {(best(loop) - best(empty)) / times * 1e6:8.2f} us")


game = hexad.Game("connect6", "j10 k11 i11 l12 m13")
long_game = hexad.Game("connect6")
player = hexad.Player("random", seed=1)
while not long_game.over:
    long_game.play(player.turn(long_game))
engine, net = hexad.Engine("connect6", hash=1 << 20), hexad.Evaluator("net")
empty_square = (0, 0)

per_call("game.over", lambda: game.over)
per_call("game.legal(square)", lambda: game.legal(empty_square))
per_call("game.state", lambda: game.state)


def play_and_undo():
    game.play([empty_square])
    game.undo()


per_call("play and undo", play_and_undo)
per_call("game.copy()", game.copy)
per_call("game.key()", game.key)
per_call("game.threats(Colour.BLACK)", lambda: game.threats(hexad.Colour.BLACK))
per_call("game.board()", game.board)
per_call("engine.think(nodes=1)", lambda: engine.think(game, nodes=1), 300)

positions = len(long_game.boards())
seconds = best(long_game.boards)
print(f"{'boards of all positions':32} {positions / seconds * 60 / 1e6:8.2f} million a minute")
seconds = best(long_game.planes)
print(f"{'planes of all positions':32} {positions / seconds * 60 / 1e6:8.2f} million a minute, {positions} positions of {long_game.planes().shape[1:]}")
batch = [long_game.copy() for _ in range(64)]
for i, g in enumerate(batch):
    g.undo(i + 1)
seconds = best(lambda: net.arrays(batch))
print(f"{'the net, 64 at once':32} {64 / seconds:8.1f} a second")
