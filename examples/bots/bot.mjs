#!/usr/bin/env node
// A bot that accepts challenges and plays random moves over HTTP, with nothing but Node.js 18.
//
// WILLOW_TOKEN=TOKEN node bot.mjs http://HOST:7711

import { setTimeout as sleep } from "node:timers/promises";

const server = process.argv[2];
const headers = {
  authorization: `Bearer ${process.env.WILLOW_TOKEN}`,
  // Ids belong to this word: a command that is sent again is not executed twice.
  "willow-client": `js-${Math.random().toString(36).slice(2)}`,
};
let lastId = 0;
let name;

/** Executes a command; sends it again, under the same id, until there is an answer. */
async function act(command) {
  const body = JSON.stringify({ ...command, id: String(++lastId) });
  for (;;) {
    try {
      const response = await fetch(`${server}/api/do`, { method: "POST", headers, body });
      const answer = await response.json();
      if (response.status !== 429 && response.status < 500) return answer;
    } catch (error) {
      console.error(`lost the server: ${error.message}`);
    }
    await sleep(1000);
  }
}

/** Reads the bot's events from `after` on, until the stream ends. Returns the last number of the private room. */
async function follow(after) {
  const response = await fetch(`${server}/api/stream/events?after=${after}`, { headers });
  if (!response.ok) throw new Error((await response.json()).message);
  // What began or was offered while there was no stream.
  name = (await act({ do: "user" })).name;
  const { offers, games } = await act({ do: "games" });
  offers.forEach(answer);
  games.filter((game) => [game.black, game.white].includes(name)).forEach((game) => look(game.game));
  let rest = "";
  for await (const bytes of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + bytes).split("\n");
    rest = lines.pop();
    for (const notice of lines.filter(Boolean).map(JSON.parse)) {
      if (notice.room === "private" && notice.number) after = notice.number;
      receive(notice);
    }
  }
  return after;
}

function receive({ event, room = "", ...notice }) {
  const game = Number(room.split("/")[1]);
  if (event === "offered" && room === "private") answer(notice);
  else if (/^(takeback|adjourn)-asked$|^result-offered$/.test(event)) act({ do: "refuse", game });
  else if (room.startsWith("game/") && event !== "ended") look(game);
}

function answer({ game, to, komi }) {
  if (to === name) act({ do: komi ? "decline" : "join", game });
}

/** Asks how a game stands, and plays if it is the bot's turn. */
async function look(game) {
  const { black, white, position, legal, moves, waiting } = await act({ do: "board", game });
  const own = black === name ? "X" : white === name ? "O" : undefined;
  if (own && position.endsWith(own) && legal.length > 0 && !waiting) {
    await sleep(100); // people can follow, and the server's limit of commands is far
    const move = legal[Math.floor(Math.random() * legal.length)];
    await act({ do: "move", game, move, ply: moves.length });
  }
}

for (let after = 0; ; await sleep(1000)) {
  try {
    after = await follow(after);
  } catch (error) {
    console.error(error.message);
  }
}
