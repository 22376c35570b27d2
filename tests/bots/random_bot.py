#!/usr/bin/env python3
"""A bot for `stavka tournament` that plays at random: a template for bots in any language.

    stavka tournament armir --dir cup --players greedy 'bot:random-py=python3 tests/bots/random_bot.py'

One JSON object per line comes in on standard input and goes out on standard output. Standard output belongs to the
protocol; whatever else there is to say goes to standard error, which the arena keeps in its run directory.
"""

import json
import random
import sys


def send(message):
    print(json.dumps(message), flush=True)


def choose(game, record, position, generator):
    """Gives the index of one of position["legal"].

    `game` is the `newgame` message (game, scenario, side ...). `record` has every line of the game so far, dice
    included; actions that the other side keeps secret read "?". Each legal action has its `text` in notation and
    its `token`: verb, unit, from, to, amount, as `stavka observe GAME --describe` explains them.
    """
    return generator.randrange(len(position["legal"]))


def main():
    game, record, generator = None, [], None
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            send({"type": "ready", "name": "random", "version": "1"})
        elif kind == "newgame":
            game, record = message, []
            generator = random.Random(message["seed"])
        elif kind == "position":
            record += message["lines"]
            send({"id": message["id"], "bestaction": choose(game, record, message, generator)})
        elif kind == "gameover":
            record += message["lines"]
        elif kind == "quit":
            break
        # Messages of other types may come with later versions of the protocol: they need no answer.


if __name__ == "__main__":
    main()
