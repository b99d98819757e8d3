// Acts when values change. What the action itself reads is not watched.
import { untrack } from "svelte";

/**
 * Acts on a value now and whenever it changes; a function that `act` returns ends the action. With `rest`, acts only when
 * the value has stood for so many milliseconds.
 */
export function watch<Value>(read: () => Value, act: (value: Value) => unknown, rest?: number): void {
  $effect(() => {
    const value = read();
    if (rest !== undefined) {
      const timer = setTimeout(() => void act(value), rest);
      return () => clearTimeout(timer);
    }
    const end = untrack(() => act(value));
    return typeof end === "function" ? () => void untrack(() => end()) : undefined;
  });
}
