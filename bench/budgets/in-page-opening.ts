// What the benchmark of opening runs in the pages that it measures.

/** When it came to what as the page was opened, ms since that began; NaN before. */
export interface Opening {
  /** The app's own mark: what lists begin with can be read. */
  readonly dataReady: number;
  /** The first task of the list, or in an account without any that there is none, is on the screen. */
  readonly painted: number;
  /** The app has read all tasks that were planted, by its own mark, and the screen says so. */
  readonly whole: number;
  /** The longest time until then for which the page's thread could do nothing else; 0 where none was over 50 ms. */
  readonly longestTask: number;
  /** The longest time between two frames from the first list until all is there; 0 where that is one moment. */
  readonly longestFrame: number;
}

/** How the app says that it stands. */
export interface Standing {
  /** The tasks that are not completed: the sum of the numbers beside Overdue, Today and Upcoming. -1 before there are any. */
  readonly tasks: number;
  /** What the indicator says. */
  readonly sync: string;
  readonly unsent: number;
}

declare global {
  /** It is there only in the page. */
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

  /** A task is queued behind the frame that draws what the document has become. */
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
  /** The app counts what it has not read yet too: only its mark tells that all is there. */
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
