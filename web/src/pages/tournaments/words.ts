// The words of tournaments, which come with their pages.
import { Refusal } from "../../protocol/refusal";
import { Submission } from "../../parts/submission.svelte";
import { joined, loadTournamentWords, reasonOf, words } from "../../words";

/** The text of the page's language. Whatever imports it waits until it is there. */
export const text = await loadTournamentWords();

/** Says why the server refused something. Only the server's own sentence has the reason of a tournament. */
function reason(refusal: unknown): string {
  if (!(refusal instanceof Refusal)) return reasonOf(refusal);
  const { detail, message } = refusal;
  const sentences: Partial<Record<string, string>> = text.errors;
  const own = detail && sentences[detail];
  if (detail !== "tournament-refused" && detail !== "tournament-plan") return own ?? reasonOf(refusal);
  const sentence = message.replace(/^./, (letter) => letter.toLocaleUpperCase()).replace(/[^.!?]$/, "$&.");
  return words.locale === "en" ? sentence : joined(text.errors[detail], sentence);
}

/** Something that is sent to a tournament, and why it was refused. */
export class Sending<Field extends string = never> extends Submission<Field> {
  /** Does it. Returns whether it was accepted. */
  do(action: () => Promise<unknown>): Promise<boolean> {
    return this.send(action, () => null, reason);
  }
}
