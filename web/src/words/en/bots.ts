// English: what the server's programs are called, by their names; programs of the past keep their own.

/** The levels for people, and Willow's engine. */
export const botNames: Readonly<Record<string, string | undefined>> = {
  "first-game": "First game",
  learner: "Learner",
  "family-player": "Family player",
  "club-beginner": "Club beginner",
  "club-player": "Club player",
  "club-champion": "Club champion",
  master: "Master",
  "willow-1": "Willow 1",
  "willow-3": "Willow 3",
  "willow-5": "Willow 5",
  "willow-8": "Willow 8",
  "willow-12": "Willow 12",
};
