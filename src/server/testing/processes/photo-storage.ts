import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** An S3-compatible storage in this process, with a bucket for photos in a temporary folder. */
export class PhotoStorage {
  readonly #s3: S3rver;
  readonly #folder: string;
  readonly #port: number;

  private constructor(s3: S3rver, folder: string, port: number) {
    this.#s3 = s3;
    this.#folder = folder;
    this.#port = port;
  }

  static async start(): Promise<PhotoStorage> {
    const folder = mkdtempSync(join(tmpdir(), 'sunglow-s3-'));
    const configureBuckets = [{ name: 'photos', configs: [] }];
    const s3 = new S3rver({ port: 0, silent: true, directory: folder, configureBuckets });
    const { port } = await s3.run();
    return new PhotoStorage(s3, folder, port);
  }

  /** The setting that makes Sunglow store its photos here. */
  get settings() {
    // The only account of s3rver.
    return { STORAGE_URL: `s3+http://S3RVER:S3RVER@127.0.0.1:${this.#port}/photos?region=us-east-1` };
  }

  async stop(): Promise<void> {
    await this.#s3.close();
    rmSync(this.#folder, { recursive: true });
  }
}
