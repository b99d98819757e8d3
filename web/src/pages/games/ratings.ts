// Ratings as people read them.
import type { PlayerRating, SpeedClass, UserSummary } from "../../protocol/wire";
import { SPEED_CLASSES } from "../../state/games-terms";
import { words } from "../../words";

/** Writes a rating: `1612`, `1500?` while it is uncertain, and a word for somebody who has played no rated game. */
export function ratingText(rating: PlayerRating | null | undefined): string {
  if (!rating) return "";
  if (rating.deviation >= 350) return words.terms.newPlayer;
  return words.numbers.rating(rating.rating) + (rating.provisional ? "?" : "");
}

/** Returns the rating of a user that says most: a certain one before a provisional one, then the fastest class. */
export function mainRating(user: UserSummary): { speedClass: SpeedClass; rating: PlayerRating } | null {
  const rated = SPEED_CLASSES.flatMap((speedClass) => {
    const rating = user.ratings?.[speedClass];
    return rating ? [{ speedClass, rating }] : [];
  });
  return rated.find(({ rating }) => !rating.provisional) ?? rated[0] ?? null;
}
