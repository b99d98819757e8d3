// What can wait until the frame that is being prepared is on the screen.

/** Calls back after the next frame; at once where nobody sees one, or if the page is left before it. */
export function afterFrame(act: () => unknown): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    removeEventListener("pagehide", once);
    act();
  };
  if (document.hidden) return once();
  addEventListener("pagehide", once);
  requestAnimationFrame(() => setTimeout(once));
}
