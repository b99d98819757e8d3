// The addresses from which the page may start a worker (Trusted Types, policy `willow-worker`): those that its own
// scripts name, the worker of the engine and the service worker.

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

/** Scripts that may be workers: the page's own, by what their paths begin with. */
const WORKERS = [/^\/service-worker\.js\?language=[a-z]+$/, /^\/assets\/worker-[\w-]+\.js$/];

/** Returns the address of one of the page's own workers in the form in which the browser takes it. */
export function trustedUrl(address: string): string {
  policy ??= globalThis.trustedTypes?.createPolicy("willow-worker", {
    createScriptURL: (asked) => {
      const { origin, pathname, search } = new URL(asked, location.href);
      if (origin !== location.origin || !WORKERS.some((worker) => worker.test(pathname + search))) {
        throw new TypeError(`this is no worker of the page: ${asked}`);
      }
      return asked;
    },
  });
  return policy?.createScriptURL(address) ?? address;
}

let policy: Policy | undefined;
