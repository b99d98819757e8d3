// A range of ratings, as the protocol writes it and as a form shows it.

/** The ends of a range; `null` is open. */
export interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

/** Takes a range apart: `1400-1600`, `1400-`, `-1600`. */
export function splitRange(range: string | null): Range {
  const [, from = "", to = ""] = /^(\d*)-(\d*)$/.exec(range ?? "") ?? [];
  return { from: from === "" ? null : Number(from), to: to === "" ? null : Number(to) };
}

/** Writes a range; `null` if both ends are open. */
export function joinRange({ from, to }: Range): string | null {
  return from === null && to === null ? null : `${from ?? ""}-${to ?? ""}`;
}
