// The one address from which the page may start a worker (Trusted Types, policy `willow-worker`).

interface Policy {
  /** Returns what a browser takes as the address of a worker. For the types it is a text. */
  createScriptURL(address: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

declare global {
  // Some browsers have no Trusted Types.
  var trustedTypes: PolicyFactory | undefined;
}

/** Returns the address of the page's own worker in the form in which the browser takes it. */
export function trustedUrl(address: string): string {
  policy ??= globalThis.trustedTypes?.createPolicy("willow-worker", {
    createScriptURL: (asked) => {
      if (asked !== address) throw new TypeError(`this is not the worker of the page: ${asked}`);
      return asked;
    },
  });
  return policy?.createScriptURL(address) ?? address;
}

let policy: Policy | undefined;
