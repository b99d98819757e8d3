// Whether this browser has openings of one's own, without loading them.
import { readKept } from "../../state/storage";

export const HAS_LINES = "willow-openings";

export function hasLines(): boolean {
  return readKept(HAS_LINES) === true;
}
