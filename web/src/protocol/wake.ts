// Notices that the machine has slept: its clock has gone on, and the time of the page has stood still.

/** A difference that no other cause explains, in milliseconds. */
const JUMP_MS = 2_000;

/** Makes a function that tells whether the machine has slept, or its clock was set, since it was called last. */
export function sleepDetector(
  clock: () => number = Date.now,
  pageTime: () => number = () => performance.now(),
): () => boolean {
  let difference = clock() - pageTime();
  return () => {
    const now = clock() - pageTime();
    const hasJumped = Math.abs(now - difference) > JUMP_MS;
    difference = now;
    return hasJumped;
  };
}
