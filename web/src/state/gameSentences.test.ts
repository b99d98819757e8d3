// Sentences about a game: lengths of time.
import { expect, test } from "vitest";
import { lengthText } from "./gameSentences";

test("a length of time stands in its largest unit if it is round, else in minutes and seconds", () => {
  const lengths = [15, 60, 90, 120, 855, 3600, 5400, 7261, 259_200];
  const texts = ["15 s", "60 s", "1:30", "2 min", "14:15", "1 h", "90 min", "2:01:01", "3 days"];
  expect(lengths.map((seconds) => lengthText(seconds * 1000))).toEqual(texts);
});
