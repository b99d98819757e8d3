// A diagram of a position: SVG that stands by itself, and a picture made of it.
import { COLUMNS, isSquare, indexOf, readPosition, ROWS } from "../board/squares";
import type { Side } from "../protocol/wire";
import type { PositionText } from "../rules";

/** The length of a side of the diagram, and of its margin with the coordinates, in units of a square. */
const [SIDE, MARGIN] = [9, 0.75];
const [FIELD, LINE, INK, PAPER] = ["#33905f", "#134a2d", "#1c2321", "#ffffff"];
const DISCS = { black: "#171b1a", white: "#f8f6f0" } as const;

/** Draws a position as SVG with coordinates. The last move has a red point. */
export function diagramOf(position: PositionText, lastMove: string | null, title: string): string {
  const last = lastMove !== null && isSquare(lastMove) ? [point(indexOf(lastMove))] : [];
  return diagramFrame(title, FIELD, [...discs(position), ...last]);
}

/** Draws the empty board with coordinates around what lies on it, which is SVG. */
export function diagramFrame(title: string, field: string, contents: readonly string[]): string {
  const parts = [
    `<title>${escaped(title)}</title>`,
    `<rect width="${SIDE}" height="${SIDE}" fill="${PAPER}"/>`,
    `<rect x="${MARGIN}" y="${MARGIN}" width="8" height="8" fill="${field}"/>`,
    `<path d="${lines()}" stroke="${LINE}" stroke-width="0.03" fill="none"/>`,
    ...coordinates(),
    ...contents,
  ];
  const size = 'viewBox="0 0 9 9" width="540" height="540"';
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif">${parts.join("")}</svg>\n`;
}

function lines(): string {
  const [from, to] = [MARGIN, MARGIN + 8];
  return Array.from({ length: 9 }, (_, index) => {
    const at = MARGIN + index;
    return `M${at} ${from}V${to}M${from} ${at}H${to}`;
  }).join("");
}

function coordinates(): string[] {
  const text = (x: number, y: number, letter: string) =>
    `<text x="${x}" y="${y}" font-size="0.42" text-anchor="middle" fill="${INK}">${letter}</text>`;
  return [
    ...COLUMNS.map((column, index) => text(MARGIN + index + 0.5, 0.55, column)),
    ...ROWS.map((row, index) => text(0.4, MARGIN + index + 0.65, row)),
  ];
}

/** The middle of a square in the units of the diagram. */
export function middleOf(index: number): readonly [number, number] {
  return [MARGIN + (index % 8) + 0.5, MARGIN + Math.floor(index / 8) + 0.5];
}

/** Draws a disc on a square. */
export function discOn(index: number, side: Side, radius: number): string {
  const [x, y] = middleOf(index);
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${DISCS[side]}" stroke="${INK}" stroke-width="0.03"/>`;
}

function discs(position: PositionText): string[] {
  return readPosition(position).discs.flatMap((disc, index) =>
    disc === null ? [] : [discOn(index, disc, 0.4)],
  );
}

function point(index: number): string {
  const [x, y] = middleOf(index);
  return `<circle cx="${x}" cy="${y}" r="0.12" fill="#d8372a" stroke="#f8f6f0" stroke-width="0.03"/>`;
}

function escaped(text: string): string {
  const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (sign) => signs[sign] ?? "");
}

export function pictureAddress(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/** Draws an SVG, so many pixels wide and high. Rejected where the browser cannot draw it. */
export async function drawn(svg: string, pixels: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = pictureAddress(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = pixels;
  canvas.getContext("2d")?.drawImage(image, 0, 0, pixels, pixels);
  return canvas;
}

/** Makes a picture of an SVG, so many pixels wide and high. Rejected where the browser cannot draw it. */
export async function pictureOf(svg: string, pixels: number): Promise<Blob> {
  const canvas = await drawn(svg, pixels);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is empty"))), "image/png");
  });
}
