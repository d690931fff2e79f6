import { TaskLists } from '#src/reading/lists/task-lists.ts';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { instantOf } from '#src/domain/repeat/local-time.ts';
import { View } from '#src/sync/client/state/view.ts';
import { describePlan, type DescribedPlan } from '#src/file/describe-plan.ts';
import { existingRowsOf } from '#src/file/existing-rows.ts';
import { planFile } from '#src/file/plan-file.ts';
import { readFile } from '#src/file/read-file.ts';
import type { ReadContext } from '#src/file/source/source.ts';
import { rowsOf, run } from './import-harness.ts';

const DATE = '2026-11-26' as CalendarDay;

/** Thursday, 26 November 2026, 09:00 in this zone. */
export function contextIn(zone: string): ReadContext {
  const at = instantOf({ date: DATE, time: '09:00' }, zone) ?? 0;
  return { now: { date: DATE, minute: 540 }, zone, weekStart: 0, order: 'dmy', at };
}

const PARIS = contextIn('Europe/Paris');

/** The zones of the device that a reading must not depend on. */
export const DEVICE_ZONES = [
  'Pacific/Honolulu',
  'America/New_York',
  'UTC',
  'Asia/Kolkata',
  'Pacific/Auckland',
];

/** The plan of a file for a user with these rows, without adding anything. */
export function planned(
  name: string,
  content: string | Uint8Array,
  context: ReadContext = PARIS,
  view: View<TaskLists> = new View(TaskLists.of(DATE)),
): DescribedPlan {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const existing = existingRowsOf(rowsOf(view));
  const file = readFile({ name, bytes }, context);
  return describePlan(planFile(file, existing, context.at), file.format, existing);
}

/** Imports a file into the view. Throws if an operation is rejected. */
export function imported(
  name: string,
  content: string,
  view: View<TaskLists> = new View(TaskLists.of(DATE)),
): View<TaskLists> {
  const file = readFile({ name, bytes: new TextEncoder().encode(content) }, PARIS);
  run(planFile(file, existingRowsOf(rowsOf(view)), PARIS.at).operations, view);
  return view;
}

/** The tasks without their collection and their creation. */
export function fieldsOf(tasks: DescribedPlan['tasks']): readonly object[] {
  const isShown = ([field]: [string, unknown]) => field !== 'collection' && field !== 'createdAt';
  return tasks.map((task) => Object.fromEntries(Object.entries(task).filter(isShown)));
}

/** The reasons with their places and names. */
export function reasonsOf(notes: DescribedPlan['refused']): readonly (readonly string[])[] {
  return notes.map(({ where, name, reason, detail }) =>
    [where, name, reason, detail].filter((each) => each !== ''),
  );
}
