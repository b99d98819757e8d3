// A club evening on the server: people who play, talk and offer games, so that pictures show what players see.
import { LineClient } from "./line-client";

/** Games between two levels of the engine, as their moves without passes. */
export const GAMES = [
  "f5f6d3c5d6e3f4c6f3e6f7g5e7d7c3g3c4g6h3b4h4h6b3e2e1d2c8f1g1g4f2b5c7f8d8a3b6g7h5a6d1e8",
  "c4c5e6c3b4a3c6d6b5d3e3b3a4f4e2d2f2f3e1f6c2a5b6a2g3d7b7a6g4c1f5d1b1g1e7g5f7c7d8h3g6h4",
  "c4c3c2c5c6b5a6f3f4d3e3b4a5d2b6c7d1g4d6e6f5e2b3d7e7e8f6g6f8g8h6f7c8h5g5h4h3g3h2a4f2f1",
] as const;

const TALK = [
  ["Otto", "Anybody for 3+2 after this one?"],
  ["Rosa", "In a minute. I am losing an edge here."],
  ["Sven", "Good evening, everybody."],
  ["Nora", "The club's Thursday games begin at eight. Everybody is welcome."],
] as const;

/** The moves of a text such as `f5d6`. */
export function movesOf(text: string): string[] {
  return text.match(/../g) ?? [];
}

/** People who play each other, and talk in the lobby. */
export class Club {
  private constructor(
    /** The people, by name. */
    readonly people: ReadonlyMap<string, LineClient>,
  ) {}

  /**
   * Brings the people of a club to a server.
   *
   * @param called what people are called; without it they are guests
   */
  static async meet(address: string, called?: (name: string) => string): Promise<Club> {
    const names = ["Nora", "Otto", "Paul", "Rosa", "Sven", "Tina", "Hugo"];
    const people = new Map<string, LineClient>();
    for (const name of names) {
      const person = await (called ? LineClient.account(address, name) : LineClient.guest(address, name));
      if (called) await person.ask({ do: "set", key: "display-name", value: called(name) });
      people.set(name, person);
    }
    const club = new Club(people);
    await club.#play("Nora", "Otto", "10:00+5", GAMES[0], 34);
    await club.#play("Paul", "Rosa", "5:00", GAMES[1], 21);
    await club.#play("Sven", "Tina", "15:00", GAMES[2], 12);
    for (const [name, text] of TALK) await club.of(name).ask({ do: "say", text });
    await club.of("Otto").ask({ do: "new", clock: "3:00+2" });
    return club;
  }

  /** One of the people. */
  of(name: string): LineClient {
    const person = this.people.get(name);
    if (!person) throw new Error(`${name} is not here`);
    return person;
  }

  /** Ends the connections. */
  leave(): void {
    this.people.forEach((person) => person.close());
  }

  /** Begins a game and plays its first moves. */
  async #play(one: string, other: string, clock: string, moves: string, plies: number): Promise<void> {
    const offer = await this.of(one).ask({ do: "new", clock, color: "black" });
    const game = offer.done?.game ?? null;
    await this.of(other).ask({ do: "join", game });
    for (const [ply, move] of movesOf(moves).slice(0, plies).entries()) {
      await this.of(ply % 2 === 0 ? one : other).ask({ do: "move", game, move });
    }
  }
}
