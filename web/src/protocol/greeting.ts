// The first commands of a connection: who this is, and what was missed.
import type { SeenEvents } from "./seen";
import type { Command, RoomNumbers } from "./wire";

/** Who a connection speaks for: a signed-in browser, by its cookie, or nobody. */
export type Identity = "user" | "visitor";

/** A command of the connection itself, under an id that is not one of the outbox. */
export interface OwnCommand {
  readonly id: string;
  readonly command: Command;
}

/** Says who this is, and asks for the past of the lobby and of the private room, as far as it is missing. */
export function greetingOf(identity: Identity, client: string, seen: RoomNumbers): OwnCommand[] {
  const rooms = { lobby: 0, private: 0, ...seen };
  const version: OwnCommand = { id: "greet-0", command: { do: "protocol", version: 2, client } };
  if (identity === "user") {
    return [version, { id: "greet-1", command: { do: "resume", token: "cookie", rooms } }];
  }
  // A visitor has no `resume`: the lobby's past comes first, then what happens from now on.
  return [
    version,
    { id: "greet-past", command: { do: "sync", room: "lobby", after: rooms.lobby } },
    { id: "greet-1", command: { do: "lobby", follow: true } },
  ];
}

/** What a visitor asks again after a reconnection: the games that the tab watches, and the talk about them. */
export function rewatchingOf(seen: SeenEvents): OwnCommand[] {
  const numbers = seen.numbers();
  return seen.games.flatMap((game) => {
    const room = `watchers/${game}`;
    return [
      { id: `watch-${game}`, command: { do: "watch", game } },
      { id: `talk-${game}`, command: { do: "sync", room, after: numbers[room] ?? 0 } },
    ];
  });
}
