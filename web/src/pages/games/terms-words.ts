// The terms of a game as a list of words.
import type { Offer, OfferState } from "../../protocol/wire";
import { readClock } from "../../state/games-terms";
import { words } from "../../words";

type Terms = Pick<Offer, "clock" | "rated" | "start" | "private" | "synchro" | "lockstep" | "komi">;

/** Says a clock in full, as the server writes it if it is of an unknown kind. */
export function clockText(clock: string): string {
  const read = readClock(clock);
  return read ? words.terms.clock(read) : clock;
}

/** Says a clock in a few letters. */
export function clockShort(clock: string): string {
  const read = readClock(clock);
  return read ? words.terms.clockShort(read) : clock;
}

/** Says what is special about a game: rated, start, pair, private. The clock stands apart. */
export function specialTerms(terms: Terms): string[] {
  const { rated, unrated, synchro, lockstep, komi, start } = words.terms;
  return [
    terms.rated ? rated : unrated,
    start(terms.start),
    terms.lockstep ? lockstep : terms.synchro ? synchro : null,
    terms.komi ? komi : null,
    terms.private ? words.terms.private : null,
  ].filter((word) => word !== null);
}

/** Says all terms of an offer, for the one who may accept it. */
export function offerText(offer: Offer | OfferState): string {
  const range = offer.range ? [words.terms.range(offer.range)] : [];
  const color = words.terms.yourColor[offer.color];
  return [clockText(offer.clock), ...specialTerms(offer), color, ...range].join(words.board.comma);
}
