// Lines of the frame that stay until the user has read them: what happened, and what can be done.

export interface FrameNotice {
  /** Names the line: a second one of the same name takes its place. */
  readonly key: string;
  readonly text: string;
  /** What can be done about it. */
  readonly action?: { readonly text: string; run(): void };
}

const MAX = 4;

/** The lines of the frame, the oldest first. */
export class FrameNotices {
  all = $state.raw<readonly FrameNotice[]>([]);

  show(notice: FrameNotice): void {
    this.all = [...this.all.filter(({ key }) => key !== notice.key), notice].slice(-MAX);
  }

  /** Takes a line away. */
  dismiss(key: string): void {
    this.all = this.all.filter((notice) => notice.key !== key);
  }
}
