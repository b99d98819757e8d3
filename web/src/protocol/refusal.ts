// The server's refusal of a command, as an error.
import type { ErrorCode, ErrorDetail } from "./wire";

/** The reason of a refusal that the client found itself, before or instead of the server. */
export type LocalDetail = "offline" | "no-answer" | "closed" | "too-old" | "changed-elsewhere";

/** A command that was refused: nothing has changed. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  /**
   * @param code the kind of refusal, or `local` if the client refused
   * @param detail the exact reason, a key for `words`
   * @param message the server's English sentence
   */
  constructor(
    readonly code: ErrorCode | "local",
    readonly detail: ErrorDetail | LocalDetail | null,
    message: string,
  ) {
    super(message);
  }
}
