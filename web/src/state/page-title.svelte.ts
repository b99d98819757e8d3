// The title of the browser's tab: what waits for the user, and the page.
import { SvelteMap } from "svelte/reactivity";

export class PageTitle {
  /** What the page calls itself; the frame sets it at each change of the page. */
  page = $state("");
  /** How many things of each kind wait for the user, such as `turns` and `messages`. */
  readonly waiting = new SvelteMap<string, number>();

  /** How many things wait. */
  get count(): number {
    return [...this.waiting.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Takes what a component calls the page, as long as it is there; `null` changes nothing. */
  follow(name: () => string | null): void {
    $effect(() => {
      const said = name();
      if (said !== null) this.page = said;
    });
  }

  /** The whole title, with the name of the program at its end. */
  text(program: string): string {
    const count = this.count > 0 ? `(${this.count}) ` : "";
    return count + (this.page === "" ? program : `${this.page} · ${program}`);
  }
}
