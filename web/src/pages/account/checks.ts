// What forms check before they are sent, and to which field a refusal of the server belongs.
import { Refusal } from "../../protocol/refusal";
import { reasonOf, words } from "../../words";

const NAME = /^[A-Za-z][A-Za-z0-9_-]{1,19}$/;
const CONTROLS = /\p{Cc}/u;

/** What is wrong with a name, or nothing. */
export function problemOfName(name: string): string | undefined {
  return NAME.test(name.trim()) ? undefined : words.account.badName;
}

/** What is wrong with a new password, or nothing. The server has the same rules. */
export function problemOfPassword(password: string): string | undefined {
  const bytes = new TextEncoder().encode(password).length;
  if (bytes < 8) return words.account.shortPassword;
  if (bytes > 128) return words.account.longPassword;
  return password.trim() !== password || CONTROLS.test(password) ? words.account.badPassword : undefined;
}

/** What is wrong with an e-mail address, or nothing. The server looks closer. */
export function problemOfEmail(address: string): string | undefined {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) ? undefined : words.account.email.bad;
}

/** What is wrong with an empty field, or nothing. */
export function problemOfEmpty(value: string): string | undefined {
  return value === "" ? words.account.empty : undefined;
}

/** What is wrong with a password that somebody should know. What cannot be one is not sent. */
export function problemOfKnownPassword(password: string, wrong: string): string | undefined {
  if (password === "") return words.account.empty;
  return problemOfPassword(password) === undefined ? undefined : wrong;
}

/** Says why a form of somebody who is signed in was refused: the name is not in question there. */
export function reasonToOwner(refusal: unknown): string {
  const isWrong = refusal instanceof Refusal && refusal.detail === "wrong-password";
  return isWrong ? words.account.wrongPassword : reasonOf(refusal);
}

/** Says why a part of a profile was refused. */
export function reasonOfProfile(refusal: unknown, field: AccountField): string {
  const isBad = refusal instanceof Refusal && refusal.detail === "invalid-argument";
  return isBad && field === "displayName" ? words.account.badDisplayName : reasonOf(refusal);
}

export type AccountField =
  "name" | "password" | "newPassword" | "code" | "invitation" | "email" | "displayName" | "country" | "about";

/** To which of a form's fields a refusal belongs; `null` if it is about the whole. */
export function fieldOf<Field extends AccountField>(
  refusal: unknown,
  fields: readonly Field[],
): Field | null {
  const detail = refusal instanceof Refusal ? refusal.detail : null;
  const isOfForm = (field: Field) => FIELDS_OF[field].some((other) => other === detail);
  return fields.find(isOfForm) ?? null;
}

const FIELDS_OF: Record<AccountField, readonly Refusal["detail"][]> = {
  name: ["name-taken", "name-reserved", "name-held", "other-guest-name", "no-such-user"],
  password: ["wrong-password", "too-many-wrong-passwords"],
  newPassword: [],
  code: ["wrong-recovery-code"],
  invitation: ["invitation-needed", "wrong-invitation"],
  email: ["invalid-argument"],
  displayName: ["name-taken", "name-reserved", "name-held", "invalid-argument"],
  country: ["invalid-argument"],
  about: ["invalid-argument", "message-too-long"],
};
