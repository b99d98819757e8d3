// What could not be read of a file or of a pasted text, in words.
import type { RulesError } from "../../rules";
import { words } from "../../words";
import type { OpenedFile } from "../../study/file.svelte";

/** What is wrong, and where. */
export function problemText({ problem, message, place }: RulesError): string {
  const { line = null, column = null } = place ?? {};
  return words.analysis.openGame.problem(words.analysis.why(problem, message), line, column);
}

/** How many games are left out, and why the first one; empty if all were read. */
export function leftOutText({ failures, firstFailure }: OpenedFile): string {
  if (failures === 0 || !firstFailure) return "";
  return words.analysis.list.failures(failures, problemText(firstFailure));
}
