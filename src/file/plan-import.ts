import type { TableName } from '#src/tables/tables.ts';
import { FILE_TABLES, type FileLists, type FileTable } from './data-file.ts';
import { Entries } from './entries.ts';
import type { ExistingRows } from './existing-rows.ts';
import type { ImportPlan } from './import-plan.ts';
import { planDismissals } from './plan-dismissals.ts';
import { isNamed, planNamed } from './plan-named.ts';
import { planRows } from './plan-rows.ts';
import { planSettings } from './plan-settings.ts';
import { planTasks } from './plan-tasks.ts';

/** The tables with a plan of their own. */
const PLANNED = ['collection', 'section', 'label', 'task', 'setting', 'dismissal'] as const;

/** All other tables. */
const PLAIN = FILE_TABLES.filter(
  (table): table is Exclude<FileTable, (typeof PLANNED)[number]> =>
    !(PLANNED as readonly TableName[]).includes(table),
);

/**
 * The operations that add all entries of a file. Existing rows stay as they are, except settings: an entry is
 * skipped if its id, or the id derived from it, exists. `now`: ms since 1970 UTC, for entries without a time.
 */
export function planImport(file: FileLists, existing: ExistingRows, now: number): ImportPlan {
  const entries = new Entries(file, existing, now);
  const named = planNamed(entries);
  const tasks = planTasks(entries, named);
  const findId = (table: TableName, fileId: string) => {
    if (table === 'task') return tasks.idOf(fileId);
    return isNamed(table) ? named.idOf(table, fileId) : entries.idIfHere(table, fileId);
  };
  const rows = PLAIN.flatMap((table) => planRows(entries, table, findId));
  const addedFilters = new Set(rows.flatMap(({ name, args }) => (name === 'filter.add' ? [args.id] : [])));
  // A filter of the file can be left out: its view needs the plan of the filters, not their entries.
  const findOwner = (table: TableName, fileId: string) => {
    const id = entries.idHere(table, fileId);
    return table === 'filter' && addedFilters.has(id) ? id : findId(table, fileId);
  };
  const others = [...rows, ...planSettings(entries, findOwner), ...planDismissals(entries)];
  return {
    // The collections of completed tasks come first: added and deleted again, they may share names with
    // collections that are added later.
    operations: [...tasks.ghostOperations, ...named.operations, ...tasks.operations, ...others],
    added: entries.added,
    notes: entries.notes,
  };
}
