// Words that nothing else has, such as the name of a draft.

/** A word of twice as many letters and digits. `crypto.randomUUID` is missing on plain http, this is not. */
export function randomWord(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
