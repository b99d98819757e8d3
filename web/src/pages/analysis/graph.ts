// The curve of values in its parts: estimates and exact values are drawn apart, proven outcomes are no points of a curve.
import { xOf, yOf, type Scale } from "./curves";
import type { GraphValue } from "../../study/findings";

type Values = readonly (GraphValue | null)[];

/** A proven outcome: a win of Black (1), of White (-1), or a draw (0). */
export interface ProvenPoint {
  readonly ply: number;
  readonly sign: number;
}

const round = (number: number): number => Math.round(number * 100) / 100;

/**
 * The part of the curve that is of one certainty. The piece between an estimate and an exact value is an estimate.
 * A value that stands alone is a short stroke.
 */
export function partOf(scale: Scale, values: Values, certainty: "estimate" | "exact"): string {
  const pieces = values.map((value, ply) => {
    if (!value || value.certainty === "proven") return "";
    const next = values[ply + 1];
    const isLast = !next || next.certainty === "proven";
    const isExact = value.certainty === "exact" && (isLast || next.certainty === "exact");
    if (isExact !== (certainty === "exact")) return "";
    const [x, y] = [xOf(scale, ply), yOf(scale, value.value)];
    if (!isLast)
      return `M${round(x)} ${round(y)}L${round(xOf(scale, ply + 1))} ${round(yOf(scale, next.value))}`;
    return isAlone(values, ply) ? `M${round(x - 1)} ${round(y)}h2` : "";
  });
  return pieces.join("");
}

function isAlone(values: Values, ply: number): boolean {
  const before = values[ply - 1];
  return !before || before.certainty === "proven";
}

/** The area in which estimates lie by their error. */
export function bandOf(scale: Scale, values: Values): string {
  return values
    .map((value, ply) => {
      const next = values[ply + 1];
      if (!value || !next || value.certainty === "proven" || next.certainty === "proven") return "";
      const [here, there] = [value.error ?? 0, next.error ?? 0];
      if (here === 0 && there === 0) return "";
      const [x, after] = [round(xOf(scale, ply)), round(xOf(scale, ply + 1))];
      const edge = (at: GraphValue, error: number) => round(yOf(scale, at.value + error));
      const upper = `M${x} ${edge(value, here)}L${after} ${edge(next, there)}`;
      return `${upper}L${after} ${edge(next, -there)}L${x} ${edge(value, -here)}Z`;
    })
    .join("");
}

export function provenOf(values: Values): ProvenPoint[] {
  return values.flatMap((value, ply) =>
    value?.certainty === "proven" ? [{ ply, sign: Math.sign(value.value) }] : [],
  );
}
