// A server with the library of an account, for tests.
import { expect } from "vitest";
import type { Row } from "../study/library-sync";
import { Refusal } from "../protocol/refusal";

/** The server with the library of one account, as `http/library.rs` has it. */
export class Server {
  rows = new Map<string, Row>();
  now = 1_000_000_000_000;
  owner = 1;
  user = "alice";
  #last = 0;
  /** What happens to a request: it may be cut before or after it is answered. */
  fault: () => "before" | "after" | null = () => null;
  /** What happens while a request is under way. */
  meanwhile: () => Promise<unknown> = () => Promise.resolve();
  nChanges = 0;

  page(query: URLSearchParams) {
    return this.#answer(query.get("account"), () => {
      const after = Number(query.get("after"));
      const rows = [...this.rows.values()].sort((one, other) => one.revision - other.revision);
      const games = rows.filter(({ revision }) => revision > after).slice(0, 3);
      return { owner: this.owner, now: this.now, last: this.#last, games };
    });
  }

  change(body: { account: string; games: { id: string; base: number; game: Row["game"] }[] }) {
    expect(new TextEncoder().encode(JSON.stringify(body)).length).toBeLessThanOrEqual(65_536);
    expect(body.games.length).toBeLessThanOrEqual(100);
    return this.#answer(body.account, () => {
      this.nChanges += 1;
      const kept = body.games.flatMap(({ id, base, game }) => {
        const before = this.rows.get(id);
        if (!before && game === null) return [{ id, revision: null }];
        const isSame = before && JSON.stringify(before.game) === JSON.stringify(game);
        if (before && !isSame && before.revision !== base) return [];
        if (!isSame) this.#put(id, game);
        return [{ id, revision: this.rows.get(id)?.revision ?? null }];
      });
      return { now: this.now, games: kept };
    });
  }

  /** Goes back to what it was: the operator had to take a copy. */
  restore(rows: ReadonlyMap<string, Row>): void {
    this.rows = new Map(rows);
    this.#last = Math.max(0, ...[...rows.values()].map(({ revision }) => revision));
  }

  #put(id: string, game: Row["game"]): void {
    this.#last += 1;
    this.rows.set(id, structuredClone({ id, revision: this.#last, changed_at: this.now, game }));
  }

  async #answer<T>(account: string | null, work: () => T): Promise<T> {
    const fault = this.fault();
    const cut = () => new Refusal("local", "offline", "the server cannot be reached");
    if (fault === "before") throw cut();
    if (account !== this.user) throw new Refusal("forbidden", "request-forbidden", "you are somebody else");
    const answer = structuredClone(work());
    await this.meanwhile();
    if (fault === "after") throw cut();
    return answer;
  }
}
