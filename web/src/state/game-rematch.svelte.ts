// The offers of a rematch after a game: challenges between the same players on the same terms.
import type { GameId, GameState, Notice, Offer } from "../protocol/wire";

/** What became of the wish for another game. */
export class Rematch {
  /** The open offer, the opponent's or the user's own. */
  offer = $state.raw<Offer | null>(null);
  begun = $state<GameId | null>(null);
  /** Whether the opponent has just declined the user's offer. */
  isDeclined = $state(false);

  /** Hears an event after the end of a game; `self` is the name of the user. */
  onNotice(notice: Notice, { black, white, clock, rated, ended_at }: GameState, self: string | null): void {
    const isPlayer = (name: string | null | undefined) => name === black || name === white;
    // Events of the past are told again when the page is opened: that offer was another one.
    if (notice.time < (ended_at ?? 0)) return;
    if (notice.event === "offered") {
      const isSame = notice.clock === clock && notice.rated === rated;
      if (isSame && isPlayer(notice.from) && isPlayer(notice.to)) {
        this.offer = notice;
        this.isDeclined = false;
      }
    } else if (notice.event === "withdrawn" && notice.game === this.offer?.game) {
      this.isDeclined = notice.declined && this.offer.from === self;
      this.offer = null;
    } else if (notice.event === "playing" && notice.game === this.offer?.game) {
      this.begun = notice.game;
      this.offer = null;
    }
  }

  /** Forgets the offers, for another user. */
  clear(): void {
    this.offer = this.begun = null;
    this.isDeclined = false;
  }
}
