import { randomBytes } from 'node:crypto';
import { RejectedRequest } from '#src/server/auth/routes/rejection.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { toPhoto } from './photo-image.ts';
import type { PhotoStore } from './photo-store.ts';

/** The address of a photo on this server. A provider may have given a user an address elsewhere. */
const ADDRESS = /^\/photos\/([\w-]{22}\.webp)$/;

export interface PhotosOptions {
  readonly store: PhotoStore;
  readonly database: AppDatabase;
  readonly inBackground: (work: Promise<unknown>) => void;
}

/**
 * The photos of the users. Each photo has a new name that cannot be guessed, so that browsers may cache it
 * for good.
 */
export class Photos {
  readonly #options: PhotosOptions;

  constructor(options: PhotosOptions) {
    this.#options = options;
  }

  /**
   * Makes `bytes` the photo of a user. Returns its address, or null for bytes that are no acceptable photo.
   * Throws a RejectedRequest if the user was deleted meanwhile.
   */
  async set(userId: string, bytes: Uint8Array, signal: AbortSignal): Promise<string | null> {
    const { store, inBackground } = this.#options;
    const photo = await toPhoto(bytes);
    if (photo === null) return null;
    const name = `${randomBytes(16).toString('base64url')}.webp`;
    const address = `/photos/${name}`;
    try {
      await store.put(name, photo, signal);
      // A client that has gone will not use the photo.
      signal.throwIfAborted();
      const isTheirs = await this.#replace(userId, address);
      if (!isTheirs) throw new RejectedRequest(401, 'UNAUTHORIZED');
      return address;
    } catch (error) {
      inBackground(store.delete(name));
      throw error;
    }
  }

  /** Does nothing for a user without a photo. */
  async remove(userId: string): Promise<void> {
    await this.#replace(userId, null);
  }

  /** The photo of a name from a request; null without one. */
  async find(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    return ADDRESS.test(`/photos/${name}`) ? this.#options.store.get(name) : null;
  }

  /** Deletes the photo of this address in the background, if it is on this server. */
  discard(address: string | null): void {
    const { store, inBackground } = this.#options;
    const name = ADDRESS.exec(address ?? '')?.[1];
    if (name !== undefined) inBackground(store.delete(name));
  }

  /** False if the user no longer exists. */
  async #replace(userId: string, address: string | null): Promise<boolean> {
    const { database } = this.#options;
    const old = await database.transact(async (tx) => {
      const user = tx.selectFrom('user').select('image').where('id', '=', userId);
      // Of two concurrent changes, each must see the photo that it replaces. On SQLite, transactions run one
      // after the other anyway.
      const row = await (database.engine === 'postgres' ? user.forUpdate() : user).executeTakeFirst();
      if (row) await tx.updateTable('user').set({ image: address }).where('id', '=', userId).execute();
      return row;
    });
    this.discard(old?.image ?? null);
    return old !== undefined;
  }
}
