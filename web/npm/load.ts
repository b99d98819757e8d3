// Where the modules and the weights come from.

/** An address, or the bytes themselves. */
export type Source = URL | string | BufferSource;

/** A module of wasm-bindgen. */
interface Loadable {
  default(from: { readonly module_or_path: BufferSource }): Promise<unknown>;
}

/** Starts a module, once its script has come. */
export async function started<Module>(script: Promise<unknown>, wasm: Source): Promise<Module> {
  const [module, bytes] = await Promise.all([script, bytesOf(wasm)]);
  await (module as Loadable).default({ module_or_path: bytes });
  return module as Module;
}

/** Fetches a file, or reads it in Node.js. */
export async function bytesOf(source: Source): Promise<BufferSource> {
  if (typeof source !== "string" && !(source instanceof URL)) return source;
  const address = new URL(source, import.meta.url);
  if (address.protocol === "file:") {
    // Not for bundlers: a browser has no such addresses.
    const files = "node:fs/promises";
    const { readFile } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ files)) as {
      readFile(file: URL): Promise<Uint8Array<ArrayBuffer>>;
    };
    return readFile(address);
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.href}: status ${answer.status}`);
  return answer.arrayBuffer();
}
