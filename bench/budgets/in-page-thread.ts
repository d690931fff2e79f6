declare global {
  /** Only defined in the page. */
  var thread: { start(): void; stop(): number };
}

/**
 * Runs in the page. Measures the longest block of its thread from `start` to `stop` in ms: it sends itself
 * one message after the other, and the time between two is a task of the app, or a frame.
 */
export function watchThread() {
  const { port1, port2 } = new MessageChannel();
  let longest = 0;
  let last = 0;
  let isOn = false;
  port1.addEventListener('message', () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (isOn) port2.postMessage(null);
  });
  port1.start();
  globalThis.thread = {
    start() {
      [longest, last, isOn] = [0, performance.now(), true];
      port2.postMessage(null);
    },
    stop() {
      isOn = false;
      return longest;
    },
  };
}
