// Objects of WebAssembly live in its memory until they are freed: what is kept of them is a copy.

interface Owned {
  free(): void;
}

/** Uses an object of a module, and gives its memory back. */
export function taken<Theirs extends Owned, Ours>(theirs: Theirs, use: (theirs: Theirs) => Ours): Ours {
  try {
    return use(theirs);
  } finally {
    theirs.free();
  }
}

/** Returns what asks a module, and throws its problems as errors of ours. */
export function asker<Problem extends Owned>(
  module: { readonly Problem: NewableFunction & { readonly prototype: Problem } },
  errorOf: (problem: Problem) => Error,
): <T>(question: () => T) => T {
  const isProblem = (error: unknown): error is Problem => error instanceof module.Problem;
  return (question) => {
    try {
      return question();
    } catch (error) {
      throw isProblem(error) ? taken(error, errorOf) : error;
    }
  };
}
