// A memory of a limited size: what was asked for longest ago is forgotten first.

export class Remembered<Value> {
  readonly #values = new Map<string, Value>();

  /** @param most how many values are remembered */
  constructor(readonly most: number) {}

  /** The value of a text; nothing if it was never set, or is forgotten. */
  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.most && oldest !== undefined) this.#values.delete(oldest);
  }
}
