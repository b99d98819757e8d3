// The words of tournaments, which come with their pages.
import { Refusal } from "../../protocol/refusal";
import { joined, loadTournamentWords, reasonOf, words } from "../../words";

/** The text of the page's language. Whatever imports it waits until it is there. */
export const text = await loadTournamentWords();

/** Says why the server refused something. Only the server's own sentence has the reason of a tournament. */
export function reason(refusal: unknown): string {
  if (!(refusal instanceof Refusal)) return reasonOf(refusal);
  const { detail, message } = refusal;
  if (detail !== "tournament-refused" && detail !== "tournament-plan") return reasonOf(refusal);
  const sentence = message.replace(/^./, (letter) => letter.toLocaleUpperCase()).replace(/[^.!?]$/, "$&.");
  return words.locale === "en" ? sentence : joined(words.errors[detail], sentence);
}
