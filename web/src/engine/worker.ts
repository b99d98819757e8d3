// The engine's worker: a search takes the whole of its thread, and never that of the page.
import type { ToWorker } from "./messages";
import { loadEngine, loadReasons } from "./loader";
import { WorkerSide } from "./worker-side";

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

const side = new WorkerSide({
  post: (message) => self.postMessage(message),
  load: loadEngine,
  loadReasons,
  now: () => performance.now(),
  pause,
});

self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => void side.receive(data));
