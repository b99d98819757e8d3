// Plural forms by the rules of a language (Intl).
import { numbersOf, onFirstUse } from "./numbers";

/** The forms of a phrase; `other` is always there. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Makes a function that chooses the form for a number and puts the number in the place of `#`. */
export function pluralOf(locale: string): (count: number, forms: PluralForms) => string {
  const rules = onFirstUse(() => new Intl.PluralRules(locale));
  const numbers = numbersOf(locale);
  return (count, forms) =>
    (forms[rules().select(count)] ?? forms.other).replaceAll("#", numbers.count(count));
}
