// How a language writes numbers (Intl). The words of each language have its own as `words.numbers`.

/** The ways in which a language writes numbers. */
export interface Numbers {
  /** How many: `12,345`, `2.5`. */
  count(number: number): string;
  /** With its sign: `+12`, `−3`, `0`. */
  signed(number: number): string;
  /** With its sign and one digit, below each other in a column: `+0.6`, `−8.0`. */
  tenths(number: number): string;
  /** A rating, which has no separators: `1662`, `−6`. */
  rating(number: number): string;
  /** A part of 1: `50%`. */
  percent(share: number): string;
}

/** Makes something when it is used first: a page would wait a fifth of a second for all that Intl can do. */
export function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Makes the ways of a language. The minus sign is as wide as the plus sign, which a hyphen is not. */
export function numbersOf(locale: string): Numbers {
  const by = (options: Intl.NumberFormatOptions) => {
    const format = onFirstUse(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 2, ...options }));
    return (number: number) => format().format(number).replace("-", "−");
  };
  const count = by({});
  return {
    // Most numbers are small, and look the same in all our languages.
    count: (number) =>
      Number.isInteger(number) && number >= 0 && number < 1000 ? String(number) : count(number),
    signed: by({ signDisplay: "exceptZero" }),
    tenths: by({ signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    rating: by({ useGrouping: false }),
    percent: by({ style: "percent", maximumFractionDigits: 0 }),
  };
}
