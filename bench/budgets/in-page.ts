// Code of the benchmark that runs in the measured pages.

declare global {
  var harness: ReturnType<typeof createHarness>;
}
function createHarness() {
  return {
    durable: [] as Durable[],
    watchDisk: () => Promise.resolve(),
    untilPainted: (_act: () => void) => Promise.resolve(0),
  };
}

/** A change found on the disk: the time in ms, and the number of the newest one there. */
export interface Durable {
  readonly ms: number;
  readonly seq: number;
}

/** Runs in the page before its own code. */
export function watch() {
  const durable: Durable[] = [];
  let database = '';
  let reader: Worker | null = null;
  const now = () => performance.timeOrigin + performance.now();
  const starts = new WeakMap<IDBTransaction, number>();
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the database that it was called on
  const transaction = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, stores, mode, options) {
    const start = now();
    const tx = transaction.call(this, stores, mode, options);
    database = this.name;
    if (options?.durability === 'strict') starts.set(tx, start);
    return tx;
  };
  // oxlint-disable-next-line typescript/unbound-method -- as above
  const commit = IDBTransaction.prototype.commit;
  IDBTransaction.prototype.commit = function (this: IDBTransaction) {
    commit.call(this);
    const start = starts.get(this);
    if (start !== undefined) reader?.postMessage(start);
  };
  // The page itself hears of the commit later, after drawing the change. A read that begins after that
  // transaction runs when it has committed, so another thread, which draws nothing, reads. It reads only the
  // newest key, the cheapest read.
  const read = () => {
    const opening = indexedDB.open(self.name);
    opening.addEventListener('success', () => postMessage(null));
    self.addEventListener('message', ({ data: start }: MessageEvent<number>) => {
      const newest = opening.result.transaction('outbox').objectStore('outbox').openKeyCursor(null, 'prev');
      newest.addEventListener('success', () =>
        postMessage({ ms: performance.timeOrigin + performance.now() - start, seq: newest.result?.key }),
      );
    });
  };
  const watchDisk = () =>
    new Promise<void>((resolve) => {
      const script = new Blob([`(${read.toString()})()`], { type: 'text/javascript' });
      reader = new Worker(URL.createObjectURL(script), { name: database });
      reader.addEventListener('message', ({ data }: MessageEvent<Durable | null>) => {
        if (data) durable.push(data);
        else resolve();
      });
    });
  globalThis.harness = {
    durable,
    watchDisk,
    // Measures from the start of a frame, to leave out the wait for the screen's next refresh, which is no
    // work.
    untilPainted: (act) =>
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          const start = performance.now();
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve(performance.now() - start));
          port1.start();
          // Arrives after this frame: after the microtasks of React's rendering, layout and paint. Work that
          // React puts off until after the paint is posted later, and comes after it.
          port2.postMessage(null);
          act();
        });
      }),
  };
}

/** Runs in the page. Returns the ms of a durable transaction with one record, like the outbox's. */
export async function commitOne(): Promise<number> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('floor', 1);
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore('record', { autoIncrement: true }),
    );
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('The database does not open.')));
  });
  return new Promise((resolve) => {
    const start = performance.now();
    const tx = db.transaction('record', 'readwrite', { durability: 'strict' });
    tx.objectStore('record').add({ id: crypto.randomUUID(), name: 'task.add', args: 'x'.repeat(200) });
    tx.commit();
    tx.addEventListener('complete', () => {
      resolve(performance.now() - start);
      db.close();
    });
  });
}
