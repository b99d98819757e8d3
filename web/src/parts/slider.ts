// A slider over the indices of a curve, from 0.

/** Number of indices in a page step. */
const PAGE = 10;

/** Returns the index to which a key leads, or `null` if it is no key of a slider. */
export function placeByKey(key: string, at: number, last: number): number | null {
  const steps: Partial<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - PAGE,
    PageUp: at + PAGE,
    Home: 0,
    End: last,
  };
  const wanted = steps[key];
  return wanted === undefined ? null : within(wanted, last);
}

/** Returns the index nearest to a point between the left edge (0) and the right one (1). */
export function placeAt(part: number, last: number): number {
  return within(Math.round(part * last), last);
}

function within(place: number, last: number): number {
  return Math.max(0, Math.min(last, place));
}
