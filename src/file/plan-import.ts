import { TABLE_NAMES, type TableName } from '#src/domain/schema/index.ts';
import type { FileLists } from './data-file.ts';
import { Entries } from './entries.ts';
import type { Here } from './here.ts';
import type { ImportPlan } from './import-plan.ts';
import { planDismissals } from './plan-dismissals.ts';
import { isNamed, planNamed } from './plan-named.ts';
import { planRows } from './plan-rows.ts';
import { planSettings } from './plan-settings.ts';
import { planTasks } from './plan-tasks.ts';

/** The tables whose rows are more than an id with values of their own. */
const PLANNED = ['collection', 'section', 'label', 'task', 'setting', 'dismissal'] as const;

/** All other tables. */
const PLAIN = TABLE_NAMES.filter(
  (table): table is Exclude<TableName, (typeof PLANNED)[number]> =>
    !(PLANNED as readonly TableName[]).includes(table),
);

/**
 * What to do to have everything of a file here. What is here stays as it is, but for settings: an entry whose id is here, or
 * was made here of its id before, is skipped. `now`: ms since 1970 UTC, for what comes without a time.
 */
export function planImport(file: FileLists, here: Here, now: number): ImportPlan {
  const entries = new Entries(file, here, now);
  const named = planNamed(entries);
  const tasks = planTasks(entries, named);
  const findId = (table: TableName, fileId: string) => {
    if (table === 'task') return tasks.idOf(fileId);
    return isNamed(table) ? named.idOf(table, fileId) : entries.idIfHere(table, fileId);
  };
  const others = [
    ...PLAIN.flatMap((table) => planRows(entries, table, findId)),
    ...planSettings(entries, named),
    ...planDismissals(entries),
  ];
  return {
    // What brings back the collections of completed tasks is first of all: their names may be those of collections that are to be added.
    operations: [...tasks.ghostOperations, ...named.operations, ...tasks.operations, ...others],
    added: entries.added,
    notes: entries.notes,
  };
}
