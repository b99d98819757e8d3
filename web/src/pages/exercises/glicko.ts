// Glicko-2: how strong somebody is, and how sure that is. After Mark Glickman, "Example of the Glicko-2 system" (2022).

export interface Rating {
  readonly rating: number;
  /** The standard deviation of the rating. */
  readonly deviation: number;
  readonly volatility: number;
}

/** A result against an opponent: 1 is a win, 0 a loss. */
export interface Result {
  readonly rating: number;
  readonly deviation: number;
  readonly score: number;
}

/** Somebody of whom nothing is known. */
export const NEW: Rating = { rating: 1500, deviation: 350, volatility: 0.06 };

/** One point of the scale of the formulas is so many of the ratings, and this rating is their zero. */
const [SCALE, CENTRE] = [173.7178, 1500];
/** How little volatility changes: from 0.3 to 1.2 by the author's advice. */
const TAU = 0.5;
const PRECISION = 1e-6;

/** Returns the rating after a period with results. */
export function rated({ rating, deviation, volatility }: Rating, results: readonly Result[]): Rating {
  const [mu, phi] = [(rating - CENTRE) / SCALE, deviation / SCALE];
  const terms = results.map((result) => {
    const g = 1 / Math.sqrt(1 + (3 * (result.deviation / SCALE) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-g * (mu - (result.rating - CENTRE) / SCALE)));
    return { weight: g ** 2 * expected * (1 - expected), gain: g * (result.score - expected) };
  });
  if (terms.length === 0) return { rating, volatility, deviation: SCALE * Math.hypot(phi, volatility) };
  const variance = 1 / terms.reduce((sum, { weight }) => sum + weight, 0);
  const gain = terms.reduce((sum, term) => sum + term.gain, 0);
  const sigma = newVolatility(phi, volatility, variance, variance * gain);
  const after = 1 / Math.sqrt(1 / (phi ** 2 + sigma ** 2) + 1 / variance);
  return { rating: CENTRE + SCALE * (mu + after ** 2 * gain), deviation: SCALE * after, volatility: sigma };
}

/** Step 5: the volatility that makes the change the likeliest, by the Illinois algorithm. */
function newVolatility(phi: number, sigma: number, variance: number, change: number): number {
  const start = Math.log(sigma ** 2);
  const f = (x: number) => {
    const sum = phi ** 2 + variance + Math.exp(x);
    return (Math.exp(x) * (change ** 2 - sum)) / (2 * sum ** 2) - (x - start) / TAU ** 2;
  };
  let low = start;
  let high = Math.log(Math.max(change ** 2 - phi ** 2 - variance, 0));
  if (!Number.isFinite(high)) for (high = start - TAU; f(high) < 0;) high -= TAU;
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > PRECISION) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const atMiddle = f(middle);
    if (atMiddle * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, atMiddle];
  }
  return Math.exp(low / 2);
}
