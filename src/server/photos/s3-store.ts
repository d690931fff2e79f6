import { AwsClient } from 'aws4fetch';
import type { StorageConfig } from '#src/server/config/addresses.ts';
import type { PhotoStore } from './photo-store.ts';
import { Final, retrying, type Patience } from './retrying.ts';

/** Specification, section 9. */
const OPERATION_MS = 120_000;
const UPLOAD_MS = 600_000;

/** Photos as objects of an S3-compatible storage's bucket, which nobody else needs to be able to read. */
export class S3Store implements PhotoStore {
  readonly #client: AwsClient;
  readonly #bucket: string;

  constructor({ accessKeyId, secretAccessKey, region, bucketUrl }: StorageConfig) {
    // It is we who try again: for a time, not a number of times.
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

  /** The storage's answer; 404 is one. Rejects when the storage answers no, or has had no other for as long as told. */
  async #ask(name: string, init: RequestInit, patience: Patience): Promise<Response> {
    return retrying(patience, async (signal) => {
      // Whoever is not in the settings gets no photo.
      const url = `${this.#bucket}/${name}`;
      const response = await this.#client.fetch(url, { ...init, redirect: 'manual', signal });
      const { ok, status } = response;
      if (ok || (status === 404 && init.method !== 'PUT')) return response;
      const message = `The storage answered ${status}: ${(await response.text()).slice(0, 500)}`;
      throw status >= 500 || status === 429 ? new Error(message) : new Final(message);
    });
  }
}
