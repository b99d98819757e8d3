// A game as a moving picture: its positions one after the other, as a GIF. It is loaded when it is asked for.
import { applyPalette, GIFEncoder, quantize } from "gifenc";
import { nextTask } from "../../study/file.svelte";
import { diagramOf, drawn } from "../../study/diagram";
import type { TreeNode } from "../../study/tree";

/** The side of the picture in pixels. */
const SIDE = 480;
/** How long a position stands, and the last one, in milliseconds. */
const [DELAY_MS, END_MS] = [700, 4000];
const COLOURS = 64;

/** Draws the positions of a line. A pass, which changes nothing, is left out. Rejected where the browser cannot draw. */
export async function animationOf(line: readonly TreeNode[]): Promise<Blob> {
  const shown = line.filter(({ move }) => move !== "pass");
  const gif = GIFEncoder();
  for (const [index, { position, move }] of shown.entries()) {
    const pixels = await pixelsOf(diagramOf(position, move, ""));
    const palette = quantize(pixels, COLOURS);
    const delay = index + 1 === shown.length ? END_MS : DELAY_MS;
    gif.writeFrame(applyPalette(pixels, palette), SIDE, SIDE, { palette, delay });
    await nextTask();
  }
  gif.finish();
  return new Blob([Uint8Array.from(gif.bytes())], { type: "image/gif" });
}

async function pixelsOf(svg: string): Promise<Uint8ClampedArray> {
  const context = (await drawn(svg, SIDE)).getContext("2d");
  if (!context) throw new Error("the browser does not draw");
  return context.getImageData(0, 0, SIDE, SIDE).data;
}
