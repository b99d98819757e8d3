// Lists that grow before the reader comes to their end.

/** Makes an attachment that calls back when its element comes near the window. */
export function nearView(onNear: () => void): (end: HTMLElement) => () => void {
  return (end) => {
    const observer = new IntersectionObserver(
      (entries) => void (entries.some(({ isIntersecting }) => isIntersecting) && onNear()),
      { rootMargin: "600px" },
    );
    observer.observe(end);
    return () => observer.disconnect();
  };
}
