// Copies text. Browsers have a clipboard at secure addresses only, and may refuse it there.

/** Puts a text into the clipboard. Returns whether it is there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
