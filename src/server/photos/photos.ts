import { randomBytes } from 'node:crypto';
import { RejectedRequest } from '#src/server/auth/routes/rejection.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { toPhoto } from './photo-image.ts';
import type { PhotoStore } from './photo-store.ts';

/** Ours; a provider may have given a user the address of a photo elsewhere. */
const ADDRESS = /^\/photos\/([\w-]{22}\.webp)$/;

export interface PhotosOptions {
  readonly store: PhotoStore;
  readonly database: AppDatabase;
  readonly inBackground: (work: Promise<unknown>) => void;
}

/** The users' photos: each under a name that cannot be guessed, new for each photo, so that it may be kept for good. */
export class Photos {
  readonly #options: PhotosOptions;

  constructor(options: PhotosOptions) {
    this.#options = options;
  }

  /**
   * Makes `bytes` the photo of a user. Returns its address; null when they are no photo that is taken. Throws a RejectedRequest where the
   * user has been deleted meanwhile.
   */
  async set(userId: string, bytes: Uint8Array, signal: AbortSignal): Promise<string | null> {
    const { store, inBackground } = this.#options;
    const photo = await toPhoto(bytes);
    if (photo === null) return null;
    const name = `${randomBytes(16).toString('base64url')}.webp`;
    const address = `/photos/${name}`;
    try {
      await store.put(name, photo, signal);
      // Whoever has gone will not look for it.
      signal.throwIfAborted();
      const isTheirs = await this.#replace(userId, address);
      if (!isTheirs) throw new RejectedRequest(401, 'UNAUTHORIZED');
      return address;
    } catch (error) {
      inBackground(store.delete(name));
      throw error;
    }
  }

  /** A user who has none keeps none. */
  async remove(userId: string): Promise<void> {
    await this.#replace(userId, null);
  }

  /** What is kept under a name that a request gave; null when there is nothing. */
  async find(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    return ADDRESS.test(`/photos/${name}`) ? this.#options.store.get(name) : null;
  }

  /** Deletes the photo of this address, if it is one of ours, in the background. */
  discard(address: string | null): void {
    const { store, inBackground } = this.#options;
    const name = ADDRESS.exec(address ?? '')?.[1];
    if (name !== undefined) inBackground(store.delete(name));
  }

  /** False where there is no such user any more. */
  async #replace(userId: string, address: string | null): Promise<boolean> {
    const { database } = this.#options;
    const old = await database.transact(async (tx) => {
      const user = tx.selectFrom('user').select('image').where('id', '=', userId);
      // When two come at a time, each must see which one it replaces. On SQLite, transactions come one after the other anyway.
      const row = await (database.engine === 'postgres' ? user.forUpdate() : user).executeTakeFirst();
      if (row) await tx.updateTable('user').set({ image: address }).where('id', '=', userId).execute();
      return row;
    });
    this.discard(old?.image ?? null);
    return old !== undefined;
  }
}
