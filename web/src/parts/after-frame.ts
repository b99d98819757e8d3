// What can wait until the frame that is being prepared is on the screen.

/** Calls back after the next frame; at once where nobody sees one. */
export function afterFrame(act: () => unknown): void {
  if (document.hidden) act();
  else requestAnimationFrame(() => setTimeout(act));
}
