import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { newId } from '#src/domain/id.ts';
import type { SpaceId } from '#src/domain/space.ts';
import type { SyncTables } from '#src/sync/server/database.ts';

/**
 * Names a write, so that it is done once (rule A2). The first 60 bits of its mutations' ids follow from the token and the
 * Idempotency-Key, and the others from the request: the recorded outcomes of mutations then tell if a key was used, and
 * if the request was the same.
 */
export class Stamp {
  readonly #key: string;
  readonly #request: string;
  /** False for a write without a key, which has a stamp of its own each time. */
  readonly isGiven: boolean;

  /** `request`: the method, the path and the body. `key` is null for a write that nobody repeats. */
  constructor(tokenId: string, key: string | null, request: Uint8Array) {
    this.#key = digitsOf('key', tokenId, key ?? newId());
    this.#request = digitsOf('request', request);
    this.isGiven = key !== null;
  }

  /** The id of the write's mutation number `n`. */
  mutationId(n: number): string {
    return `${this.#prefix()}-${this.#suffix(`${n}`)}`;
  }

  /** The id of a row that the write adds; the same when the write is repeated. */
  rowId(n: number): string {
    return this.isGiven ? this.#derivedId(n) : newId();
  }

  /** The id of a row that the request itself becomes. Without a key, its end follows from the request alone. */
  requestId(): string {
    return this.isGiven ? this.#derivedId(0) : `${newId().slice(0, 18)}-${this.#suffix('request')}`;
  }

  /** True for a `requestId` of the same request, when neither has a key. */
  repeats(id: string): boolean {
    return !this.isGiven && id.endsWith(`-${this.#suffix('request')}`);
  }

  /** The ids of the rows that a part of the write adds. The Inbox, row 1, is the same for all. */
  part(n: number): Pick<Stamp, 'rowId'> {
    const inbox = this.#derivedId(1);
    return { rowId: (row) => (row === 1 ? inbox : this.rowId((n + 1) * 1_000 + row)) };
  }

  /**
   * The version that the write made up to `before`; null if the key is new. `same` is false when the key came with
   * another request.
   */
  async earlier(
    tx: Transaction<SyncTables>,
    spaceId: SpaceId,
    before: number,
  ): Promise<{ readonly same: boolean; readonly version: number } | null> {
    if (!this.isGiven) return null;
    const rows = await tx
      .selectFrom('mutation')
      .select(['mutation_id', 'version'])
      .where('space_id', '=', spaceId)
      .where('mutation_id', '>=', `${this.#prefix()}-8000-000000000000`)
      .where('mutation_id', '<=', `${this.#prefix()}-bfff-ffffffffffff`)
      .where('version', '<=', before)
      .execute();
    if (rows.length === 0) return null;
    const first = this.mutationId(0);
    const own = rows.find(({ mutation_id }) => mutation_id === first);
    return { same: own !== undefined, version: own?.version ?? 0 };
  }

  #derivedId(n: number): string {
    const digits = digitsOf('row', this.#key, this.#request, `${n}`);
    return uuidOf(digits.slice(0, 12), digits.slice(12, 15), digits.slice(16, 31));
  }

  #prefix(): string {
    return uuidOf(this.#key.slice(0, 12), this.#key.slice(12, 15), '0'.repeat(15)).slice(0, 18);
  }

  #suffix(n: string): string {
    const digits = digitsOf('mutation', this.#request, n);
    return uuidOf('0'.repeat(12), '000', digits.slice(0, 15)).slice(19);
  }
}

/** SHA-256 of the parts, in hexadecimal digits. */
function digitsOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

/** A UUID of version 8, which is for ids that follow from something (RFC 9562, 5.8). */
function uuidOf(first: string, second: string, third: string): string {
  return `${first.slice(0, 8)}-${first.slice(8)}-8${second}-8${third.slice(0, 3)}-${third.slice(3)}`;
}
