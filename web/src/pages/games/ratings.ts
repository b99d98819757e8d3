// Ratings as people read them.
import type { PlayerRating, SpeedClass, UserSummary } from "../../protocol/wire";
import { SPEED_CLASSES } from "../../state/games-terms";
import { words } from "../../words";

/** The deviation of somebody of whom no game tells anything. */
const UNKNOWN = 350;

/** Writes a rating: `1612`, `1500?` while it is uncertain, and nothing while no game tells anything of it. */
export function ratingText(rating: PlayerRating | null | undefined): string {
  if (!rating || rating.deviation >= UNKNOWN) return "";
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
