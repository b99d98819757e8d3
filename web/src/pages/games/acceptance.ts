// Whether somebody may accept an offer, and in words why not.
import type { Offer, PlayerRating } from "../../protocol/wire";
import { splitRange } from "../../state/range";
import { words } from "../../words";

/** Who would accept. */
export interface Reader {
  readonly hasAccount: boolean;
  /** The reader's rating in the class of the offer's clock; a new player counts as 1500. */
  readonly rating: PlayerRating | null;
}

const NEW_PLAYER = 1500;

/** Says why an offer cannot be accepted, or `null` if it can. */
export function reasonAgainst(offer: Offer, reader: Reader): string | null {
  if (offer.rated && !reader.hasAccount) return words.games.why.guest;
  const { from, to } = splitRange(offer.range ?? null);
  const rating = reader.rating?.rating ?? NEW_PLAYER;
  const isInside = rating >= (from ?? -Infinity) && rating <= (to ?? Infinity);
  return isInside ? null : words.games.why.range(words.terms.range(offer.range ?? ""));
}
