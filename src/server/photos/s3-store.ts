import { AwsClient } from 'aws4fetch';
import type { StorageConfig } from '#src/server/config/addresses.ts';
import type { PhotoStore } from './photo-store.ts';
import { Final, retrying, type Patience } from './retrying.ts';

/** From the specification, section 9. */
const OPERATION_MS = 120_000;
const UPLOAD_MS = 600_000;

/** Photos as objects in a bucket of an S3-compatible storage. The bucket needs no public access. */
export class S3Store implements PhotoStore {
  readonly #client: AwsClient;
  readonly #bucket: string;

  constructor({ accessKeyId, secretAccessKey, region, bucketUrl }: StorageConfig) {
    // `retrying` tries again instead, for a time and not for a number of tries.
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
    this.#bucket = bucketUrl;
  }

  async put(name: string, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<void> {
    const headers = { 'content-type': 'image/webp' };
    const response = await this.#ask(
      name,
      { method: 'PUT', body: bytes, headers },
      { forMs: UPLOAD_MS, signal },
    );
    await response.body?.cancel();
  }

  async get(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const response = await this.#ask(name, {}, { forMs: OPERATION_MS });
    return response.status === 404 ? null : response.bytes();
  }

  async delete(name: string): Promise<void> {
    const response = await this.#ask(name, { method: 'DELETE' }, { forMs: OPERATION_MS });
    await response.body?.cancel();
  }

  /**
   * The storage's answer, which may be 404. Rejects at once when the storage rejects the request, and after
   * the time of `patience` when it keeps failing.
   */
  async #ask(name: string, init: RequestInit, patience: Patience): Promise<Response> {
    return retrying(patience, async (signal) => {
      // Redirects are not followed, so that no other server gets a photo.
      const url = `${this.#bucket}/${name}`;
      const response = await this.#client.fetch(url, { ...init, redirect: 'manual', signal });
      const { ok, status } = response;
      if (ok || (status === 404 && init.method !== 'PUT')) return response;
      const message = `The storage answered ${status}: ${(await response.text()).slice(0, 500)}`;
      throw status >= 500 || status === 429 ? new Error(message) : new Final(message);
    });
  }
}
