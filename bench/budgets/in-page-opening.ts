// Code of the opening benchmark that runs in the measured pages.

/** The times of opening a page, in ms from its start; NaN before. */
export interface Opening {
  /** The app's own mark: the beginnings of lists can be read. */
  readonly dataReady: number;
  /** The first task of the list, or the empty list of an account without tasks, is on the screen. */
  readonly painted: number;
  /** The app has read all planted tasks, by its own mark, and the screen shows it. */
  readonly whole: number;
  /** The longest time until then when the page's thread was busy; 0 if none was over 50 ms. */
  readonly longestTask: number;
  /** The longest time between two frames from the first list to the whole; 0 if that is one moment. */
  readonly longestFrame: number;
}

/** The state that the app shows. */
export interface Standing {
  /**
   * The number of open tasks: the sum of the numbers beside Overdue, Today and Upcoming. -1 before they are
   * shown.
   */
  readonly tasks: number;
  /** The text of the indicator. */
  readonly sync: string;
  readonly unsent: number;
}

declare global {
  /** Only defined in the page. */
  var opening: { standing(): Standing; times(): Opening };
}

/** Runs in the page before its own code. */
export function watchOpening(planted: number) {
  const standing = (): Standing => {
    const links = [...document.querySelectorAll('nav[aria-label="Main"] a')];
    const counts = ['overdue', 'today', 'upcoming'].map((view) => {
      const link = links.find((one) => one.getAttribute('href') === `/app/${view}`);
      const count = document.getElementById(link?.getAttribute('aria-describedby') ?? '');
      return count ? Number(count.textContent.replaceAll(/\D/g, '')) : Number.NaN;
    });
    const indicator = document.querySelector('button[data-unsent]');
    const tasks = counts.reduce((sum, count) => sum + count, 0);
    return {
      tasks: Number.isNaN(tasks) ? -1 : tasks,
      sync: indicator?.textContent.replace('Sync: ', '') ?? '',
      unsent: Number(indicator?.getAttribute('data-unsent') ?? Number.NaN),
    };
  };
  const times = {
    dataReady: Number.NaN,
    painted: Number.NaN,
    whole: Number.NaN,
    longestTask: 0,
    longestFrame: 0,
  };

  /** A message's task runs after the frame that draws the new document. */
  const afterPaint = (run: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', run);
      port1.start();
      port2.postMessage(null);
    });
  const watchFrames = () => {
    let last = performance.now();
    const onFrame = () => {
      if (!Number.isNaN(times.whole)) return;
      const now = performance.now();
      times.longestFrame = Math.max(times.longestFrame, now - last);
      last = now;
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  };
  let isListed = false;
  /** The app also counts tasks that it has not read yet, so that only its mark shows the end. */
  const finish = () => {
    const isRead = performance.getEntriesByName('sunglow-data-whole').length > 0;
    if (!isRead || !isListed || standing().tasks !== planted) return;
    observer.disconnect();
    watchMarks.disconnect();
    afterPaint(() => (times.whole = performance.now()));
  };
  const watchMarks = new PerformanceObserver(finish);
  watchMarks.observe({ type: 'mark' });
  const observer = new MutationObserver(() => {
    const isThere =
      planted > 0
        ? document.querySelector('li[data-task]') !== null
        : (document.querySelector('main')?.textContent.includes('Nothing for today') ?? false);
    if (isThere && !isListed) {
      isListed = true;
      afterPaint(() => {
        times.painted = performance.now();
        watchFrames();
      });
    }
    finish();
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });

  const tasks: PerformanceEntry[] = [];
  const watchTasks = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  watchTasks.observe({ type: 'longtask', buffered: true });

  globalThis.opening = {
    standing,
    times: () => {
      tasks.push(...watchTasks.takeRecords());
      const until = tasks.filter(({ startTime }) => startTime < times.whole);
      return {
        ...times,
        dataReady: performance.getEntriesByName('sunglow-data-ready')[0]?.startTime ?? Number.NaN,
        longestTask: Math.max(0, ...until.map(({ duration }) => duration)),
      };
    },
  };
}
