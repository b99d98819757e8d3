// French: what a notification says. The service worker alone has these words.
import type { PushWords } from "../type";

export const push: PushWords = {
  title: (opponent) => `À vous de jouer contre ${opponent}`,
  moved: (opponent, square) => `${opponent} a joué ${square}.`,
  toMove: "C’est à vous de jouer.",
  deadline: (time) => `Vous avez jusqu’au ${time}.`,
};
