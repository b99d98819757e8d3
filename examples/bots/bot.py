#!/usr/bin/env python3
"""A bot that accepts challenges and plays random moves, over WebSocket: pip install websockets

WILLOW_TOKEN=TOKEN python3 bot.py ws://HOST:7711/ws
"""

import asyncio
import json
import os
import random
import sys

import websockets

# Errors after which a command is sent again: it came too fast, or the server was busy.
TRY_AGAIN = {("limit", "too-many-commands"), ("internal", "server-busy"), ("internal", "read-only")}


class Bot:
    def __init__(self, token):
        self.token, self.name = token, None
        self.word = f"py-{random.getrandbits(48):x}"  # ids belong to it, over all connections
        self.last_id, self.unacknowledged = 0, {}
        self.rooms, self.colors = {}, {}  # the last number of each room; the bot's side in each game

    async def run(self, server):
        async for self.socket in websockets.connect(server):  # again after each lost connection
            try:
                await self.write({"do": "protocol", "version": 2, "client": self.word})
                await self.write({"do": "resume", "token": self.token, "rooms": self.rooms})
                for command in list(self.unacknowledged.values()):  # nothing is executed twice under the same id
                    await self.write(command)
                async for message in self.socket:
                    await self.receive(json.loads(message))
            except websockets.ConnectionClosed as error:
                print(f"lost the connection: {error}", file=sys.stderr)

    async def write(self, command):
        await self.socket.send(json.dumps(command))

    async def send(self, **command):
        self.last_id += 1
        command = {**command, "id": str(self.last_id)}
        self.unacknowledged[command["id"]] = command
        await self.write(command)

    async def receive(self, notice):
        event, room = notice["event"], notice.get("room", "")
        command = self.unacknowledged.pop(notice.get("id"), None)
        if "number" in notice:
            self.rooms[room] = notice["number"]
        if event == "error":
            print(notice["message"], file=sys.stderr)
            if command and (notice["code"], notice.get("detail")) in TRY_AGAIN:
                await asyncio.sleep(1)
                await self.send(**command)
        elif event == "entered":
            self.name, self.rooms = notice["name"], {**notice["rooms"], **self.rooms}
            for offer in notice["offers"]:
                await self.answer(offer)
            for game in notice["games"]:
                await self.send(do="board", game=game["game"])
        elif event == "offered" and room == "private":
            await self.answer(notice)
        elif event in ("takeback-asked", "result-offered", "adjourn-asked"):
            await self.send(do="refuse", game=int(room.split("/")[1]))
        elif event in ("state", "started") and "end" not in notice:
            self.colors[notice["game"]] = {notice["black"]: "X", notice["white"]: "O"}.get(self.name)
            if not notice.get("waiting"):
                await self.play(notice["game"], notice, len(notice["moves"]))
        elif event == "moved" and room in self.rooms:
            await self.play(int(room.split("/")[1]), notice, notice["ply"])
        elif event == "ended":
            self.rooms.pop(room, None)
            self.colors.pop(int(room.split("/")[1]), None)
        elif room.startswith("game/") and event not in ("gone", "back", "spectators", "state", "started"):
            await self.send(do="board", game=int(room.split("/")[1]))

    async def answer(self, offer):
        if offer.get("to") == self.name:
            await self.send(do="decline" if offer.get("komi") else "join", game=offer["game"])

    async def play(self, game, turn, ply):
        """Plays if it is the bot's turn. With the ply a move that was meant for another position is refused."""
        if turn["position"][-1] == self.colors.get(game) and turn["legal"]:
            await asyncio.sleep(0.1)  # people can follow, and the server's limit of commands is far
            await self.send(do="move", game=game, move=random.choice(turn["legal"]), ply=ply)


asyncio.run(Bot(os.environ["WILLOW_TOKEN"]).run(sys.argv[1]))
