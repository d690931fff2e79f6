import type { Mark, NewReceipt, Receipt, Try } from '#src/reading/remind/push-api.ts';
import type { SpaceId } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { AlarmTable, Database } from '#src/server/db/tables.ts';
import type { Expression, ExpressionBuilder, Kysely, Selectable, SqlBool } from 'kysely';

/** How many days a receipt is kept. */
const RECEIPT_DAYS = 30;

const DAY_MS = 86_400_000;
const MOST_RECEIPTS = 500;

/** The most receipts of a space: about 160 a day for 30 days, of 400 bytes each. */
const MOST_KEPT = 5_000;

/** Rows deleted in one statement: more than a server settles at once, so that they do not grow. */
const MOST_AT_ONCE = 1_000;

/** The receipts of reminders (rule N4). */
export class Receipts {
  readonly #database: AppDatabase;

  constructor(database: AppDatabase) {
    this.#database = database;
  }

  /**
   * The receipts of the last 30 days, of one task or of all; the newest first, 500 at most. `now`: ms since
   * 1970 UTC.
   */
  async list(spaceId: SpaceId, taskId: string | null, now: number): Promise<Receipt[]> {
    let query = this.#database.db
      .selectFrom('alarm')
      .selectAll()
      .where('space_id', '=', spaceId)
      .where('due_at', '>', now - RECEIPT_DAYS * DAY_MS)
      .where('due_at', '<=', now);
    if (taskId !== null) query = query.where('task_id', '=', taskId);
    const rows = await query.orderBy('due_at', 'desc').limit(MOST_RECEIPTS).execute();
    const taskIds = [...new Set(rows.flatMap(({ task_id }) => task_id ?? []))];
    const tasks =
      taskIds.length === 0
        ? []
        : await this.#database.db
            .selectFrom('task')
            .select(['id', 'name'])
            .where('space_id', '=', spaceId)
            .where('id', 'in', taskIds)
            .execute();
    const names = new Map(tasks.map(({ id, name }) => [id, name]));
    const receipts = rows.map((row) => receiptOf(row, names.get(row.task_id ?? '') ?? ''));
    return this.#withShownTogether(spaceId, receipts);
  }

  /** Adds the mark of combined messages: a device that has shown one reports only the alarm in its tag. */
  async #withShownTogether(spaceId: SpaceId, receipts: readonly Receipt[]): Promise<Receipt[]> {
    const messages = new Set(receipts.flatMap(messagesOf));
    const shown =
      messages.size === 0
        ? []
        : await this.#database.db
            .selectFrom('alarm')
            .select(['id', 'shown_at', 'shown_on'])
            .where('space_id', '=', spaceId)
            .where('id', 'in', [...messages])
            .execute();
    const marks = new Map(shown.map(({ id, shown_at, shown_on }) => [id, markOf(shown_at, shown_on)]));
    return receipts.map((receipt) => {
      const mark = messagesOf(receipt).map((id) => marks.get(id) ?? null);
      return { ...receipt, shown: receipt.shown ?? mark.find((each) => each !== null) ?? null };
    });
  }

  /** Notes a device's report, once. False where the space has no such reminder. */
  async note(
    spaceId: SpaceId,
    { alarm, what, at }: NewReceipt,
    device: string,
    now: number,
  ): Promise<boolean> {
    const when = Math.min(at, now);
    return this.#database.transact(async (tx) => {
      const row = await tx
        .selectFrom('alarm')
        .select(['state', 'due_at', 'shown_at', 'answer'])
        .where('space_id', '=', spaceId)
        .where('id', '=', alarm)
        .executeTakeFirst();
      // A reminder that was not sent cannot have been shown.
      if (!row || row.state === 'dropped' || row.due_at > now) return false;
      const isFirst = row.shown_at === null;
      const changes = {
        ...(isFirst && { shown_at: when, shown_on: device }),
        ...(what !== 'shown' &&
          row.answer === null && { answer: what, answered_at: when, answered_on: device }),
      };
      if (Object.keys(changes).length > 0)
        await tx
          .updateTable('alarm')
          .set(changes)
          .where('space_id', '=', spaceId)
          .where('id', '=', alarm)
          .execute();
      return true;
    });
  }
}

/** The spaces among these with receipts that `purgeReceipts` would delete. */
export async function findOldReceipts(
  { db }: AppDatabase,
  spaceIds: readonly SpaceId[],
  now: number,
): Promise<ReadonlySet<SpaceId>> {
  if (spaceIds.length === 0) return new Set();
  const spaces = await db
    .selectFrom('alarm')
    .select('space_id')
    .distinct()
    .where('space_id', 'in', spaceIds)
    .where(isOld(now))
    .execute();
  return new Set(spaces.map(({ space_id }) => space_id));
}

/** Deletes a space's receipts from before the last 30 days, `limit` at most. Returns their number. */
export async function purgeReceipts(
  { db }: AppDatabase,
  spaceId: SpaceId,
  now: number,
  limit: number,
): Promise<number> {
  return deleteOnes(db, spaceId, isOld(now), limit);
}

/**
 * Keeps the newest MOST_KEPT receipts of a space, and those of the same instant as the oldest of them.
 * Otherwise a user who moves tasks all day would fill the disk. The index alone finds the oldest one. `now`:
 * ms since 1970 UTC.
 */
export async function boundReceipts(
  tx: Kysely<Database>,
  spaceId: SpaceId,
  now: number,
  mostKept = MOST_KEPT,
): Promise<void> {
  const first = await tx
    .selectFrom('alarm')
    .select('due_at')
    .where('space_id', '=', spaceId)
    .where('due_at', '<=', now)
    .orderBy('due_at', 'desc')
    .offset(mostKept - 1)
    .limit(1)
    .executeTakeFirst();
  if (!first) return;
  const isBeyond = (eb: ExpressionBuilder<Database, 'alarm'>) =>
    eb.and([eb('due_at', '<', first.due_at), eb('wake_at', 'is', null)]);
  await deleteOnes(tx, spaceId, isBeyond, MOST_AT_ONCE);
}

async function deleteOnes(
  db: Kysely<Database>,
  spaceId: SpaceId,
  which: (eb: ExpressionBuilder<Database, 'alarm'>) => Expression<SqlBool>,
  limit: number,
): Promise<number> {
  const rows = await db
    .selectFrom('alarm')
    .select('id')
    .where('space_id', '=', spaceId)
    .where(which)
    .limit(limit)
    .execute();
  if (rows.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('alarm')
    .where('space_id', '=', spaceId)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

function isOld(now: number) {
  return (eb: ExpressionBuilder<Database, 'alarm'>) =>
    eb.and([eb('due_at', '<', now - RECEIPT_DAYS * DAY_MS), eb('wake_at', 'is', null)]);
}

function receiptOf(row: Selectable<AlarmTable>, name: string): Receipt {
  const answer = markOf(row.answered_at, row.answered_on);
  return {
    alarm: row.id,
    taskId: row.task_id,
    name,
    dueAt: row.due_at,
    state: row.state,
    tries: JSON.parse(row.tries) as Try[],
    shown: markOf(row.shown_at, row.shown_on),
    answer: answer && row.answer !== null ? { ...answer, what: row.answer } : null,
  };
}

function messagesOf({ tries }: Receipt): string[] {
  return tries.flatMap(({ together }) => together?.alarm ?? []);
}

function markOf(at: number | null, on: string | null): Mark | null {
  return at === null || on === null ? null : { at, on };
}
