import { TaskLists } from '#src/reading/lists/task-lists.ts';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { ofLists, type FileLists } from '#src/file/data-file.ts';
import { MutationRejected } from '#src/domain/errors.ts';
import type { Mutation, Operation } from '#src/tables/operations.ts';
import { parseMutation } from '#src/tables/operations.ts';
import { View } from '#src/sync/client/state/view.ts';
import { sampleId } from '#src/sync/testing/samples.ts';
import type { ImportPlan } from '#src/file/import-plan.ts';
import { planImport } from '#src/file/plan-import.ts';
import { parseDataFile } from '#src/file/read-data-file.ts';
import { exportOf } from '#src/file/export.ts';
import { existingRowsOf } from '#src/file/existing-rows.ts';
import type { AllRows } from '#src/file/rows-there.ts';

const TODAY = '2026-06-15' as CalendarDay;
export const NOW = 1_000_000;

/** An empty file. */
export const NOTHING: FileLists = ofLists(() => []);

/** The data of a user after these mutations. */
export function viewAfter(mutations: readonly Mutation[]): View<TaskLists> {
  const view = new View(TaskLists.of(TODAY));
  for (const each of mutations) {
    try {
      view.run(each);
    } catch (error) {
      if (!(error instanceof MutationRejected)) throw error;
    }
  }
  return view;
}

export function rowsOf(view: View<TaskLists>): AllRows {
  return {
    userId: 'ada',
    get: (table, id) => view.get(table, id),
    rows: (table) => view.rows(table),
    lists: view.lists,
  };
}

/** The export, written and read again. */
export function exported(view: View<TaskLists>): FileLists {
  return parseDataFile(JSON.stringify(exportOf(rowsOf(view))));
}

export function plan(file: Partial<FileLists>, view: View<TaskLists>): ImportPlan {
  return planImport({ ...NOTHING, ...file }, existingRowsOf(rowsOf(view)), NOW);
}

/** Throws if an operation is rejected: a plan must foresee that. */
export function run(operations: readonly Operation[], view: View<TaskLists>): void {
  for (const operation of operations) view.run(parseMutation({ id: sampleId('mutation', 1), ...operation }));
}

export const home = { id: sampleId('collection', 1), name: 'Home', color: '#FFCC33' };
export const walk = {
  id: sampleId('task', 1),
  name: 'Walk',
  description: 'slowly',
  date: '2026-06-15',
  collection: 'Home',
  color: '#FFCC33',
  collectionId: home.id,
};
