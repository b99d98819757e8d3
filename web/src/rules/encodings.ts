// The character sets of record files, as crates/records knows them: here the browser decodes.

/**
 * Returns the bytes of a text file in UTF-8. A mark tells UTF-16, `CA` the character set of SGF; other records in brackets
 * are Latin-1, and other texts Shift_JIS where their bytes allow it. Binary files stay as they are.
 */
export function inUtf8(bytes: Uint8Array): Uint8Array {
  const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isMarked) return encoded(decode(bytes, bytes[0] === 0xff ? "utf-16le" : "utf-16be"), bytes);
  if (bytes.includes(0)) return bytes;
  const latin = new TextDecoder("windows-1252").decode(bytes);
  const isTree = /^[^(]*\(\s*;/.test(latin);
  const named = isTree ? /(?<![A-Za-z])CA\[([^\]]*)\]/.exec(latin)?.[1] : undefined;
  const isEscaped = latin.includes("\x1b") && /^iso-2022/i.test(named ?? "");
  if (!isEscaped && decode(bytes, "utf-8") !== null) return bytes;
  if (named !== undefined) return encoded(decode(bytes, named), bytes);
  return encoded((isTree ? null : decode(bytes, "shift_jis")) ?? latin, bytes);
}

function encoded(text: string | null, bytes: Uint8Array): Uint8Array {
  return text === null ? bytes : new TextEncoder().encode(text);
}

/** `null` if the character set is unknown, or a byte is no character of it. */
function decode(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
