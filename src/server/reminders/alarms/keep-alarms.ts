import type { Transaction } from 'kysely';
import { timeOfId } from '#src/domain/id.ts';
import { nextBrief, type Alarm } from '#src/reading/remind/alarms.ts';
import { ALARM_SETTINGS, type ReminderSettings } from '#src/reading/remind/reminder-settings.ts';
import type { Rows } from '#src/tables/tables.ts';
import type { SpaceId } from '#src/domain/space.ts';
import type { Database } from '#src/server/db/tables.ts';
import type { PushedRows } from '#src/sync/server/push.ts';
import { readSettings } from './read-settings.ts';
import { askToReckonAll, RECKONING_ID } from './reckoner.ts';
import {
  addAlarms,
  ALARM_COLUMNS,
  deleteAlarms,
  firstDue,
  isUntouched,
  reckonSlice,
  reckonTasks,
  SLICE_TASKS,
  type Reckoned,
} from './reckon.ts';

/** A mutation's id may be this much later than the mutation itself (`at`). */
const MAKING_MS = 60_000;

/**
 * How late a change may reach the server and still remind. Alarms that were due longer ago, while the device
 * was away, are left out.
 */
const STALE_MS = 86_400_000;

type Tx = Transaction<Database>;

/**
 * Updates a space's alarms after a push, in the push's transaction (rule N2): the alarms of the changed
 * tasks. A changed setting may affect all alarms: the daily brief and a space with few tasks are then updated
 * at once. Larger spaces follow in slices after the push (see Reckoner).
 */
export async function keepAlarms(
  tx: Tx,
  spaceId: SpaceId,
  written: PushedRows,
  now: number,
): Promise<Reckoned> {
  const taskIds = changedTasks(written);
  const ofAll = settingsIn(written).some(({ id }) => ALARM_SETTINGS.has(id));
  if (taskIds.length === 0 && !ofAll) return { due: null, rows: 0 };
  const settings = await readSettings(tx, spaceId);
  const all: Reckoned[] = [];
  if (taskIds.length > 0)
    all.push(await reckonTasks(tx, spaceId, taskIds, settings, now, wantedOf(written, now)));
  if (ofAll) {
    all.push(await keepBrief(tx, spaceId, settings, now));
    all.push(await reckonAll(tx, spaceId, written, settings, now));
  }
  const dues = all.flatMap(({ due }) => due ?? []);
  return {
    due: dues.length === 0 ? null : Math.min(...dues),
    rows: all.reduce((sum, { rows }) => sum + rows, 0),
  };
}

/**
 * Reckons the alarms of a space with few tasks, and asks for the reckoning of a larger one. A space with few
 * live tasks may have many in deleted collections.
 */
async function reckonAll(
  tx: Tx,
  spaceId: SpaceId,
  written: PushedRows,
  settings: ReminderSettings,
  now: number,
): Promise<Reckoned> {
  if (written.count('task') <= SLICE_TASKS) {
    const slice = await reckonSlice(tx, spaceId, '', settings, { now, since: now });
    if (slice.last === null) return slice;
  }
  await askToReckonAll(tx, spaceId, now);
  return { due: now, rows: await countTasks(tx, spaceId) };
}

/** The number of a space's tasks, with the deleted ones. */
async function countTasks(tx: Tx, spaceId: SpaceId): Promise<number> {
  const { count } = await tx
    .selectFrom('task')
    .select((eb) => eb.fn.countAll<string | number>().as('count'))
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A due brief that was not sent yet is still sent, as the next one belongs to another day. */
async function keepBrief(
  tx: Tx,
  spaceId: SpaceId,
  settings: ReminderSettings,
  now: number,
): Promise<Reckoned> {
  const brief = nextBrief(settings, now);
  const known = await tx
    .selectFrom('alarm')
    .select(['id', 'due_at', 'state', 'tries', 'lease_until'])
    .where('space_id', '=', spaceId)
    .where('task_id', 'is', null)
    .where('id', '!=', RECKONING_ID)
    .execute();
  const unwanted = known.filter(
    (row) => row.id !== brief?.id && isUntouched(row, now) && !(brief && row.due_at <= now),
  );
  await deleteAlarms(
    tx,
    spaceId,
    unwanted.map(({ id }) => id),
    now,
  );
  const added = brief && known.every(({ id }) => id !== brief.id) ? [brief] : [];
  await addAlarms(tx, spaceId, added);
  return { due: firstDue(added), rows: known.length };
}

/** The ids of tasks whose alarms may have changed. */
function changedTasks({ before, rows, count }: PushedRows): string[] {
  const ids = new Set<string>();
  const hasReminders = count('reminder') > 0;
  for (const task of rows['task'] ?? []) {
    const old = before.task.get(task.id);
    const isChanged = ALARM_COLUMNS.some((column) => (old?.[column] ?? null) !== task[column]);
    // Without a time a task has alarms only through a reminder at an instant.
    const canHave = task.time !== null || (old?.time ?? null) !== null || (hasReminders && old !== undefined);
    if (isChanged && canHave) ids.add(task.id);
  }
  for (const { taskId } of rows['reminder'] ?? []) ids.add(taskId);
  return [...ids];
}

/**
 * Accepts alarms of the future, and alarms that a device sends late. An alarm that was due before the device
 * made its change is left out: an import adds rows with older times.
 */
function wantedOf({ mutations, rows }: PushedRows, now: number): (alarm: Alarm) => boolean {
  const madeAt = new Map<string, number>();
  for (const { id, args } of mutations) {
    // Only ids of version 7 tell when they were made.
    if (!('id' in args) || id[14] !== '7') continue;
    const made = timeOfId(id) - MAKING_MS;
    madeAt.set(args.id, Math.min(madeAt.get(args.id) ?? made, made));
  }
  for (const { id, taskId } of rows['reminder'] ?? []) {
    const made = madeAt.get(id);
    if (made !== undefined) madeAt.set(taskId, Math.min(madeAt.get(taskId) ?? made, made));
  }
  return ({ taskId, dueAt, since }) =>
    dueAt > now || (dueAt >= Math.max(since, madeAt.get(taskId ?? '') ?? 0) && dueAt > now - STALE_MS);
}

function settingsIn({ rows }: PushedRows): readonly Rows['setting'][] {
  return rows['setting'] ?? [];
}
