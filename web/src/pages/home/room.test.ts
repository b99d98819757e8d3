// How many small boards stand beside the board of the first page.
import { expect, test } from "vitest";
import { roomBeside } from "./room";

test("a high window has room for more boards, a narrow one for none", () => {
  const room = (width: number, height: number) => [
    roomBeside("user", width, height),
    roomBeside("visitor", width, height),
  ];
  expect(room(820, 1180)).toEqual([0, 0]);
  expect(room(1024, 768)).toEqual([3, 3]);
  expect(room(1440, 900)).toEqual([6, 3]);
  expect(room(2560, 1440)).toEqual([12, 12]);
});
