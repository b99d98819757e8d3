// What becomes of the operator's text.
import { expect, test } from "vitest";
import { blocksOf } from "./blocks";

test("paragraphs, headings and lists are told apart", () => {
  const blocks = blocksOf("# Who we are\nA club\r\nin a town.\n\n- one\n- two\n\nThe end.");
  expect(blocks.map((block) => block.kind)).toEqual(["heading", "paragraph", "list", "paragraph"]);
  expect(blocks[1]).toEqual({ kind: "paragraph", pieces: [{ text: "A club in a town." }] });
  expect(blocks[2]).toEqual({ kind: "list", items: [[{ text: "one" }], [{ text: "two" }]] });
});

test("addresses are links, and nothing is markup", () => {
  const [block] = blocksOf(
    "Write to op@club.example or see https://club.example/a. <b>x</b> javascript:alert(1)",
  );
  expect(block).toEqual({
    kind: "paragraph",
    pieces: [
      { text: "Write to " },
      { text: "op@club.example", href: "mailto:op@club.example" },
      { text: " or see " },
      { text: "https://club.example/a", href: "https://club.example/a" },
      { text: ". <b>x</b> javascript:alert(1)" },
    ],
  });
});
