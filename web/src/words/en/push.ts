// English: what a notification says. The service worker alone has these words.
export const push = {
  title: (opponent: string) => `Your move against ${opponent}`,
  moved: (opponent: string, square: string) => `${opponent} played ${square}.`,
  toMove: "It is your turn.",
  deadline: (time: string) => `You have until ${time}.`,
};
