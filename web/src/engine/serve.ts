// Answers a page from a worker.
import type { ToWorker } from "./messages";
import { WorkerSide, type WorkerHost } from "./worker-side";

/** Waits until the messages that have come are heard: a timer of zero would wait four milliseconds. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Lets this worker answer the page that made it. */
export function serve(loaders: Pick<WorkerHost, "load" | "loadReasons">): void {
  const side = new WorkerSide({
    ...loaders,
    post: (message) => self.postMessage(message),
    now: () => performance.now(),
    pause,
  });
  self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => void side.receive(data));
}
