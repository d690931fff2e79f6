import type { ScryptOptions } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What scrypt is asked for; the salt as text where that is what was hashed. */
export interface KeyJob {
  readonly password: string;
  readonly salt: Uint8Array | string;
  /** Bytes. */
  readonly length: number;
  readonly options: ScryptOptions;
}

/** A thread takes some 10 MB, and a tenth of the time of a hash to start. */
const REST_MS = 30_000;

const resting: HashThread[] = [];

/**
 * The key that scrypt derives, in a thread of its own, which others do not wait for (password-thread.mjs). As many run at once as
 * are asked for. Rejects with what scrypt throws.
 */
export async function deriveKey(job: KeyJob): Promise<Buffer> {
  const thread = resting.pop() ?? new HashThread();
  const key = await thread.derive(job);
  // One that has failed has ended by itself.
  thread.rest();
  return key;
}

class HashThread {
  readonly #worker = new Worker(new URL('password-thread.mjs', import.meta.url), { name: 'passwords' });
  #end: NodeJS.Timeout | undefined;

  async derive(job: KeyJob): Promise<Buffer> {
    clearTimeout(this.#end);
    this.#worker.ref();
    this.#worker.postMessage(job);
    const [key] = (await once(this.#worker, 'message')) as [Uint8Array];
    return Buffer.from(key);
  }

  /** Waits for the next password, for a while, and holds up nobody who wants to end. */
  rest(): void {
    this.#worker.unref();
    resting.push(this);
    this.#end = setTimeout(() => {
      resting.splice(resting.indexOf(this), 1);
      void this.#worker.terminate();
    }, REST_MS).unref();
  }
}
