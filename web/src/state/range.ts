// A range of ratings, as the protocol writes it and as a form shows it.

/** The ends of a range; `null` is open. */
export interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

/** Reads a rating as people type it, from 0 to 9999: `null` if nothing is typed, `undefined` if it is none. */
export function readRating(typed: string): number | null | undefined {
  // Japanese keyboards write wide figures.
  const plain = typed.normalize("NFKC").trim();
  if (plain === "") return null;
  return /^\d{1,4}$/.test(plain) ? Number(plain) : undefined;
}

/** Takes a range apart: `1400-1600`, `1400-`, `-1600`. What is none is open at both ends. */
export function splitRange(range: string | null): Range {
  const [, from = "", to = ""] = /^(\d{0,4})-(\d{0,4})$/.exec(range ?? "") ?? [];
  return { from: from === "" ? null : Number(from), to: to === "" ? null : Number(to) };
}

/** Writes a range; `null` if both ends are open. */
export function joinRange({ from, to }: Range): string | null {
  return from === null && to === null ? null : `${from ?? ""}-${to ?? ""}`;
}
