// The operator's plain text as paragraphs, headings and lists. Nothing of it becomes markup.

/** A piece of a line; with an address it is a link. */
export interface Piece {
  readonly text: string;
  readonly href?: string;
}

export type Block =
  | { readonly kind: "heading" | "paragraph"; readonly pieces: readonly Piece[] }
  | { readonly kind: "list"; readonly items: readonly (readonly Piece[])[] };

const LINK = /https?:\/\/[^\s<>"）。、]+[^\s<>"）。、.,;:!?)]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** Takes a text apart. A blank line ends a paragraph; `# ` begins a heading, `- ` an item of a list. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const paragraph of text.replaceAll("\r", "").split(/\n\s*\n/)) {
    const lines = paragraph.split("\n").filter((line) => line.trim() !== "");
    let rest: string[] = [];
    const endParagraph = () => {
      if (rest.length > 0) blocks.push({ kind: "paragraph", pieces: piecesOf(rest.join(" ")) });
      rest = [];
    };
    for (const line of lines) {
      const last = blocks.at(-1);
      if (line.startsWith("# ")) {
        endParagraph();
        blocks.push({ kind: "heading", pieces: piecesOf(line.slice(2)) });
      } else if (line.startsWith("- ")) {
        const item = piecesOf(line.slice(2));
        const isNext = rest.length === 0 && last?.kind === "list";
        endParagraph();
        if (isNext) blocks[blocks.length - 1] = { kind: "list", items: [...last.items, item] };
        else blocks.push({ kind: "list", items: [item] });
      } else rest.push(line.trim());
    }
    endParagraph();
  }
  return blocks;
}

/** Finds the addresses in a line. */
function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: found, index } of line.matchAll(LINK)) {
    if (index > from) pieces.push({ text: line.slice(from, index) });
    pieces.push({ text: found, href: found.includes("://") ? found : `mailto:${found}` });
    from = index + found.length;
  }
  if (from < line.length) pieces.push({ text: line.slice(from) });
  return pieces;
}
