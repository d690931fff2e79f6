import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { exportOf } from '#src/file/export.ts';
import { WRITERS, type WrittenFormat } from '#src/file/writers/write-file.ts';
import { writtenTasks } from '#src/file/writers/written-tasks.ts';
import { compileQuery, inList } from '#src/reading/query/predicate.ts';
import { readQuery } from '#src/reading/query/read.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import type { ExportSource } from '#src/web/focus/dialogs.ts';
import { queryContextOf } from '#src/web/data/query-context.ts';

/** The files of each format. */
const FILES: Readonly<Record<WrittenFormat, { readonly ending: string; readonly type: string }>> = {
  csv: { ending: 'csv', type: 'text/csv' },
  markdown: { ending: 'md', type: 'text/markdown' },
  'todo.txt': { ending: 'txt', type: 'text/plain' },
  ics: { ending: 'ics', type: 'text/calendar' },
};

export interface ExportChoice {
  readonly format: WrittenFormat;
  /** Null: everything. */
  readonly source: ExportSource | null;
  /** With the completed tasks. A filter decides that itself. */
  readonly hasCompleted: boolean;
}

/** The file of an export. `name` has the source and the day. */
export function exportTasks(replica: Replica, choice: ExportChoice, today: CalendarDay) {
  const { format, source } = choice;
  const { ending, type } = FILES[format];
  const text = WRITERS[format](writtenTasks(exportOf(replica), chosenBy(replica, choice)));
  const of = source ? (replica.get(source.table, source.id)?.name ?? '') : '';
  // Systems refuse these characters in names of files.
  const subject =
    of
      .replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '-')
      .slice(0, 80)
      .trim() || 'sunglow';
  return { name: `${subject}-${today}.${ending}`, type, text };
}

function chosenBy(replica: Replica, { source, hasCompleted }: ExportChoice) {
  const holds = source?.table === 'filter' ? heldBy(replica, source.id) : null;
  return ({ id = '' }: { readonly id?: string | undefined }, isDone: boolean): boolean => {
    const task = replica.lists.task(id) ?? replica.get('task', id);
    if (!task) return false;
    if (holds) return holds(task);
    if (source && task.collectionId !== source.id) return false;
    return hasCompleted || !isDone;
  };
}

/** A filter whose query cannot be read has no tasks. */
function heldBy(replica: Replica, id: string) {
  const context = queryContextOf(replica);
  const read = readQuery(replica.get('filter', id)?.query ?? '', context);
  return 'problem' in read ? () => false : inList(read.query, compileQuery(read.query, context).holds);
}
