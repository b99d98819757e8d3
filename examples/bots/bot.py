#!/usr/bin/env python3
"""A bot that accepts challenges and plays random moves, with nothing but Python's library.

WILLOW_TOKEN=TOKEN python3 bot.py HOST [PORT]
"""

import json
import os
import random
import socket
import sys
import time

# Errors after which a command is sent again: it came too fast, or the server was busy.
TRY_AGAIN = {("limit", "too-many-commands"), ("internal", "server-busy"), ("internal", "read-only")}


class Bot:
    def __init__(self, host, port, token):
        self.address, self.token, self.name = (host, port), token, None
        self.word = f"py-{random.getrandbits(48):x}"  # ids belong to it, over all connections
        self.last_id, self.unacknowledged = 0, {}
        self.rooms, self.colors = {}, {}  # the last number of each room; the bot's side in each game

    def send(self, **command):
        self.last_id += 1
        command = {**command, "id": str(self.last_id)}
        self.unacknowledged[command["id"]] = command
        self.write(command)

    def write(self, command):
        self.stream.write(json.dumps(command) + "\n")
        self.stream.flush()

    def run(self):
        while True:
            try:
                with socket.create_connection(self.address, timeout=60) as connection:
                    self.stream = connection.makefile("rw", encoding="utf-8", newline="\n")
                    self.stream.readline()  # welcome
                    self.write({"do": "protocol", "version": 2, "client": self.word})
                    self.write({"do": "resume", "token": self.token, "rooms": self.rooms})
                    # Nothing is executed twice under the same id.
                    for command in list(self.unacknowledged.values()):
                        self.write(command)
                    for line in self.stream:
                        self.receive(json.loads(line))
            except (OSError, ValueError) as error:  # ValueError: a line that is no JSON
                print(f"lost the connection: {error}", file=sys.stderr)
            time.sleep(1)

    def receive(self, notice):
        event, room = notice["event"], notice.get("room", "")
        command = self.unacknowledged.pop(notice.get("id"), None)
        if "number" in notice:
            self.rooms[room] = notice["number"]
        if event == "ping":
            self.write({"do": "ping"})
        elif event == "error":
            print(notice["message"], file=sys.stderr)
            if command and (notice["code"], notice.get("detail")) in TRY_AGAIN:
                time.sleep(1)
                self.send(**command)
        elif event == "entered":
            self.name = notice["name"]
            self.rooms = {**notice["rooms"], **self.rooms}
            for offer in notice["offers"]:
                self.answer(offer)
            for game in notice["games"]:
                self.send(do="board", game=game["game"])
        elif event == "offered" and room == "private":
            self.answer(notice)
        elif event in ("takeback-asked", "result-offered", "adjourn-asked"):
            self.send(do="refuse", game=int(room.split("/")[1]))
        elif event in ("state", "started"):
            if "end" not in notice:
                self.colors[notice["game"]] = {notice["black"]: "X", notice["white"]: "O"}.get(self.name)
                if not notice.get("waiting"):
                    self.play(notice["game"], notice, len(notice["moves"]))
        elif event == "moved" and room in self.rooms:
            self.play(int(room.split("/")[1]), notice, notice["ply"])
        elif event == "ended":
            self.rooms.pop(room, None)
            self.colors = {game: color for game, color in self.colors.items() if room != f"game/{game}"}
        elif room.startswith("game/") and event not in ("gone", "back", "spectators"):
            self.send(do="board", game=int(room.split("/")[1]))

    def answer(self, offer):
        if offer.get("to") == self.name:
            self.send(do="decline" if offer.get("komi") else "join", game=offer["game"])

    def play(self, game, turn, ply):
        """Plays if it is the bot's turn. With the ply a move that was meant for another position is refused."""
        if turn["position"][-1] == self.colors.get(game) and turn["legal"]:
            time.sleep(0.1)  # people can follow, and the server's limit of commands is far
            self.send(do="move", game=game, move=random.choice(turn["legal"]), ply=ply)


if __name__ == "__main__":
    host, port = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 7710
    Bot(host, port, os.environ["WILLOW_TOKEN"]).run()
