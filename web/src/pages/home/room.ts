// How many small boards stand beside the board of the first page, so that both end at about the same height.

/** From this width on there is room beside the board. */
const DESK = 900;
/** The height, in pixels, of what else is in the window: the lines above and below the board, and what stands beside it first. */
const OTHERWISE = { user: 458, visitor: 548 };
const ROW = 221;
const COLUMNS = 3;

export const isDesk = (width: number): boolean => width >= DESK;

/** Returns how many boards find room; none on a narrow window, where all stand below. */
export function roomBeside(who: keyof typeof OTHERWISE, width: number, height: number): number {
  if (!isDesk(width)) return 0;
  return COLUMNS * Math.max(1, Math.floor((height - OTHERWISE[who]) / ROW));
}
