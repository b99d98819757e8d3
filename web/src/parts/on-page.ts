/** Lays a sheet that is printed directly on the page, so that all else can be left out. */
export function onPage(node: HTMLElement): () => void {
  document.body.append(node);
  return () => node.remove();
}
