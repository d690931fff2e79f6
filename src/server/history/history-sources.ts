import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';
import { sql, type SqlBool, type Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Database } from '#src/server/db/tables.ts';

/** The most entries that are read at once, so that others wait shortly. */
const SLICE = 2_000;

/** How long (ms) a door stays known after its last entry was forgotten. */
const KNOWN_MS = 3_600_000;

/** The most spaces whose doors are known. */
const MOST_KNOWN = 1_000;

type Place = readonly [version: number, step: number];

interface Known {
  readonly at: number;
  /** The place of the newest entry among those that were read. */
  readonly newest: Place;
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
    const since: Place = known?.newest ?? [0, -1];
    const newest = await this.#database.snapshot((tx) => placeOf(tx, { spaceId, since, before: null }, 0));
    if (!newest) return known?.sources ?? [];
    const found = new Set<string>();
    let before: Place | null = null;
    do {
      const range: Range = { spaceId, since, before };
      const slice = await this.#database.snapshot(async (tx) => {
        const end = await placeOf(tx, range, this.#slice - 1);
        return { end, sources: await sourcesIn(tx, range, end) };
      });
      for (const source of slice.sources) found.add(source);
      before = slice.end;
      await othersHadTheirTurn();
    } while (before !== null);
    const sources = [...found.union(new Set(known?.sources))];
    this.#known.delete(spaceId);
    this.#known.set(spaceId, { at: known?.at ?? now, newest, sources });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_KNOWN) break;
      this.#known.delete(oldest);
    }
    return sources;
  }
}

/** The entries of a space between two places. */
interface Range {
  readonly spaceId: SpaceId;
  readonly since: Place;
  /** Null: up to the newest one. */
  readonly before: Place | null;
}

function entriesIn(tx: Transaction<Database>, { spaceId, since, before }: Range) {
  return tx
    .selectFrom('history')
    .where('space_id', '=', spaceId)
    .where(sql<SqlBool>`(version, step) > (${since[0]}, ${since[1]})`)
    .$if(before !== null, (from) =>
      from.where(sql<SqlBool>`(version, step) < (${before?.[0]}, ${before?.[1]})`),
    );
}

/** The place of the entry that comes after so many newer ones; null without one. */
async function placeOf(tx: Transaction<Database>, range: Range, newer: number): Promise<Place | null> {
  const entry = await entriesIn(tx, range)
    .select(['version', 'step'])
    .orderBy('version', 'desc')
    .orderBy('step', 'desc')
    .limit(1)
    .offset(newer)
    .executeTakeFirst();
  return entry ? [entry.version, entry.step] : null;
}

/** The doors of the entries from `end` on, or of all, the newest first. */
async function sourcesIn(tx: Transaction<Database>, range: Range, end: Place | null): Promise<string[]> {
  const rows = await entriesIn(tx, range)
    .$if(end !== null, (from) => from.where(sql<SqlBool>`(version, step) >= (${end?.[0]}, ${end?.[1]})`))
    .select((eb) => ['source', eb.fn.max('version').as('newest')])
    .groupBy('source')
    .orderBy('newest', 'desc')
    .execute();
  return rows.map(({ source }) => source);
}
