// What the benchmark runs in the pages that it measures.

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

/** A change found on the disk: after how many ms, and the newest one's number there. */
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
  // The page itself hears of it later, when it has drawn the change. What is read after that transaction is read when it has
  // been committed: another thread, which has nothing to draw, reads. No more than the newest key, which takes the least.
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
    // Measures from the start of a frame, so that the wait for the screen's next refresh, which is no work, is left out.
    untilPainted: (act) =>
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          const start = performance.now();
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve(performance.now() - start));
          port1.start();
          // Arrives when this frame has ended: with the microtasks in which React renders what the click changed, with layout
          // and paint. What React puts off until after the paint comes after it, as it is posted later.
          port2.postMessage(null);
          act();
        });
      }),
  };
}

/** Runs in the page: the ms that a durable transaction with one record takes, as the app's outbox does it. */
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
