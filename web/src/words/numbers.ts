// How a language writes numbers (Intl). The words of each language have its own as `words.numbers`.

/** The ways in which a language writes numbers. */
export interface Numbers {
  /** How many: `12,345`, `2.5`. */
  count(number: number): string;
  /** With its sign: `+12`, `−3`, `0`. */
  signed(number: number): string;
  /** A rating, which has no separators: `1662`, `−6`. */
  rating(number: number): string;
  /** A part of 1: `50%`. */
  percent(share: number): string;
}

/** Makes the ways of a language. The minus sign is as wide as the plus sign, which a hyphen is not. */
export function numbersOf(locale: string): Numbers {
  const by = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, ...options });
    return (number: number) => format.format(number).replace("-", "−");
  };
  return {
    count: by({}),
    signed: by({ signDisplay: "exceptZero" }),
    rating: by({ useGrouping: false }),
    percent: by({ style: "percent", maximumFractionDigits: 0 }),
  };
}
