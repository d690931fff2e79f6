import type { DayContext } from '#src/domain/quick-add/types.ts';
import { createHash } from 'node:crypto';
import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';
import { spaceOf } from '#src/domain/space.ts';
import { SunglowError } from '#src/domain/errors.ts';
import { exportOf } from '#src/file/export.ts';
import type { AllRows } from '#src/file/rows-there.ts';
import { icalRepeatOf } from '#src/file/writers/ical-repeat.ts';
import type { FileTask } from '#src/file/data-file.ts';
import { writeFeed } from '#src/file/writers/write-feed.ts';
import { writtenTasks } from '#src/file/writers/written-tasks.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { FeedTable } from '#src/server/db/tables.ts';
import { WorkLimit } from '#src/server/db/work-limit.ts';
import { workOfAsking } from '#src/server/rows/asked-query.ts';
import { tasksOf, type AskedTasks } from '#src/server/rows/asked-tasks.ts';
import { userDays } from '#src/server/rows/user-days.ts';
import { SpaceRows } from '#src/server/rows/space-rows.ts';
import { inMeasuredSlices } from '#src/sync/server/in-slices.ts';
import { Rates, type Rate } from '#src/sync/server/rates.ts';
import { archivedAmong } from '#src/tables/collection/collection-tree.ts';

/** How often programs are to ask. */
export const FEED_MINUTES = 60;

/** Ms of work on one user's feeds: enough for all of a large account at once, then a fiftieth of a server's time. */
const WORK_RATE: Rate = { burst: 10_000, perSecond: 20 };

/** How many feeds are known by the mark of their last text. */
const MOST_KNOWN = 10_000;

/** The user's feeds have taken too much time. */
export class FeedsTooCostly extends SunglowError {
  readonly waitMs: number;

  constructor(waitMs: number) {
    super('TOO_MANY_REQUESTS', 'These feeds took much time. Ask again later.');
    this.waitMs = waitMs;
  }
}

export interface FeedText {
  /** The same for the same text. */
  readonly etag: string;
  /** Null when the program has the text already. */
  readonly text: string | null;
}

interface Known {
  readonly version: number;
  readonly hour: number;
  readonly etag: string;
}

/** The texts of feeds, with a mark of each last one, so that an unchanged feed is not made again. */
export class FeedTexts {
  readonly #database: AppDatabase;
  readonly #known = new Map<string, Known>();
  readonly #work: Rates;
  /** One feed is made at a time: they wait for each other, and not for devices. */
  readonly #turns = new WorkLimit(1);

  constructor(database: AppDatabase, work = new Rates(WORK_RATE)) {
    this.#database = database;
    this.#work = work;
  }

  /** Null when the collection or filter is gone. `has`: the marks that the program has. Throws FeedsTooCostly. */
  async read(feed: FeedTable, has: readonly string[], now: number): Promise<FeedText | null> {
    // A filter may mean another day, or another hour.
    const hour = Math.floor(now / 3_600_000);
    const version = await this.#version(feed);
    const known = this.#known.get(feed.hash);
    if (known?.version === version && known.hour === hour && has.includes(known.etag))
      return { etag: known.etag, text: null };
    const waitMs = this.#work.waitFor(feed.user_id, 0);
    if (waitMs > 0) throw new FeedsTooCostly(waitMs);
    const text = await this.#turns.run(() => this.#make(feed, now));
    if (text === null) return null;
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    this.#known.delete(feed.hash);
    this.#known.set(feed.hash, { version, hour, etag });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_KNOWN) break;
      this.#known.delete(oldest);
    }
    return { etag, text: has.includes(etag) ? null : text };
  }

  async #make(feed: FeedTable, now: number): Promise<string | null> {
    const start = performance.now();
    try {
      const rows = await this.#database.snapshot((tx) => SpaceRows.read(tx, spaceOf(feed.user_id)));
      return await textOf(feed, rows, now);
    } finally {
      this.#work.use(feed.user_id, performance.now() - start);
    }
  }

  async #version({ user_id }: FeedTable): Promise<number> {
    const space = await this.#database.db
      .selectFrom('space')
      .select('version')
      .where('space_id', '=', spaceOf(user_id))
      .executeTakeFirst();
    return space?.version ?? 0;
  }
}

/** A large account takes long: others come between the steps. */
async function textOf(
  { user_id, name, scope, row_id, kind }: FeedTable,
  rows: SpaceRows,
  now: number,
): Promise<string | null> {
  const days = userDays((id) => rows.get('setting', id), now);
  await othersHadTheirTurn();
  const all = rows.all(user_id, days.now.date);
  const asked = chosenBy(scope, row_id, all, days);
  if (asked === null) return null;
  await othersHadTheirTurn();
  const file = exportOf(all);
  await othersHadTheirTurn();
  const workOf = (task: FileTask) => workOfAsking(asked.size, { description: task.description ?? '' });
  const chosen = new Set<FileTask>();
  for await (const task of inMeasuredSlices(file.tasks, workOf, othersHadTheirTurn))
    if (asked.has(task.id ?? '')) chosen.add(task);
  const tasks = writtenTasks(file, (task) => chosen.has(task));
  await othersHadTheirTurn();
  const repeating = tasks.map((task) => {
    const row = all.get('task', task.id);
    return { task, repeat: row ? icalRepeatOf(row, days.now.date) : null };
  });
  await othersHadTheirTurn();
  return writeFeed(repeating, { name, kind, everyMinutes: FEED_MINUTES });
}

/** Null when the collection or filter is gone, or the filter cannot be read any more. */
function chosenBy(
  scope: FeedTable['scope'],
  rowId: string | null,
  all: AllRows,
  days: DayContext,
): AskedTasks | null {
  if (scope === 'filter') {
    const filter = all.get('filter', rowId ?? '');
    if (!filter || filter.deletedAt !== null) return null;
    const asked = tasksOf(filter.query, all, days);
    return 'problem' in asked ? null : asked;
  }
  const collectionOf = (id: string) => all.lists.task(id)?.collectionId ?? all.get('task', id)?.collectionId;
  if (scope === 'collection') {
    const collection = all.get('collection', rowId ?? '');
    if (!collection || collection.deletedAt !== null) return null;
    return { has: (id) => collectionOf(id) === rowId, size: 1 };
  }
  const archived = archivedAmong(all.lists.collections.all());
  return { has: (id) => !archived.has(collectionOf(id) ?? ''), size: 1 };
}
