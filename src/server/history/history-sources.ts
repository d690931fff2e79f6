import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';
import { sql, type SqlBool } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

/** The most entries that are read at once, so that others wait shortly. */
const SLICE = 5_000;

/** How long (ms) a door stays known after its last entry was forgotten. */
const KNOWN_MS = 3_600_000;

/** The most spaces whose doors are known. */
const MOST_KNOWN = 1_000;

interface Known {
  readonly at: number;
  /** The newest entry among those that were read: its version and its step. */
  readonly newest: readonly [version: number, step: number];
  readonly sources: readonly string[];
}

/** The doors of all entries of a history, also those that are gone since: a revoked token, a device that signed out. */
export class HistorySources {
  readonly #database: AppDatabase;
  readonly #slice: number;
  readonly #known = new Map<SpaceId, Known>();

  constructor(database: AppDatabase, slice = SLICE) {
    this.#database = database;
    this.#slice = slice;
  }

  /** The door of the newest entry comes first. Reads only entries that are new since the last question. */
  async of(spaceId: SpaceId, now: number): Promise<readonly string[]> {
    const stored = this.#known.get(spaceId);
    const known = stored && now - stored.at < KNOWN_MS ? stored : null;
    const since = known?.newest ?? [0, -1];
    const found = new Set<string>();
    let newest = since;
    let before: readonly [number, number] | null = null;
    for (;;) {
      const entries = await this.#read(spaceId, since, before);
      for (const { source } of entries) found.add(source);
      const [first, last] = [entries[0], entries.at(-1)];
      if (first && before === null) newest = [first.version, first.step];
      if (!last || entries.length < this.#slice) break;
      before = [last.version, last.step];
      await othersHadTheirTurn();
    }
    const sources = [...found.union(new Set(known?.sources))];
    this.#known.delete(spaceId);
    this.#known.set(spaceId, { at: known?.at ?? now, newest, sources });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_KNOWN) break;
      this.#known.delete(oldest);
    }
    return sources;
  }

  #read(spaceId: SpaceId, since: readonly [number, number], before: readonly [number, number] | null) {
    return this.#database.snapshot((tx) =>
      tx
        .selectFrom('history')
        .select(['source', 'version', 'step'])
        .where('space_id', '=', spaceId)
        .where(sql<SqlBool>`(version, step) > (${since[0]}, ${since[1]})`)
        .$if(before !== null, (from) =>
          from.where(sql<SqlBool>`(version, step) < (${before?.[0]}, ${before?.[1]})`),
        )
        .orderBy('version', 'desc')
        .orderBy('step', 'desc')
        .limit(this.#slice)
        .execute(),
    );
  }
}
