// Names as the server writes them. It takes them in any case; keys and comparisons of the client do not.

/** Finds a name among those that the server has told. One that is not among them stays as it was typed. */
export function asKnown(typed: string, known: Iterable<string>): string {
  const lower = typed.toLowerCase();
  for (const name of known) if (name.toLowerCase() === lower) return name;
  return typed;
}
