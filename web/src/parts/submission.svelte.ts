// The state of a form: whether it is being sent, and why it was refused.
import { reasonOf } from "../words";

/** What is wrong, by field. Empty if all is well. */
export type Problems<Field extends string> = Partial<Record<Field, string>>;

/** One form. `Field` names its fields; a refusal that belongs to no field is told below the form. */
export class Submission<Field extends string> {
  isBusy = $state(false);
  /** What is wrong, by field. */
  problems = $state<Problems<Field>>({});
  /** What is wrong with the whole. */
  problem = $state<string | null>(null);

  /**
   * Sends the form. Returns whether it was accepted; `fieldOf` says to which field a refusal belongs, `reason` why it
   * was refused.
   */
  async send(
    action: () => Promise<unknown>,
    fieldOf: (refusal: unknown) => Field | null = () => null,
    reason: (refusal: unknown) => string = reasonOf,
  ): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.check({});
    try {
      await action();
      return true;
    } catch (refusal) {
      const field = fieldOf(refusal);
      if (field === null) this.problem = reason(refusal);
      else this.#put(field, reason(refusal));
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  /** Tells what the form's own checks have found. Returns whether there is nothing. */
  check(problems: Problems<Field>): boolean {
    this.problems = problems;
    this.problem = null;
    return Object.values(problems).every((problem) => problem === undefined);
  }

  #put(field: Field, problem: string): void {
    const problems: Problems<Field> = {};
    problems[field] = problem;
    this.problems = problems;
  }
}
