#!/usr/bin/env python3
"""A bot that misbehaves in the way that its argument names. The arena must outlive all of them."""

import json
import os
import subprocess
import sys
import time


def send(message):
    print(json.dumps(message), flush=True)


def answer(position, action=0):
    send({"id": position["id"], "bestaction": action})


def hang():
    while True:
        time.sleep(60)


def main(fault):
    if fault == "crash-at-start":
        sys.exit("no weights found")
    if fault == "hang-at-start":
        hang()
    if fault == "child":
        # Something that would outlive its parent and keep the pipes open.
        child = subprocess.Popen(["sleep", "1000"])
        print(child.pid, file=sys.stderr, flush=True)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            send({"type": "ready"})
            if fault == "deaf":
                hang()
        elif message["type"] == "newgame" and fault == "early":
            send({"id": 0, "bestaction": 0})
        elif message["type"] == "position":
            if message["id"] == 1 and fault not in ("hang", "flood", "noise", "early"):
                answer(message)
            elif fault == "crash":
                os.abort()
            elif fault == "exit":
                sys.exit(3)
            elif fault in ("hang", "child"):
                hang()
            elif fault == "flood":
                while True:
                    sys.stdout.write("x" * 65536)
            elif fault == "noise":
                while True:
                    print("thinking", flush=True)
            elif fault == "chatter":
                print("complaint " * 20000, file=sys.stderr, flush=True)
                answer(message, "none")
            elif fault == "nonsense":
                print("e2e4", flush=True)
            elif fault == "binary":
                sys.stdout.buffer.write(b"\xff\xfe\x00\n")
                sys.stdout.flush()
            elif fault == "index":
                answer(message, 100000)
            elif fault == "illegal":
                answer(message, "attack 0101")
            elif fault == "close":
                os.close(1)
                hang()
            elif fault == "slow":
                # Within the time of a move, past the time of the game.
                time.sleep(0.4)
                answer(message)


if __name__ == "__main__":
    main(sys.argv[1])
