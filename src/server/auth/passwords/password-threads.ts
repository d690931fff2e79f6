import type { ScryptOptions } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** The input of scrypt. The salt is text for hashes that were made from the text. */
export interface KeyJob {
  readonly password: string;
  readonly salt: Uint8Array | string;
  /** In bytes. */
  readonly length: number;
  readonly options: ScryptOptions;
}

/** A thread takes some 10 MB, and a tenth of the time of a hash to start. */
const REST_MS = 30_000;

const resting: HashThread[] = [];

/**
 * Derives a key with scrypt in a separate thread (password-thread.mjs), so that nobody else waits. Runs as
 * many at once as requested. Rejects with the error of scrypt.
 */
export async function deriveKey(job: KeyJob): Promise<Buffer> {
  const thread = resting.pop() ?? new HashThread();
  const key = await thread.derive(job);
  // A failed thread ends by itself.
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

  /** Waits some time for the next password, without keeping the process alive. */
  rest(): void {
    this.#worker.unref();
    resting.push(this);
    this.#end = setTimeout(() => {
      resting.splice(resting.indexOf(this), 1);
      void this.#worker.terminate();
    }, REST_MS).unref();
  }
}
