// A value that may change oftener than the screen does.

/** Its readers have the newest value at once. What shows it is drawn anew at most once a frame; in a hidden tab not at all. */
export class PerFrame<Value> {
  #value: Value;
  #version = $state(0);
  /** What the frame that is awaited has to do. */
  #frame: "none" | "rest" | "draw" = "none";

  constructor(value: Value) {
    this.#value = value;
  }

  get current(): Value {
    void this.#version;
    return this.#value;
  }

  set current(value: Value) {
    this.#value = value;
    if (this.#frame === "none") this.#draw();
    else this.#frame = "draw";
  }

  #draw(): void {
    this.#version += 1;
    this.#frame = "rest";
    requestAnimationFrame(() => {
      const wanted = this.#frame;
      this.#frame = "none";
      if (wanted === "draw") this.#draw();
    });
  }
}
